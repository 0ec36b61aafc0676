package io.engraph.http.rest;

import io.engraph.http.ApiAnswer;
import io.engraph.http.TooLargeException;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Refuses bodies that say they are too large before they are read. */
@Singleton
class BodyLimit {

  private static final int PRIORITY = 1_000;

  void register(@Observes Filters filters) {
    filters.register(BodyLimit::check, PRIORITY);
  }

  private static void check(RoutingContext context) {
    String length = context.request().getHeader("Content-Length");
    if (length != null && isTooLarge(length)) {
      ApiAnswer problem = ApiAnswer.of(new TooLargeException());
      context
          .response()
          .setStatusCode(problem.status())
          .putHeader("Content-Type", problem.contentType())
          .putHeader("Connection", "close")
          .end(Buffer.buffer(problem.json()));
    } else {
      context.next();
    }
  }

  private static boolean isTooLarge(String length) {
    try {
      return Long.parseLong(length) > TooLargeException.MAX_BODY_BYTES;
    } catch (NumberFormatException e) {
      // The server refuses it where it reads the request.
      return false;
    }
  }
}
