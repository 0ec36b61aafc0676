package io.engraph.endpoint;

import dev.langchain4j.exception.HttpException;
import java.time.Duration;
import java.util.Optional;

/** An endpoint's answer other than success, with how long it asks to be left alone. */
public final class RefusedException extends HttpException {

  private final transient Optional<Duration> retryAfter;

  RefusedException(int status, String body, Optional<Duration> retryAfter) {
    super(status, body);
    this.retryAfter = retryAfter;
  }

  Optional<Duration> retryAfter() {
    return retryAfter;
  }

  /** Whether the same call may succeed a little later. */
  boolean isPassing() {
    return statusCode() == 429 || statusCode() == 408 || statusCode() >= 500;
  }
}
