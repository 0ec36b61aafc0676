package io.engraph.reconsolidation;

import static io.engraph.MemoryFixture.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.Evidence;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Neighbourhood;
import io.engraph.graph.NodeId;
import io.engraph.graph.Relation;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexLog;
import io.engraph.reconsolidation.EditLog.Selection;
import io.engraph.retrieval.Recall;
import io.engraph.table.Ulids;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UndoTest {

  private static final Selection ANY =
      new Selection(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  @TempDir Path folder;

  private MemoryFixture fixture;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
    fixture.say(
        "s",
        "Ana: I keep bees on the roof.",
        "Ben: The trams are loud.",
        "Ana: The honey is sold at the market.",
        "Ben: It rains a lot.",
        "Ana: The roof of the market leaks.");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Selection caller(String caller) {
    return new Selection(Optional.empty(), Optional.of(caller), Optional.empty(), Optional.empty());
  }

  /** Asks, and reports on two of the answers; the id of the query. */
  private String teach(String question, String caller, Outcome outcome, int first, int second) {
    Recall recall = fixture.ask(question);
    String query = recall.trace().orElseThrow().query();
    List<String> ids = recall.nodes().stream().map(one -> one.node().id().value()).toList();
    fixture
        .memory()
        .feedback()
        .report(
            GRAPH,
            query,
            new FeedbackReport(
                List.of(ids.get(first), ids.get(second)), outcome, 1, Optional.empty(), caller));
    return query;
  }

  /** All that reconsolidation changes: every edge, found or not yet, the policy, the questions. */
  private Map<String, Object> state() {
    MemoryGraph graph = new MemoryGraph(fixture.table(), GRAPH);
    Set<NodeId> nodes = new TreeSet<>();
    Set<EdgeKey> keys = new TreeSet<>();
    fixture
        .ask("bees trams honey rains roof market")
        .nodes()
        .forEach(one -> nodes.add(one.node().id()));
    for (EditLog.Entry entry :
        new EditLog(fixture.table(), GRAPH).list(ANY, Optional.empty(), Integer.MAX_VALUE)) {
      entry
          .edge()
          .ifPresent(
              edit ->
                  keys.add(
                      new EdgeKey(
                          new NodeId(edit.source()),
                          Relation.find(edit.relation()).orElseThrow(),
                          new NodeId(edit.target()))));
      entry.question().ifPresent(edit -> nodes.add(new NodeId(edit.node())));
    }
    Map<EdgeKey, Evidence> edges = new TreeMap<>();
    for (Neighbourhood neighbourhood : graph.neighbourhoods(List.copyOf(nodes), 100)) {
      neighbourhood.outgoing().forEach(edge -> edges.put(edge.key(), edge.evidence()));
      neighbourhood.incoming().forEach(edge -> edges.put(edge.key(), edge.evidence()));
    }
    graph.edges(keys).values().forEach(edge -> edges.put(edge.key(), edge.evidence()));
    return Map.of(
        "edges", edges,
        "nodes", graph.nodes(nodes),
        "index", indexed(),
        "policy", graph.learned().millionths());
  }

  private Map<String, Integer> indexed() {
    return fixture
        .memory()
        .indexes()
        .read(
            fixture.table(),
            new IndexLog(GRAPH.value(), new Ulids(Clock.systemUTC(), new SecureRandom())),
            GRAPH.value(),
            CompactIndex::countsByKind);
  }

  @Test
  void should_restore_what_a_query_changed() {
    Map<String, Object> before = state();
    String query = teach("bees and honey", "agent", Outcome.HELPFUL, 0, 2);
    assertThat(state()).isNotEqualTo(before);

    Undo.Undone undone =
        fixture
            .memory()
            .undo()
            .undo(
                GRAPH,
                new Selection(
                    Optional.of(query), Optional.empty(), Optional.empty(), Optional.empty()));

    assertThat(undone.edges()).isPositive();
    assertThat(undone.policy()).isEqualTo(1);
    assertThat(undone.questions()).isEqualTo(1);
    assertThat(state()).isEqualTo(before);
  }

  @Test
  void should_leave_what_others_taught_as_if_the_undone_had_never_been() {
    teach("bees and honey", "agent", Outcome.HELPFUL, 0, 2);
    Map<String, Object> taught = state();
    teach("bees and honey", "stranger", Outcome.HARMFUL, 0, 2);
    teach("trams and rain", "stranger", Outcome.HELPFUL, 3, 1);
    teach("bees and honey", "stranger", Outcome.HELPFUL, 3, 1);
    assertThat(state()).isNotEqualTo(taught);

    fixture.memory().undo().undo(GRAPH, caller("stranger"));

    assertThat(state()).isEqualTo(taught);
  }

  @Test
  void should_keep_what_was_taught_after_the_undone() {
    teach("bees and honey", "stranger", Outcome.HELPFUL, 0, 2);
    teach("bees and honey", "agent", Outcome.HELPFUL, 0, 2);
    fixture.memory().undo().undo(GRAPH, caller("stranger"));
    MemoryGraph graph = new MemoryGraph(fixture.table(), GRAPH);

    List<EditLog.Entry> rest =
        new EditLog(fixture.table(), GRAPH)
            .list(caller("agent"), Optional.empty(), 100).stream()
                .filter(entry -> entry.edge().isPresent())
                .toList();

    assertThat(rest).isNotEmpty().noneMatch(EditLog.Entry::isUndone);
    assertThat(graph.learned().millionths()).isEqualTo(graph.learnedFrom("agent").millionths());
    assertThat(graph.learnedFrom("stranger").millionths()).isEmpty();
  }

  @Test
  void should_undo_once_and_log_it() {
    teach("bees and honey", "agent", Outcome.HELPFUL, 0, 2);
    Instant later = Instant.now().plusSeconds(60);
    Selection untilLater =
        new Selection(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(later));

    assertThat(fixture.memory().undo().undo(GRAPH, untilLater).edges()).isPositive();
    assertThat(fixture.memory().undo().undo(GRAPH, untilLater))
        .isEqualTo(new Undo.Undone(0, 0, 0, 0));
    List<EditLog.Entry> log =
        new EditLog(fixture.table(), GRAPH).list(untilLater, Optional.empty(), 100);
    assertThat(log).filteredOn(entry -> entry.undo().isEmpty()).allMatch(EditLog.Entry::isUndone);
    assertThat(log)
        .filteredOn(entry -> entry.undo().isPresent())
        .isNotEmpty()
        .allSatisfy(
            entry -> assertThat(entry.undo().orElseThrow().reason()).isEqualTo("until " + later));
  }

  @Test
  void should_undo_nothing_outside_the_time() {
    teach("bees and honey", "agent", Outcome.HELPFUL, 0, 2);
    Map<String, Object> taught = state();

    fixture
        .memory()
        .undo()
        .undo(
            GRAPH,
            new Selection(
                Optional.empty(),
                Optional.empty(),
                Optional.of(Instant.now().plusSeconds(60)),
                Optional.empty()));

    assertThat(state()).isEqualTo(taught);
  }

  @Test
  void should_refuse_to_undo_everything_by_mistake() {
    assertThatThrownBy(() -> fixture.memory().undo().undo(GRAPH, ANY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void should_hold_one_caller_within_their_limit_and_count_what_is_beyond() {
    for (int i = 0; i < 40; i++) {
      teach("bees and honey", "stranger", Outcome.HELPFUL, 4, 3);
    }
    MemoryGraph graph = new MemoryGraph(fixture.table(), GRAPH);

    assertThat(graph.learned().millionths().values()).allMatch(by -> Math.abs(by) <= 500_000);
    assertThat(graph.learned().millionths())
        .isEqualTo(graph.learnedFrom("stranger").within(500_000).millionths());
    fixture.memory().undo().undo(GRAPH, caller("stranger"));
    assertThat(graph.learned().millionths()).isEmpty();
  }

  @Test
  void should_go_back_to_waiting_for_the_second_time_when_one_of_two_uses_is_undone() {
    teachThree("agent");
    Map<String, Object> once = state();
    teachThree("stranger");
    assertThat(state()).isNotEqualTo(once);

    fixture.memory().undo().undo(GRAPH, caller("stranger"));

    assertThat(state()).isEqualTo(once);
  }

  /** Reports on three answers, the first and the last of which are not used one after the other. */
  private void teachThree(String caller) {
    Recall recall = fixture.ask("bees and honey");
    List<String> ids = recall.nodes().stream().map(node -> node.node().id().value()).toList();
    fixture
        .memory()
        .feedback()
        .report(
            GRAPH,
            recall.trace().orElseThrow().query(),
            new FeedbackReport(ids.subList(0, 3), Outcome.HELPFUL, 1, Optional.empty(), caller));
  }
}
