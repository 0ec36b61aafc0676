package io.engraph.endpoint;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests within a time: the whole answer, not its first byte, has to be there by then, and
 * within what is left of the operation. Reads no more of an answer than is sensible, and keeps what
 * it says of trying again.
 */
public final class BoundedHttp implements HttpClient {

  private static final long MOST_BYTES = 4L << 20;

  /** What the operation needs to go on without the model. */
  private static final Duration RESERVE = Duration.ofMillis(500);

  /** Set by the client itself. */
  private static final Set<String> RESTRICTED =
      Set.of("connection", "content-length", "host", "expect", "upgrade");

  private final java.net.http.HttpClient client;
  private final Clock clock;
  private final Duration timeout;

  /**
   * @param timeout how long a call may take
   */
  public BoundedHttp(Clock clock, Duration timeout) {
    this.client =
        java.net.http.HttpClient.newBuilder()
            .connectTimeout(timeout)
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .build();
    this.clock = clock;
    this.timeout = timeout;
  }

  /** How long a call may take that begins now; not positive when there is no time for one. */
  static Duration time(Clock clock, Duration timeout) {
    return Deadline.remaining(clock)
        .map(left -> left.minus(RESERVE))
        .filter(left -> left.compareTo(timeout) < 0)
        .orElse(timeout);
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    Duration time = time(clock, timeout);
    java.net.http.HttpRequest.Builder sent =
        java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
            .method(request.method().name(), BodyPublishers.ofString(request.body()));
    request
        .headers()
        .forEach(
            (name, values) -> {
              if (!RESTRICTED.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> sent.header(name, value));
              }
            });
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(sent.build(), BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
    try {
      HttpResponse<String> response = answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() / 100 != 2) {
        throw new RefusedException(response.statusCode(), response.body(), retryAfter(response));
      }
      return SuccessfulHttpResponse.builder()
          .statusCode(response.statusCode())
          .headers(response.headers().map())
          .body(response.body())
          .build();
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new dev.langchain4j.exception.TimeoutException(e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new EndpointException("the call was interrupted", e);
    } catch (ExecutionException e) {
      throw new UncheckedIOException(
          e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause()));
    }
  }

  /** How long an endpoint asks to be left alone: seconds, or a date. */
  private Optional<Duration> retryAfter(HttpResponse<String> response) {
    return response.headers().firstValue("Retry-After").flatMap(this::wait);
  }

  private Optional<Duration> wait(String value) {
    try {
      return Optional.of(Duration.ofMillis(Math.round(Double.parseDouble(value.strip()) * 1_000)));
    } catch (NumberFormatException notSeconds) {
      try {
        Instant at =
            ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        return Optional.of(Duration.between(clock.instant(), at));
      } catch (DateTimeParseException nothing) {
        return Optional.empty();
      }
    }
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    throw new UnsupportedOperationException("answers are not streamed");
  }

  /** Gives one client to the library that makes the requests. */
  public record Builder(BoundedHttp http) implements HttpClientBuilder {

    @Override
    public Duration connectTimeout() {
      return http.timeout;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return http.timeout;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      return this;
    }

    @Override
    public HttpClient build() {
      return http;
    }
  }
}
