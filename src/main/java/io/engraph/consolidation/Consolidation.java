package io.engraph.consolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.AgentReport;
import io.engraph.agent.AgentSession;
import io.engraph.agent.Agents;
import io.engraph.agent.Consolidated;
import io.engraph.agent.Dossier;
import io.engraph.endpoint.Deadline;
import io.engraph.graph.GraphId;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeId;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexLog;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Puts a graph in order, entity by entity, as far as anything was told of it since the last time:
 * what has been replaced is marked, what happened often becomes a fact, what is the same becomes
 * one.
 *
 * <p>It runs in bounded steps and goes on where it was interrupted. Every change is a transaction
 * of its own that changes nothing when it is made again, so the end is the same however it came
 * about.
 */
public final class Consolidation {

  private static final Logger LOG = Logger.getLogger(Consolidation.class);

  /** A step that has less time left than this is left to the next one. */
  private static final Duration LEAST_TIME = Duration.ofSeconds(5);

  private final Table table;
  private final Agents agents;
  private final IndexCache indexes;
  private final Ulids ulids;
  private final Clock clock;
  private final int mostUnits;
  private final Duration overlap;

  /**
   * @param mostUnits the most units of an entity that are looked at together
   * @param overlap how far the clock of a writer may be behind, its transaction's time included
   */
  public Consolidation(
      Table table,
      Agents agents,
      IndexCache indexes,
      Ulids ulids,
      Clock clock,
      int mostUnits,
      Duration overlap) {
    this.table = requireNonNull(table, "table is null");
    this.agents = requireNonNull(agents, "agents is null");
    this.indexes = requireNonNull(indexes, "indexes is null");
    this.ulids = requireNonNull(ulids, "ulids is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.mostUnits = mostUnits;
    this.overlap = requireNonNull(overlap, "overlap is null");
  }

  /**
   * What a step did.
   *
   * @param entities how many entities it looked at
   * @param changes how many changes it made
   * @param finished whether all that was told when the pass began is in order
   * @param agent what the decisions took
   */
  public record Outcome(int entities, int changes, boolean finished, AgentReport agent) {}

  /**
   * Consolidates a graph, or goes on with it; nothing where there is no graph.
   *
   * @param mostEntities the most entities that are looked at before it returns
   */
  public Outcome run(GraphId id, int mostEntities) {
    MemoryGraph graph = new MemoryGraph(table, id);
    AgentSession agent = agents.open(id);
    Optional<GraphSettings> settings = graph.settings();
    IndexLog log = new IndexLog(id.value(), ulids);
    Progress progress = Progress.of(graph);
    boolean isQuiet =
        progress.began().isEmpty() && !log.hasNews(table, progress.since().minus(overlap));
    if (settings.isEmpty() || isQuiet) {
      return new Outcome(0, 0, true, agent.report());
    }
    progress = progress.begun(clock.instant());
    Dossiers dossiers = Dossiers.read(table, graph, indexes, log, mostUnits);
    List<String> entities =
        dossiers.changedSince(progress.since().minus(overlap), progress.after());
    Changes changes = new Changes(table, graph, settings.get(), log, dossiers);
    int looked = 0;
    for (String entity : entities) {
      if (looked == mostEntities || !hasTime()) {
        break;
      }
      dossiers
          .of(new NodeId(entity))
          .ifPresent(dossier -> consolidate(dossier, agent, changes, id));
      looked++;
      progress = progress.at(entity);
    }
    boolean isFinished = looked == entities.size();
    table.transact(List.of((isFinished ? progress.finished() : progress).write(graph)));
    return new Outcome(looked, changes.made(), isFinished, agent.report());
  }

  private boolean hasTime() {
    return Deadline.remaining(clock).filter(left -> left.compareTo(LEAST_TIME) < 0).isEmpty();
  }

  private static void consolidate(
      Dossier dossier, AgentSession agent, Changes changes, GraphId id) {
    List<Consolidated> decisions = agent.consolidate(dossier);
    LOG.debugf("graph %s: %d decisions of %s", id, decisions.size(), dossier.entity().id());
    changes.apply(dossier, decisions);
  }
}
