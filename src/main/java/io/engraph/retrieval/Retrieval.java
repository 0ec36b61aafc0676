package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.AgentReport;
import io.engraph.agent.AgentSession;
import io.engraph.agent.Agents;
import io.engraph.agent.QueryPlan;
import io.engraph.agent.QuestionText;
import io.engraph.agent.SeedPlan;
import io.engraph.agent.TimeFocus;
import io.engraph.embedding.EmbeddingException;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexLog;
import io.engraph.index.QuantizedVector;
import io.engraph.reconsolidation.QueryTrace;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.table.MeteredTable;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Answers a question from a graph: plan, seed, walk, aggregate, load, and leave a trace.
 *
 * <p>Every read is bounded by the budgets, not by the size of the graph. A question that nothing
 * fits gets an empty answer, never an error and never the whole memory.
 */
public final class Retrieval {

  private static final Logger LOG = Logger.getLogger(Retrieval.class);

  private final Table table;
  private final Agents agents;
  private final EmbeddingModel embedding;
  private final IndexCache indexes;
  private final Ulids ulids;
  private final Clock clock;
  private final Settings settings;

  /**
   * What a retrieval is bounded by.
   *
   * @param budgets how much one query may do
   * @param policy how much each channel counts
   * @param seedThreshold the least score of a seed, 0 to 1
   * @param traceRetention how long a trace is kept
   */
  public record Settings(
      Budgets budgets, RetrievalPolicy policy, double seedThreshold, Duration traceRetention) {
    public Settings {
      requireNonNull(budgets, "budgets is null");
      requireNonNull(policy, "policy is null");
      requireNonNull(traceRetention, "traceRetention is null");
      if (!(seedThreshold >= 0 && seedThreshold <= 1)) {
        throw new IllegalArgumentException("seedThreshold must be 0 to 1: " + seedThreshold);
      }
    }
  }

