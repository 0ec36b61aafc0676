package io.engraph.retrieval;

import static io.engraph.MemoryFixture.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.engraph.EmbeddedMemory;
import io.engraph.MemoryFixture;
import io.engraph.agent.AgentReport;
import io.engraph.agent.Intent;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.Relation;
import io.engraph.graph.SourceRef;
import io.engraph.graph.UtilityRule;
import io.engraph.index.TimeSpan;
import io.engraph.index.TimeSpan.Precision;
import io.engraph.index.Tokens;
import io.engraph.reconsolidation.QueryTrace;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.reconsolidation.StoredQuery;
import io.engraph.table.Table;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetrievalTest {

  @TempDir Path folder;

  private MemoryFixture fixture;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
    fixture.say(
        "s",
        "Ana: I keep bees on the roof of the old library.",
        "Ben: Tomas is a terrible cook.",
        "Ana: The violin lessons begin in October.",
        "Ben: Nora says that Tomas is a wonderful cook.",
        "Ana: I work as a mechanic for bicycles in Porto.");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Recall ask(RecallQuery query) {
    return fixture.memory().retrieval().recall(GRAPH, query);
  }

  private static RecallQuery query(String text, Set<NodeKind> kinds, Optional<TimeSpan> range) {
    return new RecallQuery(
        text, Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), kinds, range, false);
  }

  private static List<NodeKind> kinds(Recall recall) {
    return recall.nodes().stream().map(one -> one.node().kind()).toList();
  }

  @Test
  void should_recall_the_turn_that_answers_first_with_its_source() {
    Recall recall = fixture.ask("When do the violin lessons begin?");

    assertThat(recall.intent()).isEqualTo(Intent.WHEN);
    assertThat(recall.nodes().getFirst().node().sources()).containsExactly(new SourceRef("s", 3));
    assertThat(recall.context()).contains("violin lessons begin in October. (s, turn 3)");
    assertThat(recall.tokens()).isEqualTo(Tokens.count(recall.context()));
    assertThat(recall.usage().itemsRead()).isPositive();
    assertThat(recall.usage().milliseconds())
        .containsKeys("graph", "plan", "embed", "seed", "walk", "load", "context", "trace");
  }

  @Test
  void should_carry_over_an_edge_to_what_says_nothing_alike() {
    Recall recall = fixture.ask("bees");

    assertThat(recall.nodes())
        .anyMatch(one -> one.node().content().contains("terrible") && one.path() > 0.2);
    assertThat(recall.walked()).isNotEmpty();
  }

  @Test
  void should_answer_the_same_question_in_the_same_way() {
    Recall first = fixture.ask("What about the bees and the bicycles?");
    Recall second = fixture.ask("What about the bees and the bicycles?");

    assertThat(second.nodes()).isEqualTo(first.nodes());
    assertThat(second.walked()).isEqualTo(first.walked());
  }

  @Test
  void should_leave_out_claims_unless_a_belief_is_asked_for() {
    assertThat(kinds(fixture.ask("Tomas wonderful cook"))).doesNotContain(NodeKind.CLAIM);
    assertThat(
            kinds(
                ask(
                    query(
                        "What does Nora think of Tomas?",
                        Set.of(NodeKind.CLAIM),
                        Optional.empty()))))
        .containsOnly(NodeKind.CLAIM);
  }

  @Test
  void should_not_say_twice_what_a_fact_and_its_turn_say_both() {
    Recall recall = fixture.ask("Who is a mechanic for bicycles in Porto?");

    assertThat(recall.nodes())
        .filteredOn(one -> one.node().content().contains("bicycles"))
        .hasSize(1);
    assertThat(
            kinds(
                ask(
                    query(
                        "Who is a mechanic for bicycles?",
                        Set.of(NodeKind.FACT),
                        Optional.empty()))))
        .isNotEmpty()
        .containsOnly(NodeKind.FACT);
  }

  @Test
  void should_not_widen_the_kinds_that_the_caller_asked_for() {
    assertThat(ask(query("bees", Set.of(NodeKind.STRATEGY), Optional.empty())).nodes()).isEmpty();
  }

  @Test
  void should_keep_to_the_time_that_the_caller_asked_for() {
    TimeSpan lastTwo =
        new TimeSpan(
            Instant.parse("2026-03-04T08:03:00Z"),
            Instant.parse("2026-03-04T09:00:00Z"),
            Precision.RANGE);

    Recall recall = ask(query("bees violin bicycles", Set.of(), Optional.of(lastTwo)));

    assertThat(recall.nodes()).isNotEmpty();
    assertThat(recall.nodes())
        .allSatisfy(
            one ->
                assertThat(one.node().time())
                    .satisfies(time -> assertThat(time.orElseThrow().overlaps(lastTwo)).isTrue()));
  }

  @Test
  void should_search_by_words_alone_where_a_question_cannot_be_embedded() {
    fixture.embedding().fail(true);

    Recall recall = fixture.ask("Who keeps bees?");

    assertThat(recall.nodes().getFirst().node().content()).contains("bees");
    assertThat(recall.usage().agent().degraded())
        .containsExactly(new AgentReport.Degradation("embed", "the model was made to fail"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"the", "is it of the?", "_", "...", "?!", "- -"})
  void should_answer_nothing_to_a_question_of_nothing(String text) {
    Recall recall = fixture.ask(text);

    assertThat(recall.nodes()).isEmpty();
    assertThat(recall.context()).isEmpty();
    assertThat(recall.tokens()).isZero();
    assertThat(recall.trace()).isPresent();
  }

  @Test
  void should_answer_nothing_from_a_graph_that_nobody_has_written_to() {
    Recall recall =
        fixture.memory().retrieval().recall(new GraphId("nobody"), RecallQuery.of("bees"));

    assertThat(recall.nodes()).isEmpty();
    assertThat(recall.trace()).isEmpty();
    assertThat(recall.usage().itemsWritten()).isZero();
  }

  @Test
  void should_find_nothing_of_another_graph() {
    GraphId other = new GraphId(GRAPH.value() + "-2");
    fixture
        .memory()
        .ingestion()
        .ingest(other, List.of(MemoryFixture.observation(1, "s", "Eva", "I sell old maps.")));

    assertThat(fixture.memory().retrieval().recall(other, RecallQuery.of("bees violin")).nodes())
        .allSatisfy(one -> assertThat(one.node().content()).doesNotContain("bees"));
    assertThat(fixture.ask("old maps").nodes())
        .allSatisfy(one -> assertThat(one.node().content()).doesNotContain("maps"));
  }

  @Test
  void should_return_no_more_nodes_and_tokens_than_asked_for() {
    for (int limit = 1; limit <= 5; limit++) {
      Recall recall =
          ask(
              new RecallQuery(
                  "bees violin bicycles cook",
                  Optional.empty(),
                  OptionalInt.of(limit),
                  OptionalInt.of(40),
                  Set.of(),
                  Optional.empty(),
                  false));
      assertThat(recall.nodes().size()).isLessThanOrEqualTo(limit);
      assertThat(recall.tokens()).isLessThanOrEqualTo(40);
    }
  }

  @Test
  void should_leave_a_trace_that_tells_what_happened() {
    Recall recall = fixture.ask("When do the violin lessons begin?");

    StoredQuery stored =
        new QueryTraces(fixture.table(), GRAPH)
            .find(recall.trace().orElseThrow().query(), Clock.systemUTC())
            .orElseThrow();
    assertThat(stored.status()).isEqualTo(StoredQuery.Status.ANSWERED);
    assertThat(stored.trace()).isEqualTo(recall.trace().orElseThrow());
    assertThat(stored.trace().candidates().getFirst().channels())
        .containsKeys("dense", "lexical", "neighbour", "session", "keywords", "form");
    assertThat(stored.trace().loaded()).hasSameSizeAs(recall.nodes());
    assertThat(
            new QueryTraces(fixture.table(), new GraphId("other"))
                .find(stored.trace().query(), Clock.systemUTC()))
        .isEmpty();
  }

  @Test
  void should_forget_a_trace_that_has_expired() {
    String query = fixture.ask("bees").trace().orElseThrow().query();
    QueryTraces traces = new QueryTraces(fixture.table(), GRAPH);

    assertThat(traces.find(query, InstantSource.fixed(Instant.now().plus(Duration.ofDays(29)))))
        .isPresent();
    assertThat(traces.find(query, InstantSource.fixed(Instant.now().plus(Duration.ofDays(31)))))
        .isEmpty();
  }

  /** However large the graph and a hub in it: 5 rounds of 6 nodes, 8 edges each way, 12 nodes. */
  @Test
  void should_never_read_more_items_than_the_budgets_allow() {
    long bound = 1 + 5 * 6 * 2 * 8 + 12;

    grow(0, 100);
    assertThat(itemsReadWarm()).isBetween(1L, bound);
    grow(100, 1_000);
    assertThat(itemsReadWarm()).isBetween(1L, bound);
  }

  private void grow(int from, int to) {
    for (int first = from; first < to; first += 50) {
      fixture
          .memory()
          .ingestion()
          .ingest(
              GRAPH,
              IntStream.range(first, first + 50)
                  .mapToObj(
                      i ->
                          MemoryFixture.observation(
                              i, "more", "Ana", "Remark number%d of the day.".formatted(i)))
                  .toList());
    }
  }

  /** Without overlap, a warm query reads nothing of the index log again. */
  private long itemsReadWarm() {
    EmbeddedMemory warm =
        EmbeddedMemory.on(
            fixture.table(),
            fixture.embedding(),
            Clock.offset(Clock.systemUTC(), Duration.ofSeconds(1)),
            Map.of("engraph.index.overlap", "PT0S"));
    warm.retrieval().recall(GRAPH, RecallQuery.of("bees on the roof"));
    return warm.retrieval().recall(GRAPH, RecallQuery.of("bees on the roof")).usage().itemsRead();
  }

  /** A hub of 100,000 edges costs what any node does: the best few in each direction. */
  @Test
  void should_read_no_more_of_a_hub_than_of_any_node() {
    MemoryGraph graph = new MemoryGraph(fixture.table(), GRAPH);
    NodeId hub = fixture.ask("bees on the roof").nodes().getFirst().node().id();
    for (int first = 0; first < 100_000; first += Table.MAX_TRANSACTION_WRITES) {
      fixture
          .table()
          .transact(
              IntStream.range(first, first + Table.MAX_TRANSACTION_WRITES)
                  .mapToObj(
                      i ->
                          graph.create(
                              Edge.of(
                                  EdgeKey.of(
                                      NodeId.of(NodeKind.EPISODE, "end-" + i),
                                      Relation.CORRELATES,
                                      hub),
                                  UtilityRule.vouched(0.5)),
                              UtilityRule.BETA_POSTERIOR))
                  .toList());
    }

    assertThat(itemsReadWarm()).isBetween(1L, 1L + 5 * 6 * 2 * 8 + 12);
  }

  @Test
  void should_answer_nothing_strictly_when_nothing_is_clearly_about_it() {
    assertThat(askStrictly("How deep is the lake?").nodes()).isEmpty();
    assertThat(texts(askStrictly("violin")))
        .containsExactly("The violin lessons begin in October.");
  }

  private Recall askStrictly(String text) {
    return ask(
        new RecallQuery(
            text,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Set.of(),
            Optional.empty(),
            true));
  }

  private static List<String> texts(Recall recall) {
    return recall.nodes().stream().map(one -> one.node().content()).toList();
  }

  @Test
  void should_explain_each_step_of_the_walk_and_each_part_of_a_score() {
    Recall recall = fixture.ask("Who keeps bees on the roof?");
    QueryTrace trace = recall.trace().orElseThrow();

    assertThat(trace.focus()).isEqualTo("ANY");
    assertThat(trace.steps()).isNotEmpty();
    assertThat(trace.steps().getFirst().atom()).isEqualTo("SUBGRAPH_BEAM");
    assertThat(trace.steps().getFirst().expanded()).isNotEmpty();
    assertThat(trace.policy()).containsKeys("dense", "path");
    for (QueryTrace.Loaded loaded : trace.loaded()) {
      double parts = 0.8 * loaded.access() + 0.2 * loaded.similarity();
      double search =
          trace.policy().entrySet().stream()
              .filter(weight -> !weight.getKey().equals("path"))
              .mapToDouble(Map.Entry::getValue)
              .sum();
      assertThat(loaded.score())
          .isCloseTo(parts + trace.policy().get("path") / search * loaded.path(), within(0.001));
    }
  }
}
