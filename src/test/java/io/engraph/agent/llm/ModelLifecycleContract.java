package io.engraph.agent.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.EmbeddedMemory;
import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.consolidation.Consolidation;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.endpoint.ModelServer;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.ingestion.Ingestion;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.reconsolidation.StoredQuery;
import io.engraph.reconsolidation.Undo;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.Table;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A conversation is remembered, asked about, reported on and learned from, all by a model. */
abstract class ModelLifecycleContract {

  private static final GraphId GRAPH = new GraphId("lifecycle");

  /** An empty table of its own. */
  protected abstract Table open();

  private static EmbeddedMemory memory(Table table, ModelServer server) {
    return EmbeddedMemory.on(
        table,
        new BagOfWordsEmbedding(),
        Clock.systemUTC(),
        Map.of(
            "engraph.agent.base-url", server.address(),
            "engraph.agent.model", "test",
            "engraph.index.overlap", "PT15S"));
  }

  private static Ingestion.Outcome say(EmbeddedMemory memory, int first, String... texts) {
    return memory
        .ingestion()
        .ingest(
            GRAPH,
            java.util.stream.IntStream.range(0, texts.length)
                .mapToObj(i -> MemoryFixture.observation(first + i, "s", "Ana", texts[i]))
                .toList());
  }

  @Test
  void should_decide_everything_by_a_model_that_decides_well() {
    try (ModelServer server = new ModelServer(GoodModel::answer);
        Table table = open()) {
      EmbeddedMemory memory = memory(table, server);
      Ingestion.Outcome first =
          say(memory, 1, "I keep bees on the roof.", "The honey is sold at the market.");
      Ingestion.Outcome second = say(memory, 3, "I keep more bees on the roof now.");

      assertThat(first.turns())
          .extracting(TurnOutcome::status)
          .containsOnly(TurnOutcome.Status.INTEGRATED);
      assertThat(first.agent().degraded()).isEmpty();
      assertThat(first.agent().usage().get("extract").calls()).isEqualTo(1);
      // What is like a unit that came before is offered.
      assertThat(second.agent().usage()).containsOnlyKeys("extract", "integrate");
      assertThat(GoodModel.data(server.requests().getLast()))
          .contains("candidate 1.1: FACT, time unknown: \"Ana says: I keep bees on the roof.\"");
      assertThat(new MemoryGraph(table, GRAPH).summary("s")).contains("They talk about 1 things.");

      Recall recall =
          memory.retrieval().recall(GRAPH, RecallQuery.of("Where is the honey of the bees sold?"));
      assertThat(recall.usage().agent().degraded()).isEmpty();
      assertThat(recall.usage().agent().usage()).containsKeys("plan", "judge");
      assertThat(recall.nodes()).extracting(one -> one.node().kind()).contains(NodeKind.EPISODE);
      assertThat(recall.nodes().getFirst().node().content()).contains("honey");

      NodeId one = recall.nodes().get(0).node().id();
      NodeId two = recall.nodes().get(1).node().id();
      String query = recall.trace().orElseThrow().query();
      memory
          .feedback()
          .report(
              GRAPH,
              query,
              new FeedbackReport(
                  List.of(one.value(), two.value()),
                  Outcome.HELPFUL,
                  1,
                  Optional.of("At the market."),
                  FeedbackReport.ANYBODY));
      StoredQuery stored =
          new QueryTraces(table, GRAPH).find(query, Clock.systemUTC()).orElseThrow();
      assertThat(stored.agent().degraded()).isEmpty();
      assertThat(stored.agent().usage()).containsOnlyKeys("reconsolidate", "reflect");
      EdgeKey learned = EdgeKey.of(one, Relation.CORRELATES, two);
      assertThat(new MemoryGraph(table, GRAPH).edges(List.of(learned))).containsKey(learned);

      Consolidation.Outcome ordered = memory.consolidation().run(GRAPH, Integer.MAX_VALUE);
      assertThat(ordered.agent().degraded()).isEmpty();
      assertThat(ordered.agent().usage()).containsOnlyKeys("consolidate");
      assertThat(ordered.changes()).isPositive();
      assertThat(GoodModel.data(server.requests().getLast()))
          .contains("entity: \"Ana\"", "FACT, learned ", "I keep more bees on the roof now.");
      assertThat(memory.consolidation().run(GRAPH, Integer.MAX_VALUE).changes()).isZero();
    }
  }