  public Retrieval(
      Table table,
      Agents agents,
      EmbeddingModel embedding,
      IndexCache indexes,
      Ulids ulids,
      Clock clock,
      Settings settings) {
    this.table = requireNonNull(table, "table is null");
    this.agents = requireNonNull(agents, "agents is null");
    this.embedding = requireNonNull(embedding, "embedding is null");
    this.indexes = requireNonNull(indexes, "indexes is null");
    this.ulids = requireNonNull(ulids, "ulids is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.settings = requireNonNull(settings, "settings is null");
  }

  /** Loads what a question needs, so that the first one does not wait for it. */
  public void prime() {
    embedding.load();
    agents.prime();
    embedding.embedQuery("What was said yesterday?");
    ContextWriter.prime();
  }

  /**
   * Answers a question.
   *
   * @throws io.engraph.graph.ModelMismatchException if the graph was made with another model
   */
  public Recall recall(GraphId id, RecallQuery query) {
    StepTimes times = new StepTimes();
    MeteredTable metered = new MeteredTable(table);
    MemoryGraph graph = new MemoryGraph(metered, id);
    long asked = indexes.moment();

    Optional<MemoryGraph.Opened> opened = times.time("graph", graph::open);
    Optional<GraphSettings> graphSettings = opened.map(MemoryGraph.Opened::settings);
    graphSettings.ifPresent(made -> made.requireModel(id, embedding.name(), embedding.dimension()));
    Optional<Thread> loading =
        graphSettings.isEmpty() || indexes.has(id.value())
            ? Optional.empty()
            : Optional.of(load(metered, id));
    AgentSession agent = agents.open(id);
    // Asked when the table has been: its answers set a clock right.
    Instant now = clock.instant();
    QueryPlan plan = times.time("plan", () -> agent.plan(question(query, now)));
    if (graphSettings.isEmpty()) {
      return nothing(plan, agent.report(), times);
    }
    RetrievalPolicy policy = settings.policy().moved(opened.get().shifts());
    Budgets budgets =
        settings
            .budgets()
            .atMost(
                query.limit().orElse(Integer.MAX_VALUE),
                query.tokenBudget().orElse(Integer.MAX_VALUE));

    List<AgentReport.Degradation> unembedded = new ArrayList<>();
    List<SearchText> searches = times.time("embed", () -> embed(plan, unembedded));
    Seeding seeding =
        times.time(
            "seed",
            () -> {
              loading.ifPresent(Retrieval::join);
              return seed(metered, id, searches, policy, query, budgets, asked);
            });
    Walk.Result walk =
        times.time(
            "walk",
            () ->
                new Walk(
                        agent,
                        budgets,
                        graphSettings.get().utilityRule(),
                        seeding,
                        graph::neighbourhoods,
                        graph::nodes)
                    .from(seeding.seeds(), query.text(), plan));
    List<Reached> best =
        Aggregation.best(
            walk.reached().values(), seeding::mayAnswer, policy.pathShare(), budgets.loadedNodes());
    List<Supersession.Ranked> loaded =
        times.time(
            "load",
            () ->
                Supersession.newestFirst(
                    load(graph, best, policy, query.asOf()), plan.focus() == TimeFocus.PAST));
    Set<NodeId> older =
        loaded.stream()
            .filter(one -> one.supersededBy().isPresent())
            .map(one -> one.node().id())
            .collect(Collectors.toSet());
    ContextWriter.Context context =
        times.time(
            "context",
            () ->
                ContextWriter.write(
                    loaded.stream().map(Supersession.Ranked::node).toList(),
                    older,
                    budgets.tokens()));
    Set<NodeId> written = context.nodes().stream().map(Node::id).collect(Collectors.toSet());
    List<Recall.RecalledNode> nodes =
        loaded.stream()
            .filter(one -> written.contains(one.node().id()))
            .map(Retrieval::recalled)
            .toList();
    QueryTrace trace =
        TraceWriter.write(
            ulids.next(),
            query.text(),
            now,
            plan,
            seeding,
            walk,
            nodes,
            context.tokens(),
            budgets,
            policy);
    times.time(
        "trace",
        () -> {
          metered.transactUnsynced(
              List.of(
                  new QueryTraces(metered, id)
                      .keep(
                          trace,
                          searches.stream().map(SearchText::vector).findFirst(),
                          now.plus(
                              graphSettings
                                  .get()
                                  .retention()
                                  .traces()
                                  .orElse(settings.traceRetention())))));
          return trace;
        });
    return new Recall(
        Optional.of(trace),
        plan.intent(),
        nodes,
        trace.steps().stream().flatMap(step -> step.walked().stream()).toList(),
        context.text(),
        context.tokens(),
        new Recall.Usage(
            metered.itemsRead(),
            metered.itemsWritten(),
            agent.report().and(unembedded),
            times.milliseconds()));
  }

  private static QuestionText question(RecallQuery query, Instant now) {
    OffsetDateTime at = query.at().orElseGet(() -> now.atOffset(ZoneOffset.UTC));
    return new QuestionText(query.text(), at, query.kinds(), query.range());
  }

  private static Recall nothing(QueryPlan plan, AgentReport report, StepTimes times) {
    return new Recall(
        Optional.empty(),
        plan.intent(),
        List.of(),
        List.of(),
        "",
        0,
        new Recall.Usage(0, 0, report, times.milliseconds()));
  }

  /** Where the model fails, words alone are searched by: a vector of nothing is like nothing. */
  private List<SearchText> embed(QueryPlan plan, List<AgentReport.Degradation> unembedded) {
    List<SearchText> searches = new ArrayList<>();
    for (SeedPlan seed : plan.seeds()) {
      searches.add(
          new SearchText(
              seed,
              plan.intent(),
              plan.focus(),
              QuantizedVector.of(embed(seed.query(), unembedded))));
    }
    return searches;
  }

  private float[] embed(String query, List<AgentReport.Degradation> unembedded) {
    try {
      return embedding.embedQuery(query);
    } catch (EmbeddingException e) {
      // Not the cause: an endpoint may quote in its refusal what it was sent.
      LOG.warnf("a question is searched by its words alone: %s", e.getMessage());
      unembedded.add(new AgentReport.Degradation("embed", e.getMessage()));
      return new float[embedding.dimension()];
    }
  }

  /** Reads an index that is not in memory yet, while the question is planned and embedded. */
  private Thread load(Table metered, GraphId id) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                indexes.read(metered, new IndexLog(id.value(), ulids), id.value(), _ -> id);
              } catch (RuntimeException e) {
                // The search reads it again, and says why it cannot.
                LOG.debug("an index could not be read ahead", e);
              }
            });
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Seeding seed(
      Table metered,
      GraphId id,
      List<SearchText> searches,
      RetrievalPolicy policy,
      RecallQuery query,
      Budgets budgets,
      long since) {
    return indexes.read(
        metered,
        new IndexLog(id.value(), ulids),
        id.value(),
        since,
        index ->
            Seeding.search(
                searches,
                index,
                policy,
                settings.seedThreshold(),
                query.kinds().isEmpty(),
                query.asOf(),
                query.isStrict(),
                Math.max(budgets.entryNodes(), budgets.loadedNodes())));
  }

  /**
   * The nodes themselves, in order. A node that is gone since the index was read is left out, and
   * so is what the walk reached that a turn of the answer says word for word.
   */
  private static List<Supersession.Ranked> load(
      MemoryGraph graph, List<Reached> best, RetrievalPolicy policy, Optional<AsOf> asOf) {
    Map<NodeId, Node> nodes = graph.nodes(best.stream().map(Reached::node).toList());
    asOf.ifPresent(
        moment -> {
          nodes.values().removeIf(node -> !moment.admits(node));
          nodes.replaceAll((_, node) -> moment.then(node));
        });
    List<Node> turns =
        nodes.values().stream().filter(node -> node.kind() == NodeKind.EPISODE).toList();
    return best.stream()
        .filter(one -> nodes.containsKey(one.node()))
        .filter(one -> !isRetired(nodes.get(one.node())))
        .map(
            one ->
                new Supersession.Ranked(
                    nodes.get(one.node()), one, one.score(policy.pathShare()), Optional.empty()))
        .filter(
            one ->
                one.node().kind() == NodeKind.EPISODE
                    || turns.stream().noneMatch(turn -> says(turn, one.node())))
        .toList();
  }

  private static Recall.RecalledNode recalled(Supersession.Ranked ranked) {
    Reached reached = ranked.reached();
    return new Recall.RecalledNode(
        ranked.node(),
        ranked.score(),
        reached.access(),
        reached.similarity(),
        reached.path(),
        reached.hop(),
        ranked.supersededBy());
  }

  /** A lesson that does not hold is no older state of affairs, but a mistake. */
  private static boolean isRetired(Node node) {
    return node.kind() == NodeKind.STRATEGY && node.status() == NodeStatus.SUPERSEDED;
  }

  private static boolean says(Node turn, Node unit) {
    return unit.sources().equals(turn.sources()) && turn.content().contains(unit.content());
  }
}
