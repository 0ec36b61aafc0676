package io.engraph.endpoint;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When an operation has to be over, for whoever waits for something within it: a function is ended
 * at a given time, whatever it is doing. It holds for what runs within {@link #before}, and for
 * nothing else.
 */
public final class Deadline {

  private static final ScopedValue<Instant> CURRENT = ScopedValue.newInstance();

  private Deadline() {}

  /** Runs work that has to be over at a time. */
  public static <T, E extends Throwable> T before(Instant time, ScopedValue.CallableOp<T, E> work)
      throws E {
    return ScopedValue.where(CURRENT, time).call(work);
  }

  /** The time that is left; empty where nothing sets an end, at least 0. */
  public static Optional<Duration> remaining(Clock clock) {
    if (!CURRENT.isBound()) {
      return Optional.empty();
    }
    Duration left = Duration.between(clock.instant(), CURRENT.get());
    return Optional.of(left.isNegative() ? Duration.ZERO : left);
  }
}
