package io.engraph.http;

import static java.util.Objects.requireNonNull;

import io.engraph.consolidation.Consolidation;
import io.engraph.consolidation.ConsolidationConfig;
import io.engraph.endpoint.Deadline;
import io.engraph.forgetting.Forgetting;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.table.Table;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The use cases that put graphs in order. */
@Singleton
public class ConsolidationApi {

  private static final Logger LOG = Logger.getLogger(ConsolidationApi.class);
  private static final Duration LEAST_TIME = Duration.ofSeconds(10);

  private final Consolidation consolidation;
  private final Forgetting forgetting;
  private final Table table;
  private final ConsolidationConfig config;
  private final Clock clock;

  public ConsolidationApi(
      Consolidation consolidation,
      Forgetting forgetting,
      Table table,
      ConsolidationConfig config,
      Clock clock) {
    this.consolidation = requireNonNull(consolidation, "consolidation is null");
    this.forgetting = requireNonNull(forgetting, "forgetting is null");
    this.table = requireNonNull(table, "table is null");
    this.config = requireNonNull(config, "config is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Answers a request that is one of these use cases'. */
  public Optional<ApiAnswer> answer(ApiRequest request) {
    return request.is("POST", "consolidations")
        ? Optional.of(consolidate(request.graph()))
        : Optional.empty();
  }

  /** Puts a graph in order, or goes on with it. */
  public ApiAnswer consolidate(String graph) {
    GraphId id = Requests.graph(graph);
    if (new MemoryGraph(table, id).settings().isEmpty()) {
      throw new NotFoundException("graph", id.value());
    }
    return new ApiAnswer(200, Answers.Consolidated.of(consolidation.run(id, config.entities())));
  }

  /**
   * Goes on with deletions that were interrupted, and puts all graphs in order, as far as there is
   * time. One that fails holds no other up.
   */
  public ApiAnswer consolidateAll() {
    int graphs = 0;
    int failed = 0;
    int changes = 0;
    boolean isFinished = forgetting.resume() == 0;
    for (GraphId graph : MemoryGraph.list(table)) {
      if (Deadline.remaining(clock).filter(left -> left.compareTo(LEAST_TIME) < 0).isPresent()) {
        isFinished = false;
        break;
      }
      try {
        forgetting.expire(graph);
        Consolidation.Outcome outcome = consolidation.run(graph, Integer.MAX_VALUE);
        graphs++;
        changes += outcome.changes();
        isFinished &= outcome.finished();
      } catch (RuntimeException e) {
        failed++;
        LOG.warnf("graph %s is not consolidated after %s", graph, e.getClass().getName());
        LOG.debug("why a graph is not consolidated", e);
      }
    }
    return new ApiAnswer(
        200, new Answers.ConsolidatedAll(graphs, failed, changes, isFinished && failed == 0));
  }
}
