package io.engraph.http.rest;

import static java.util.Objects.requireNonNull;

import io.engraph.consolidation.ConsolidationConfig;
import io.engraph.endpoint.Deadline;
import io.engraph.forgetting.Forgetting;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ConsolidationApi;
import io.engraph.ingestion.Ingestion;
import io.engraph.reconsolidation.Feedback;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.reconsolidation.Reconsolidation;
import io.engraph.reconsolidation.TraceCompleted;
import io.engraph.retrieval.Retrieval;
import io.engraph.table.Table;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * What a local server does between requests, as the table's stream and the queue do in the cloud:
 * it reconsolidates completed queries as they come, and every half minute, beginning at the start,
 * takes up what an earlier process or a failure has left: pending turns, completed queries, and
 * deletions that have taken longer than a request waits. From time to time it consolidates.
 */
@Singleton
public class BackgroundWork implements Feedback.Completions {

  private static final Logger LOG = Logger.getLogger(BackgroundWork.class);
  private static final Duration SWEEP_EVERY = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration CONSOLIDATES_FOR = Duration.ofSeconds(30);
  private static final int AT_ONCE = 100;

  private final Table table;
  private final Reconsolidation reconsolidation;
  private final Instance<Ingestion> ingestion;
  private final ConsolidationApi consolidation;
  private final Forgetting forgetting;
  private final ConsolidationConfig config;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("background").daemon().factory());
  private final ScheduledExecutorService deletions =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("deletions").daemon().factory());
  private volatile Future<?> resumptions = CompletableFuture.completedFuture(null);
  private volatile Future<?> sweeps = CompletableFuture.completedFuture(null);
  private volatile Future<?> consolidations = CompletableFuture.completedFuture(null);

  public BackgroundWork(
      Table table,
      Reconsolidation reconsolidation,
      Instance<Ingestion> ingestion,
      ConsolidationApi consolidation,
      Forgetting forgetting,
      ConsolidationConfig config) {
    this.table = requireNonNull(table, "table is null");
    this.reconsolidation = requireNonNull(reconsolidation, "reconsolidation is null");
    this.ingestion = requireNonNull(ingestion, "ingestion is null");
    this.consolidation = requireNonNull(consolidation, "consolidation is null");
    this.forgetting = requireNonNull(forgetting, "forgetting is null");
    this.config = requireNonNull(config, "config is null");
  }

  void start(@Observes StartupEvent event, Retrieval retrieval) {
    executor.execute(guarded(retrieval::prime));
    sweeps =
        executor.scheduleWithFixedDelay(
            guarded(this::sweep), 0, SWEEP_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    resumptions =
        deletions.scheduleWithFixedDelay(
            guarded(forgetting::resume), 0, SWEEP_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    long every = config.every().toMillis();
    if (every > 0) {
      consolidations =
          executor.scheduleWithFixedDelay(
              guarded(this::consolidate), every, every, TimeUnit.MILLISECONDS);
    }
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    resumptions.cancel(false);
    deletions.shutdown();
    sweeps.cancel(false);
    consolidations.cancel(false);
    executor.shutdown();
    if (!executor.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)
        || !deletions.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warn("background work did not end in time; the next start takes it up");
    }
  }

  @Override
  public void completed(TraceCompleted event) {
    executor.execute(guarded(() -> reconsolidation.handle(event)));
  }

  /** For a while: what is not done then is done the next time, and nobody waits long behind it. */
  private void consolidate() {
    ApiAnswer done =
        Deadline.before(Instant.now().plus(CONSOLIDATES_FOR), consolidation::consolidateAll);
    LOG.debugf("consolidated: %s", done.body());
  }

  private void sweep() {
    for (GraphId graph : MemoryGraph.list(table)) {
      int pending = ingestion.get().resume(graph, AT_ONCE);
      if (pending > 0) {
        LOG.infof("graph %s: %d turns are still pending", graph, pending);
      }
      for (String query : new QueryTraces(table, graph).completed(AT_ONCE)) {
        reconsolidation.handle(new TraceCompleted(graph, query));
      }
    }
  }

  /** A failure must not end the schedule; the next sweep tries again. */
  private static Runnable guarded(Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (RuntimeException e) {
        LOG.warnf("background work failed with %s; it is tried again", e.getClass().getName());
        LOG.debug("why background work failed", e);
      }
    };
  }
}