  @Test
  void should_curate_lessons_that_are_recalled_revised_and_undone() {
    try (ModelServer server = new ModelServer(GoodModel::answer);
        Table table = open()) {
      EmbeddedMemory memory = memory(table, server);
      say(memory, 1, "I keep bees on the roof.", "The honey is sold at the market.");
      StoredQuery first = teach(memory, table, "first");
      StoredQuery second = teach(memory, table, "second");

      NodeId old = new NodeId(first.lessons().getFirst().made().orElseThrow());
      NodeId revised = new NodeId(second.lessons().getFirst().made().orElseThrow());
      assertThat(second.lessons().getFirst().retired()).contains(old.value());
      MemoryGraph graph = new MemoryGraph(table, GRAPH);
      assertThat(graph.node(old).orElseThrow().status()).isEqualTo(NodeStatus.SUPERSEDED);
      assertThat(graph.node(revised).orElseThrow().content())
          .isEqualTo("Look for shops and markets.");
      assertThat(graph.node(revised).orElseThrow().subtype()).contains("searching");
      assertThat(lessons(memory)).containsExactly(revised);
      EdgeKey supersedes = EdgeKey.of(revised, Relation.SUPERSEDES, old);
      assertThat(graph.edges(List.of(supersedes))).containsKey(supersedes);

      Undo.Undone undone = memory.undo().undo(GRAPH, by("second"));
      assertThat(undone.lessons()).isEqualTo(1);
      assertThat(graph.node(revised)).isEmpty();
      assertThat(graph.edges(List.of(supersedes))).isEmpty();
      assertThat(graph.node(old).orElseThrow().status()).isEqualTo(NodeStatus.CURRENT);
      assertThat(lessons(memory)).containsExactly(old);
      memory.undo().undo(GRAPH, by("first"));
      assertThat(lessons(memory)).isEmpty();
    }
  }

  private static EditLog.Selection by(String caller) {
    return new EditLog.Selection(
        Optional.empty(), Optional.of(caller), Optional.empty(), Optional.empty());
  }

  /** The lessons that a question about where something is sold finds. */
  private static List<NodeId> lessons(EmbeddedMemory memory) {
    return memory
        .retrieval()
        .recall(GRAPH, RecallQuery.of("Where is something sold in shops?"))
        .nodes()
        .stream()
        .map(one -> one.node())
        .filter(node -> node.kind() == NodeKind.STRATEGY)
        .map(Node::id)
        .toList();
  }

  private static StoredQuery teach(EmbeddedMemory memory, Table table, String caller) {
    Recall recall =
        memory.retrieval().recall(GRAPH, RecallQuery.of("Where is something sold in shops?"));
    String query = recall.trace().orElseThrow().query();
    memory
        .feedback()
        .report(
            GRAPH,
            query,
            new FeedbackReport(
                // A lesson that was used is among them.
                recall.nodes().stream()
                    .filter(one -> one.node().kind() != NodeKind.FACT)
                    .map(one -> one.node().id().value())
                    .limit(3)
                    .toList(),
                Outcome.HELPFUL,
                1,
                Optional.of("At the market."),
                caller));
    return new QueryTraces(table, GRAPH).find(query, Clock.systemUTC()).orElseThrow();
  }

  @Test
  void should_say_nothing_of_a_conversation_in_the_log() {
    List<String> logged = Collections.synchronizedList(new ArrayList<>());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.INFO.intValue()) {
              logged.add(entry.getMessage() + Arrays.toString(entry.getParameters()));
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    try (ModelServer server = new ModelServer(BadModel.answers());
        Table table = open()) {
      EmbeddedMemory memory = memory(table, server);
      say(memory, 1, "My marzipan is kept on the roof.");
      memory.retrieval().recall(GRAPH, RecallQuery.of("Where is the marzipan?"));
      assertThat(logged).isNotEmpty().noneMatch(line -> line.contains("marzipan"));
    } finally {
      root.removeHandler(handler);
    }
  }

  @Test
  void should_lose_nothing_to_a_model_that_answers_nonsense() {
    try (ModelServer server = new ModelServer(BadModel.answers());
        Table table = open()) {
      EmbeddedMemory memory = memory(table, server);
      Ingestion.Outcome outcome =
          say(memory, 1, "I keep bees on the roof.", "The honey is sold at the market.");
      Recall recall = memory.retrieval().recall(GRAPH, RecallQuery.of("Where is the honey sold?"));

      assertThat(outcome.turns())
          .extracting(TurnOutcome::status)
          .containsOnly(TurnOutcome.Status.INTEGRATED);
      assertThat(outcome.agent().degraded()).extracting(one -> one.decision()).contains("extract");
      assertThat(recall.usage().agent().degraded()).isNotEmpty();
      assertThat(recall.nodes().getFirst().node().content()).contains("honey");
      say(memory, 3, "I live in Porto near the river.");
      say(memory, 4, "I live in Lisbon now.");
      Consolidation.Outcome ordered = memory.consolidation().run(GRAPH, Integer.MAX_VALUE);
      assertThat(ordered.agent().degraded())
          .extracting(one -> one.decision())
          .contains("consolidate");
      assertThat(ordered.changes()).isPositive();
    }
  }
}
