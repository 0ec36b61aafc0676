package io.engraph.ingestion;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.AgentReport;
import io.engraph.agent.AgentSession;
import io.engraph.agent.Agents;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.graph.GraphConfig;
import io.engraph.graph.GraphId;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.PolicyPrior;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexLog;
import io.engraph.ingestion.TurnIntegration.Read;
import io.engraph.ingestion.TurnOutcome.Status;
import io.engraph.table.Contention;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Takes observations into a graph: each turn is kept first, then read, embedded and integrated.
 * Whatever fails on the way leaves a turn pending, which is kept, can be found, and is tried again.
 */
public final class Ingestion {

  private static final Logger LOG = Logger.getLogger(Ingestion.class);

  private final Table table;
  private final Agents agents;
  private final EmbeddingModel embedding;
  private final IndexCache indexes;
  private final GraphConfig config;
  private final Ulids ulids;
  private final Clock clock;

  /**
   * @param config what graphs that are made here are made with
   */
  public Ingestion(
      Table table,
      Agents agents,
      EmbeddingModel embedding,
      IndexCache indexes,
      GraphConfig config,
      Ulids ulids,
      Clock clock) {
    this.table = requireNonNull(table, "table is null");
    this.agents = requireNonNull(agents, "agents is null");
    this.embedding = requireNonNull(embedding, "embedding is null");
    this.indexes = requireNonNull(indexes, "indexes is null");
    this.config = requireNonNull(config, "config is null");
    this.ulids = requireNonNull(ulids, "ulids is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * What became of observations.
   *
   * @param turns the turn of each, in their order
   * @param agent what the decisions took
   */
  public record Outcome(List<TurnOutcome> turns, AgentReport agent) {
    public Outcome {
      turns = List.copyOf(turns);
      requireNonNull(agent, "agent is null");
    }
  }

  /**
   * Takes observations, and makes the graph if there is none.
   *
   * @return what became of each
   * @throws io.engraph.graph.ModelMismatchException if the graph was made with another model;
   *     nothing is written then
   */
  public Outcome ingest(GraphId id, List<Observation> observations) {
    MemoryGraph graph = new MemoryGraph(table, id);
    GraphSettings settings = settings(graph);
    AgentSession agent = agents.open(id);
    List<TurnKeeper.Kept> kept = keep(graph, observations);
    Map<SourceRef, SourceTurn> integrated =
        integrate(
            graph,
            settings,
            agent,
            kept.stream().filter(TurnKeeper.Kept::isPending).map(TurnKeeper.Kept::turn).toList());
    List<TurnOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < kept.size(); i++) {
      outcomes.add(outcome(observations.get(i), kept.get(i), integrated));
    }
    return new Outcome(outcomes, agent.report());
  }

  /**
   * Tries pending turns of a graph again, the earliest first.
   *
   * @param limit the most turns to try
   * @return how many of them are still pending
   */
  public int resume(GraphId id, int limit) {
    MemoryGraph graph = new MemoryGraph(table, id);
    List<SourceTurn> pending =
        graph.turns(graph.pendingTurns(limit)).values().stream()
            .filter(turn -> turn.state() == SourceTurn.State.PENDING)
            .sorted((one, two) -> one.ref().compareTo(two.ref()))
            .toList();
    return pending.isEmpty()
        ? 0
        : pending.size() - integrate(graph, settings(graph), agents.open(id), pending).size();
  }

  private GraphSettings settings(MemoryGraph graph) {
    GraphSettings settings =
        graph
            .settings()
            .orElseGet(
                () ->
                    Contention.retry(
                        () -> {
                          // Another writer may have made it meanwhile.
                          Optional<GraphSettings> there = graph.settings();
                          return there.orElseGet(() -> create(graph));
                        }));
    settings.requireModel(graph.id(), embedding.name(), embedding.dimension());
    if (settings.isOld()) {
      // From here on an older release must not write to it.
      table.transact(List.of(graph.replace(settings.migrated())));
    }
    return settings;
  }

  private GraphSettings create(MemoryGraph graph) {
    GraphSettings settings =
        new GraphSettings(
            embedding.name(),
            embedding.dimension(),
            config.utilityRule(),
            config.sharedPolicy(),
            config.sharedPolicy() ? PolicyPrior.of(table, embedding.name()) : Map.of(),
            clock.instant());
    table.transact(List.of(graph.create(settings)));
    return settings;
  }

  /** The kept turn of each observation, in their order. */
  private List<TurnKeeper.Kept> keep(MemoryGraph graph, List<Observation> observations) {
    Map<String, Map<String, Observation>> sessions = new LinkedHashMap<>();
    for (Observation observation : observations) {
      sessions
          .computeIfAbsent(observation.session(), _ -> new LinkedHashMap<>())
          .putIfAbsent(TurnKeeper.identity(observation), observation);
    }
    TurnKeeper keeper = new TurnKeeper(table, graph, log(graph));
    Map<String, Map<String, TurnKeeper.Kept>> kept = new LinkedHashMap<>();
    sessions.forEach((session, ofSession) -> kept.put(session, keeper.keep(session, ofSession)));
    List<TurnKeeper.Kept> inOrder = new ArrayList<>();
    for (Observation observation : observations) {
      String identity = TurnKeeper.identity(observation);
      Map<String, TurnKeeper.Kept> ofSession = kept.get(observation.session());
      TurnKeeper.Kept turn = ofSession.get(identity);
      inOrder.add(turn);
      ofSession.put(identity, new TurnKeeper.Kept(turn.turn(), true));
    }
    return inOrder;
  }

  private IndexLog log(MemoryGraph graph) {
    return new IndexLog(graph.id().value(), ulids);
  }

  /** Integrates turns, in order; those that fail are missing from the result. */
  private Map<SourceRef, SourceTurn> integrate(
      MemoryGraph graph, GraphSettings settings, AgentSession agent, List<SourceTurn> turns) {
    Map<SourceRef, SourceTurn> integrated = new LinkedHashMap<>();
    List<Read> reads = new ArrayList<>();
    SessionReader reader = new SessionReader(table, graph, agent);
    for (List<KeptTurn> chunk : SessionReader.chunks(turns, agent.readsContext())) {
      attempt(graph, () -> reads.addAll(reader.read(chunk)));
    }
    attempt(
        graph,
        () -> {
          List<float[]> vectors =
              embedding.embedPassages(
                  reads.stream().flatMap(read -> read.texts().stream()).toList());
          TurnIntegration integration =
              new TurnIntegration(
                  table,
                  graph,
                  settings,
                  log(graph),
                  agent,
                  agent.readsContext()
                      ? SimilarNodes.in(table, graph, indexes, log(graph))
                      : SimilarNodes.NONE);
          int first = 0;
          for (Read read : reads) {
            List<float[]> ofTurn = vectors.subList(first, first + read.texts().size());
            attempt(
                graph,
                () -> {
                  SourceTurn turn = integration.integrate(read, ofTurn);
                  integrated.put(turn.ref(), turn);
                });
            first += read.texts().size();
          }
          attempt(graph, integration::settle);
        });
    return integrated;
  }

  /** Whatever fails here, the turns that it would have integrated stay pending. */
  private static void attempt(MemoryGraph graph, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      // The caller is told which turns are pending; what they say stays out of the log.
      LOG.warnf("graph %s: a turn stays pending after %s", graph.id(), e.getClass().getName());
      LOG.debug("why a turn stays pending", e);
    }
  }

  private static TurnOutcome outcome(
      Observation observation, TurnKeeper.Kept kept, Map<SourceRef, SourceTurn> integrated) {
    SourceTurn turn = integrated.getOrDefault(kept.turn().ref(), kept.turn());
    Status status = Status.DUPLICATE;
    if (turn.state() == SourceTurn.State.FORGOTTEN) {
      return new TurnOutcome(
          observation.id(), turn.ref(), Status.FORGOTTEN, List.of(), Optional.empty());
    }
    if (turn.state() == SourceTurn.State.PENDING) {
      status = Status.PENDING;
    } else if (kept.isPending()) {
      status = Status.INTEGRATED;
    }
    Optional<String> note =
        turn.text().equals(observation.text())
            ? Optional.empty()
            : Optional.of("this id was kept before with another text, which stays");
    return new TurnOutcome(observation.id(), turn.ref(), status, turn.nodes(), note);
  }
}
