package io.engraph.http.rest;

import io.engraph.forgetting.Others;
import io.engraph.http.ApiAnswer;
import io.engraph.http.HttpConfig;
import io.engraph.http.Problem;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Works on so many requests at once and no more: what comes beyond that is told at once to come
 * again, and costs neither memory nor the time of those that are being answered.
 */
@Singleton
class Admission implements Others {

  /** After {@link BodyLimit}: a smaller number is later. */
  private static final int PRIORITY = 900;

  private static final int SERVICE_UNAVAILABLE = 503;

  private final int most;
  private final AtomicInteger working = new AtomicInteger();

  Admission(HttpConfig config) {
    this.most = config.maxRequests();
  }

  void register(@Observes Filters filters) {
    filters.register(this::admit, PRIORITY);
  }

  /** Whether any request is being answered beside the one that asks. */
  @Override
  public boolean areAtWork() {
    return working.get() > 1;
  }

  private void admit(RoutingContext context) {
    if (!context.request().path().startsWith("/v1/")) {
      // Health, metrics and the page stay reachable.
      context.next();
      return;
    }
    if (working.incrementAndGet() > most) {
      working.decrementAndGet();
      ApiAnswer busy =
          new ApiAnswer(
              SERVICE_UNAVAILABLE,
              Problem.of(
                  "busy", "Busy", SERVICE_UNAVAILABLE, "too many requests at once: send it again"));
      context
          .response()
          .setStatusCode(busy.status())
          .putHeader("Content-Type", busy.contentType())
          .putHeader("Retry-After", "1")
          .end(Buffer.buffer(busy.json()));
      return;
    }
    context.addEndHandler(_ -> working.decrementAndGet());
    context.next();
  }
}
