package io.engraph.table;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidFactory;
import java.time.Clock;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Makes ULIDs: ids that sort by the millisecond in which they were made, and within one process in
 * the order in which they were made.
 */
public final class Ulids {

  private final UlidFactory factory;

  public Ulids(Clock clock, RandomGenerator random) {
    this.factory = UlidFactory.newMonotonicInstance((LongSupplier) random::nextLong, clock::millis);
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
