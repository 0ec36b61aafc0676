package io.engraph.endpoint;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.TimeoutException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Calls of one endpoint. A call that it cannot take just then is repeated, after the time that it
 * asks for, as long as there is time; an endpoint that keeps failing is left alone for a while.
 *
 * @param <T> what a call answers
 */
public final class Attempts<T> {

  private static final Duration FIRST_WAIT = Duration.ofMillis(250);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);
  private static final double JITTER = 0.3;
  private static final int FAILURES_IN_A_ROW = 5;
  private static final Duration LEFT_ALONE = Duration.ofSeconds(30);

  private final Clock clock;
  private final Duration timeout;
  private final RetryPolicy<T> retries;
  private final CircuitBreaker<T> breaker;

  /**
   * @param timeout how long one call may take
   * @param repeats how often a call is repeated at most
   */
  public Attempts(Clock clock, Duration timeout, int repeats) {
    this.clock = clock;
    this.timeout = timeout;
    this.retries =
        RetryPolicy.<T>builder()
            .handleIf(failure -> isPassing(failure))
            .withMaxRetries(repeats)
            .withDelayFnOn(
                context -> wait(context.getLastException(), context.getAttemptCount()),
                Throwable.class)
            .abortOn(failure -> !hasTimeFor(failure))
            .build();
    this.breaker =
        CircuitBreaker.<T>builder()
            .handleIf(failure -> isPassing(failure) || failure instanceof TimeoutException)
            .withFailureThreshold(FAILURES_IN_A_ROW)
            .withDelay(LEFT_ALONE)
            .build();
  }

  /**
   * Calls.
   *
   * @throws EndpointException if there is no answer
   */
  public T call(Supplier<T> call) {
    try {
      return Failsafe.with(retries, breaker)
          .get(
              () -> {
                if (BoundedHttp.time(clock, timeout).compareTo(Duration.ZERO) <= 0) {
                  throw new EndpointException("no time is left");
                }
                return call.get();
              });
    } catch (EndpointException e) {
      throw e;
    } catch (CircuitBreakerOpenException e) {
      throw new EndpointException("the endpoint failed again and again", e);
    } catch (RuntimeException e) {
      throw new EndpointException(reason(e), e);
    }
  }

  /** With what the endpoint refused a call, if that is why it failed. */
  public static Optional<RefusedException> refusal(Throwable failure) {
    return cause(failure, RefusedException.class);
  }

  private static boolean isPassing(Throwable failure) {
    return refusal(failure).map(RefusedException::isPassing).orElse(false)
        || cause(failure, UncheckedIOException.class).isPresent();
  }

  private static <E extends Throwable> Optional<E> cause(Throwable failure, Class<E> type) {
    for (Throwable one = failure; one != null; one = one.getCause()) {
      if (type.isInstance(one)) {
        return Optional.of(type.cast(one));
      }
    }
    return Optional.empty();
  }

  /** As long as the endpoint asks for, or longer each time. */
  private static Duration wait(Throwable failure, int attempts) {
    return refusal(failure)
        .flatMap(RefusedException::retryAfter)
        .filter(asked -> !asked.isNegative())
        .orElseGet(
            () -> {
              double doubled = FIRST_WAIT.toMillis() * Math.pow(2, Math.max(0, attempts - 1));
              double spread = 1 + JITTER * (2 * Math.random() - 1);
              return Duration.ofMillis(
                  (long) (Math.min(doubled, (double) LONGEST_WAIT.toMillis()) * spread));
            });
  }

  /** Whether it is worth to wait: nobody waits longer for an endpoint than for its answer. */
  private boolean hasTimeFor(Throwable failure) {
    Duration left = BoundedHttp.time(clock, timeout);
    return refusal(failure)
        .flatMap(RefusedException::retryAfter)
        .map(asked -> asked.compareTo(left) < 0)
        .orElse(left.compareTo(FIRST_WAIT) > 0);
  }

  private static String reason(Throwable failure) {
    Optional<RefusedException> refusal = refusal(failure);
    if (refusal.isPresent()) {
      return "the endpoint answered %d".formatted(refusal.get().statusCode());
    }
    if (cause(failure, TimeoutException.class).isPresent()) {
      return "the endpoint took too long";
    }
    if (cause(failure, UncheckedIOException.class).isPresent()) {
      return "the endpoint could not be reached";
    }
    Throwable root = failure instanceof FailsafeException ? failure.getCause() : failure;
    return root instanceof LangChain4jException
        ? "the endpoint's answer was no chat completion"
        : "the endpoint's answer could not be read (%s)".formatted(root.getClass().getSimpleName());
  }
}
