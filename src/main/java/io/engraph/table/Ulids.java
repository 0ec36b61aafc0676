package io.engraph.table;

import static java.util.Objects.requireNonNull;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Makes ULIDs: ids that sort by the millisecond in which they were made, within one process in the
 * order in which they were made, and after every id that the process has seen before: so what
 * follows from something comes after it, however the clocks of the writers differ (a hybrid logical
 * clock).
 */
public final class Ulids {

  /**
   * No clock is wrong by more than this; an id from further ahead is damaged, and is not followed.
   */
  private static final Duration MOST_AHEAD = Duration.ofHours(1);

  private final Clock clock;
  private final UlidFactory factory;

  /** The least millisecond of the next id. */
  private final AtomicLong floor = new AtomicLong();

  public Ulids(Clock clock, RandomGenerator random) {
    this.clock = requireNonNull(clock, "clock is null");
    this.factory =
        UlidFactory.newMonotonicInstance(
            (LongSupplier) random::nextLong, () -> Math.max(clock.millis(), floor.get()));
  }

  /** Has all ids that are made from now on come after that one, which somebody else made. */
  public void observe(String ulid) {
    long millis = Ulid.from(ulid).getTime();
    if (millis < clock.millis() + MOST_AHEAD.toMillis()) {
      floor.accumulateAndGet(millis + 1, Math::max);
    }
  }

  public String next() {
    return factory.create().toString();
  }

  /** The least ULID of that millisecond; times before 1970 count as 1970. */
  public static String least(Instant time) {
    return Ulid.min(Math.max(0, time.toEpochMilli())).toString();
  }

  public static boolean isValid(String text) {
    return Ulid.isValid(text) && text.equals(text.toUpperCase(java.util.Locale.ROOT));
  }
}
