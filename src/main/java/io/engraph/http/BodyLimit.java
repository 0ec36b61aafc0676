package io.engraph.http;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Refuses bodies that say they are too large before they are read. */
@Singleton
class BodyLimit {

  private static final long MAX_BODY_BYTES = 1_024 * 1_024;
  private static final int PRIORITY = 1_000;

  void register(@Observes Filters filters) {
    filters.register(BodyLimit::check, PRIORITY);
  }

  private static void check(RoutingContext context) {
    String length = context.request().getHeader("Content-Length");
    if (length != null && isTooLarge(length)) {
      Problem problem = Problems.of(new TooLargeException(MAX_BODY_BYTES));
      context
          .response()
          .setStatusCode(problem.status())
          .putHeader("Content-Type", Problem.MEDIA_TYPE)
          .putHeader("Connection", "close")
          .end(Buffer.buffer(Json.write(problem)));
    } else {
      context.next();
    }
  }

  private static boolean isTooLarge(String length) {
    try {
      return Long.parseLong(length) > MAX_BODY_BYTES;
    } catch (NumberFormatException e) {
      // The server refuses it where it reads the request.
      return false;
    }
  }
}
