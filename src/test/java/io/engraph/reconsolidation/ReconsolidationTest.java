package io.engraph.reconsolidation;

import static io.engraph.MemoryFixture.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.agent.EdgeDecision.Action;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.Relation;
import io.engraph.reconsolidation.StoredQuery.Status;
import io.engraph.retrieval.Recall;
import io.engraph.table.PartitionQuery;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReconsolidationTest {

  @TempDir Path folder;

  private MemoryFixture fixture;
  private MemoryGraph graph;
  private QueryTraces traces;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
    graph = new MemoryGraph(fixture.table(), GRAPH);
    traces = new QueryTraces(fixture.table(), GRAPH);
    fixture.say(
        "s",
        "Ana: I keep bees on the roof.",
        "Ben: The trams are loud.",
        "Ana: The honey is sold at the market.",
        "Ben: It rains a lot.");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static FeedbackReport report(Outcome outcome, String... influence) {
    return new FeedbackReport(
        List.of(influence), outcome, 1, Optional.empty(), FeedbackReport.ANYBODY);
  }

  /** Feedback that completes the query without reconsolidating it. */
  private Feedback feedbackOnly() {
    return new Feedback(fixture.table(), new RulesAgent(), Clock.systemUTC(), _ -> {});
  }

  private static String id(Recall recall, String content) {
    return recall.nodes().stream()
        .filter(one -> one.node().content().contains(content))
        .findFirst()
        .orElseThrow()
        .node()
        .id()
        .value();
  }

  private static double score(Recall recall, String content) {
    return recall.nodes().stream()
        .filter(one -> one.node().content().contains(content))
        .mapToDouble(Recall.RecalledNode::score)
        .findFirst()
        .orElse(0);
  }

  private static String query(Recall recall) {
    return recall.trace().orElseThrow().query();
  }

  private Edge edge(String one, String two) {
    EdgeKey key = EdgeKey.of(new NodeId(one), Relation.CORRELATES, new NodeId(two));
    return graph.edges(List.of(key)).get(key);
  }

  @Test
  void should_join_what_helped_together_and_log_it() {
    Recall recall = fixture.ask("bees and honey");
    String bees = id(recall, "bees");
    String honey = id(recall, "honey");

    fixture.memory().feedback().report(GRAPH, query(recall), report(Outcome.HELPFUL, bees, honey));

    assertThat(edge(bees, honey).evidence().posteriorMean()).isEqualTo(2.0 / 3);
    StoredQuery stored = traces.find(query(recall), Clock.systemUTC()).orElseThrow();
    assertThat(stored.status()).isEqualTo(Status.RECONSOLIDATED);
    EdgeEdit edit =
        stored.edits().stream().filter(one -> one.action() == Action.ADD).findFirst().orElseThrow();
    assertThat(edit.before()).isEmpty();
    assertThat(edit.utilityAfter()).isEqualTo(2.0 / 3);
    assertThat(edit.query()).isEqualTo(query(recall));
    assertThat(fixture.table().query(PartitionQuery.of(graph.keys().edits())).items())
        .hasSize(
            stored.edits().size()
                + stored.policyEdit().stream().toList().size()
                + stored.questionEdit().stream().toList().size());
  }

  @Test
  void should_join_what_was_used_together_only_the_second_time() {
    List<Boolean> joined = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Recall recall = fixture.ask("bees and honey");
      String bees = id(recall, "bees");
      String honey = id(recall, "honey");
      fixture
          .memory()
          .feedback()
          .report(GRAPH, query(recall), report(Outcome.HELPFUL, bees, id(recall, "trams"), honey));
      joined.add(
          graph.neighbourhoods(List.of(new NodeId(bees)), 100).getFirst().outgoing().stream()
                  .anyMatch(edge -> edge.key().equals(edge(bees, honey).key()))
              || graph.neighbourhoods(List.of(new NodeId(bees)), 100).getFirst().incoming().stream()
                  .anyMatch(edge -> edge.key().equals(edge(bees, honey).key())));
    }

    assertThat(joined).containsExactly(false, true);
    Recall recall = fixture.ask("bees and honey");
    assertThat(edge(id(recall, "bees"), id(recall, "honey")).evidence().helpful()).isEqualTo(2);
  }

  @Test
  void should_remember_a_question_that_was_answered_well_with_what_helped() {
    Recall first = fixture.ask("Who sells sweet things?");
    String honey = id(first, "honey");
    fixture.memory().feedback().report(GRAPH, query(first), report(Outcome.HELPFUL, honey));

    QuestionEdit edit =
        traces.find(query(first), Clock.systemUTC()).orElseThrow().questionEdit().orElseThrow();
    assertThat(graph.node(new NodeId(edit.node())).orElseThrow().content())
        .isEqualTo("Who sells sweet things?");
    assertThat(graph.neighbourhoods(List.of(new NodeId(honey)), 100).getFirst().incoming())
        .anyMatch(edge -> edge.key().source().value().equals(edit.node()));
    Recall again = fixture.ask("Who sells sweet things?");
    assertThat(again.trace().orElseThrow().pastQuestions())
        .containsExactly(new QueryTrace.PastQuestion(edit.node(), List.of(honey), 1));
    assertThat(again.nodes())
        .extracting(one -> one.node().kind())
        .doesNotContain(NodeKind.QUESTION);
    assertThat(score(again, "honey")).isGreaterThan(score(first, "honey"));
  }

  @Test
  void should_remember_the_same_question_with_the_same_answer_once() {
    List<Boolean> remembered = new ArrayList<>();
    for (String influence : List.of("honey", "honey", "bees")) {
      Recall recall = fixture.ask("Who sells sweet things?");
      fixture
          .memory()
          .feedback()
          .report(GRAPH, query(recall), report(Outcome.HELPFUL, id(recall, influence)));
      remembered.add(
          traces.find(query(recall), Clock.systemUTC()).orElseThrow().questionEdit().isPresent());
    }

    assertThat(remembered).containsExactly(true, false, true);
  }

  @ParameterizedTest
  @EnumSource(names = {"HARMFUL", "NEUTRAL"})
  void should_not_remember_a_question_that_was_not_answered_well(Outcome outcome) {
    Recall recall = fixture.ask("Who sells sweet things?");
    fixture.memory().feedback().report(GRAPH, query(recall), report(outcome, id(recall, "honey")));

    assertThat(traces.find(query(recall), Clock.systemUTC()).orElseThrow().questionEdit())
        .isEmpty();
  }

  @Test
  void should_recall_better_what_was_learned_to_belong_together() {
    double before = score(fixture.ask("Who keeps bees?"), "honey");
    Recall lesson = fixture.ask("bees and honey");

    fixture
        .memory()
        .feedback()
        .report(
            GRAPH, query(lesson), report(Outcome.HELPFUL, id(lesson, "bees"), id(lesson, "honey")));

    assertThat(score(fixture.ask("Who keeps bees?"), "honey")).isGreaterThan(before + 0.02);
  }

  @Test
  void should_strengthen_with_every_query_that_helped_and_weaken_with_one_that_misled() {
    List<Double> utilities = new ArrayList<>();
    for (Outcome outcome : List.of(Outcome.HELPFUL, Outcome.HELPFUL, Outcome.HARMFUL)) {
      Recall recall = fixture.ask("bees and honey");
      String bees = id(recall, "bees");
      String honey = id(recall, "honey");
      fixture.memory().feedback().report(GRAPH, query(recall), report(outcome, bees, honey));
      utilities.add(edge(bees, honey).evidence().posteriorMean());
    }

    assertThat(utilities).containsExactly(2.0 / 3, 3.0 / 4, 3.0 / 5);
  }

  @Test
  void should_change_nothing_for_a_neutral_outcome_but_close_the_query() {
    Recall recall = fixture.ask("bees and honey");

    fixture
        .memory()
        .feedback()
        .report(
            GRAPH, query(recall), report(Outcome.NEUTRAL, id(recall, "bees"), id(recall, "honey")));

    StoredQuery stored = traces.find(query(recall), Clock.systemUTC()).orElseThrow();
    assertThat(stored.status()).isEqualTo(Status.RECONSOLIDATED);
    assertThat(stored.edits()).isEmpty();
  }

  @Test
  void should_ignore_and_name_nodes_that_the_query_did_not_load() {
    Recall recall = fixture.ask("bees and honey");
    String bees = id(recall, "bees");

    RecordedFeedback feedback =
        fixture
            .memory()
            .feedback()
            .report(
                GRAPH,
                query(recall),
                report(Outcome.HELPFUL, bees, "episode-0123456789abcdef01234567-0", "x", bees));

    assertThat(feedback.influence()).containsExactly(bees);
    assertThat(feedback.ignored()).containsExactly("episode-0123456789abcdef01234567-0", "x", bees);
  }

  @Test
  void should_take_feedback_once() {
    Recall recall = fixture.ask("bees and honey");
    fixture.memory().feedback().report(GRAPH, query(recall), report(Outcome.HELPFUL));
    StoredQuery before = traces.find(query(recall), Clock.systemUTC()).orElseThrow();

    assertThatThrownBy(
            () ->
                fixture
                    .memory()
                    .feedback()
                    .report(
                        GRAPH,
                        query(recall),
                        report(Outcome.HARMFUL, id(recall, "bees"), id(recall, "honey"))))
        .isInstanceOf(Feedback.AlreadyGivenException.class);
    assertThat(traces.find(query(recall), Clock.systemUTC())).contains(before);
  }

  @Test
  void should_not_know_queries_of_other_graphs_or_of_nobody() {
    Recall recall = fixture.ask("bees and honey");
    for (String unknown : List.of("01ARZ3NDEKTSV4RRFFQ69G5FAV", "x", "", "a#b")) {
      assertThatThrownBy(
              () -> fixture.memory().feedback().report(GRAPH, unknown, report(Outcome.HELPFUL)))
          .isInstanceOf(Feedback.UnknownQueryException.class);
    }
    assertThatThrownBy(
            () ->
                fixture
                    .memory()
                    .feedback()
                    .report(new GraphId("other"), query(recall), report(Outcome.HELPFUL)))
        .isInstanceOf(Feedback.UnknownQueryException.class);
  }

  @Test
  void should_apply_an_event_exactly_once_however_often_it_comes() throws Exception {
    Recall recall = fixture.ask("bees and honey");
    String bees = id(recall, "bees");
    String honey = id(recall, "honey");
    feedbackOnly().report(GRAPH, query(recall), report(Outcome.HELPFUL, bees, honey));
    assertThat(traces.completed(10)).containsExactly(query(recall));

    Callable<List<EdgeEdit>> delivery =
        () -> fixture.memory().reconsolidation().handle(new TraceCompleted(GRAPH, query(recall)));
    int applied = 0;
    try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
      for (Future<List<EdgeEdit>> done : executor.invokeAll(Collections.nCopies(16, delivery))) {
        applied += done.get().isEmpty() ? 0 : 1;
      }
    }

    assertThat(applied).isEqualTo(1);
    assertThat(edge(bees, honey).evidence().helpful()).isEqualTo(1);
    assertThat(edge(bees, honey).version()).isEqualTo(1);
    assertThat(traces.completed(10)).isEmpty();
  }

  @Test
  void should_lose_no_evidence_when_many_queries_are_reconsolidated_at_once() throws Exception {
    List<Callable<List<EdgeEdit>>> deliveries = new ArrayList<>();
    String bees = "";
    String honey = "";
    for (int i = 0; i < 8; i++) {
      Recall recall = fixture.ask("bees and honey");
      bees = id(recall, "bees");
      honey = id(recall, "honey");
      feedbackOnly().report(GRAPH, query(recall), report(Outcome.HELPFUL, bees, honey));
      deliveries.add(
          () ->
              fixture.memory().reconsolidation().handle(new TraceCompleted(GRAPH, query(recall))));
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
      for (Future<List<EdgeEdit>> done : executor.invokeAll(deliveries)) {
        assertThat(done.get()).isNotEmpty();
      }
    }

    assertThat(edge(bees, honey).evidence().helpful()).isEqualTo(8);
    assertThat(edge(bees, honey).version()).isEqualTo(8);
  }

  @Test
  void should_leave_a_query_alone_that_is_not_completed_or_not_known() {
    Recall recall = fixture.ask("bees and honey");

    assertThat(fixture.memory().reconsolidation().handle(new TraceCompleted(GRAPH, query(recall))))
        .isEmpty();
    assertThat(
            fixture
                .memory()
                .reconsolidation()
                .handle(new TraceCompleted(new GraphId("none"), query(recall))))
        .isEmpty();
    assertThat(traces.find(query(recall), Clock.systemUTC()).orElseThrow().status())
        .isEqualTo(Status.ANSWERED);
  }
}
