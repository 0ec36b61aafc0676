package io.engraph.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.agent.CompletedRecall;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.agent.CompletedRecall.WalkedEdge;
import io.engraph.agent.EdgeDecision;
import io.engraph.agent.EdgeDecision.Action;
import io.engraph.agent.Integration;
import io.engraph.agent.Intent;
import io.engraph.agent.MemoryUnit;
import io.engraph.agent.NodeReader;
import io.engraph.agent.QueryPlan;
import io.engraph.agent.QuestionText;
import io.engraph.agent.RecallState;
import io.engraph.agent.RecallState.Found;
import io.engraph.agent.SeedPlan;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.graph.RelationKind;
import io.engraph.graph.SourceRef;
import io.engraph.index.TimeSpan;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {

  private static final Instant NOW = Instant.parse("2026-03-04T10:00:00Z");
  private static final NodeId A = NodeId.of(NodeKind.EPISODE, "a");
  private static final NodeId B = NodeId.of(NodeKind.EPISODE, "b");
  private static final NodeId C = NodeId.of(NodeKind.EPISODE, "c");

  private static QueryPlan plan(String text, NodeKind... kinds) {
    return Planner.plan(
        new QuestionText(
            text, OffsetDateTime.parse("2026-03-04T10:00:00Z"), Set.of(kinds), Optional.empty()));
  }

  @Nested
  class Planning {

    @ParameterizedTest
    @CsvSource({
      "'Who lives in Porto?', WHO",
      "'What does Ana eat?', WHAT",
      "'When did Ana move?', WHEN",
      "'What year did she move?', WHEN",
      "'Why did Ana move?', WHY",
      "'Where does Ana live?', WHERE",
      "'Which city is it?', WHERE",
      "'How did it go?', HOW",
      "'What do Ana and Ben have in common?', COMPARE",
      "'What does Nora think of Tomas?', BELIEF",
      "'Ana and the trams', DETAIL"
    })
    void should_read_the_intent_off_the_words(String text, Intent intent) {
      assertThat(plan(text).intent()).isEqualTo(intent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"the", "is it?", "_", "...", "?"})
    void should_not_search_by_nothing(String text) {
      assertThat(plan(text).seeds()).isEmpty();
    }

    @Test
    void should_search_for_the_words_that_an_answer_may_have() {
      assertThat(plan("When did Ana move to Lisbon?").seeds().getFirst().keywords())
          .containsExactly("ana", "move", "lisbon");
      assertThat(plan("Who did what?").seeds().getFirst().keywords())
          .containsExactly("who", "did", "what");
    }

    @Test
    void should_leave_out_entities_always_and_claims_unless_a_belief_is_asked_for() {
      assertThat(plan("Where does Ana live?").seeds().getFirst().kinds())
          .containsExactlyInAnyOrder(
              NodeKind.EPISODE, NodeKind.EVENT, NodeKind.FACT, NodeKind.STRATEGY);
      assertThat(plan("What does Nora think of Tomas?").seeds().getFirst().kinds())
          .contains(NodeKind.CLAIM)
          .doesNotContain(NodeKind.ENTITY);
    }

    @ParameterizedTest
    @CsvSource({
      "'What does Ana eat?', 'TRAVERSE GROUND CONFLICT_INHIBIT'",
      "'Why did Ana move?', 'PATH_SEARCH TRAVERSE GROUND CONFLICT_INHIBIT'",
      "'Who sells honey?', 'SUBGRAPH_BEAM TRAVERSE GROUND CONFLICT_INHIBIT'",
      "'How did it go?', 'SUBGRAPH_BEAM TRAVERSE GROUND CONFLICT_INHIBIT'",
      "'What do they have in common?', 'INTERSECT TRAVERSE GROUND CONFLICT_INHIBIT'",
      "'What did Ana tell Ben?', 'INTERSECT TRAVERSE GROUND CONFLICT_INHIBIT'",
      "'What does Ana eat now?', 'TRAVERSE GROUND TEMPORAL_DECAY CONFLICT_INHIBIT'",
      "'What did Ana use to eat before?', 'TRAVERSE GROUND'"
    })
    void should_choose_the_moves_by_what_is_asked(String text, String moves) {
      assertThat(plan(text).moves().stream().map(move -> move.atom().name()))
          .containsExactly(moves.split(" ", -1));
    }

    @Test
    void should_look_for_reasons_along_causes() {
      assertThat(plan("Why did Ana move?").moves().getFirst().relations())
          .containsExactlyInAnyOrder(RelationKind.CAUSAL, RelationKind.LOGICAL);
    }

    @Test
    void should_read_the_time_that_the_question_speaks_of_as_a_weight_and_no_gate() {
      SeedPlan seed = plan("What did Ana paint in May 2025?").seeds().getFirst();

      assertThat(seed.time().orElseThrow().precision()).isEqualTo(TimeSpan.Precision.MONTH);
      assertThat(seed.range()).isEmpty();
    }

    @Test
    void should_search_just_the_kinds_that_the_caller_wants() {
      assertThat(plan("Where does Ana live?", NodeKind.ENTITY).seeds().getFirst().kinds())
          .containsExactly(NodeKind.ENTITY);
    }
  }

  @Nested
  class Judging {

    private RecallState state(List<Found> best, List<Found> frontier, boolean isFull) {
      return new RecallState("?", Intent.DETAIL, best, frontier, isFull, NodeReader.NONE);
    }

    @Test
    void should_go_on_from_the_best_of_the_frontier_while_there_is_room() {
      List<Found> frontier =
          IntStream.range(0, 9)
              .mapToObj(i -> new Found(NodeId.of(NodeKind.EPISODE, "n" + i), 0.9 - i / 10.0, 1))
              .toList();

      assertThat(Judge.judge(state(List.of(new Found(A, 0.9, 0)), frontier, false)).expand())
          .isEqualTo(frontier.subList(0, 6).stream().map(Found::node).toList());
    }

    @Test
    void should_find_it_enough_when_the_frontier_is_worse_than_the_worst_answer() {
      List<Found> best = List.of(new Found(A, 0.9, 0), new Found(B, 0.5, 0));

      assertThat(Judge.judge(state(best, List.of(new Found(C, 0.49, 1)), true)).isEnough())
          .isTrue();
      assertThat(Judge.judge(state(best, List.of(new Found(C, 0.5, 1)), true)).expand())
          .containsExactly(C);
    }
  }

  @Nested
  class Integrating {

    private final MemoryUnit unit =
        new MemoryUnit(
            NodeKind.FACT,
            "I live in Lisbon.",
            "Ana of themself",
            List.of(),
            Optional.empty(),
            List.of(),
            Optional.empty());

    private Node node(
        String content, String description, Optional<TimeSpan> time, NodeStatus status) {
      return new Node(
          NodeId.of(NodeKind.FACT, "x"),
          NodeKind.FACT,
          Optional.empty(),
          content,
          description,
          List.of(),
          time,
          NOW,
          List.of(new SourceRef("s", 1)),
          status,
          Optional.empty(),
          1);
    }

    @Test
    void should_merge_what_says_the_same_of_the_same_one() {
      Node same = node("i live in LISBON", "Ana of themself", Optional.empty(), NodeStatus.CURRENT);

      assertThat(Integrator.integrate(unit, List.of(same)))
          .isEqualTo(new Integration.Merge(same.id()));
    }

    @Test
    void should_add_another_subject_another_time_a_new_state_and_what_once_held() {
      for (Node other :
          List.of(
              node("I live in Lisbon.", "Ben of themself", Optional.empty(), NodeStatus.CURRENT),
              node(
                  "I live in Lisbon.",
                  "Ana of themself",
                  Optional.of(TimeSpan.at(NOW)),
                  NodeStatus.CURRENT),
              node("I live in Porto.", "Ana of themself", Optional.empty(), NodeStatus.CURRENT),
              node(
                  "I live in Lisbon.",
                  "Ana of themself",
                  Optional.empty(),
                  NodeStatus.SUPERSEDED))) {
        assertThat(Integrator.integrate(unit, List.of(other))).isEqualTo(new Integration.Add());
      }
      assertThat(Integrator.integrate(unit, List.of())).isEqualTo(new Integration.Add());
    }
  }

  @Nested
  class Reconsolidating {

    private static final EdgeKey A_TO_B = EdgeKey.of(A, Relation.PRECEDES, B);
    private static final EdgeKey A_TO_C = EdgeKey.of(A, Relation.PRECEDES, C);

    private List<EdgeDecision> decide(
        Outcome outcome, List<NodeId> influence, WalkedEdge... walked) {
      return Reconsolidator.decide(
          new CompletedRecall(
              List.of(A, B, C),
              List.of(walked),
              influence,
              outcome,
              0.8,
              List.of(),
              "?",
              Optional.empty(),
              NodeReader.NONE));
    }

    private EdgeDecision of(List<EdgeDecision> decisions, EdgeKey edge) {
      return decisions.stream()
          .filter(decision -> decision.edge().equals(edge))
          .findFirst()
          .orElseThrow();
    }

    @Test
    void should_join_nodes_that_helped_one_after_the_other() {
      List<EdgeDecision> decisions = decide(Outcome.HELPFUL, List.of(B, A, C));

      assertThat(decisions).hasSize(3);
      assertThat(of(decisions, EdgeKey.of(B, Relation.CORRELATES, C)).action())
          .isEqualTo(Action.ASSOCIATE);
      assertThat(of(decisions, EdgeKey.of(A, Relation.CORRELATES, B)).action())
          .isEqualTo(Action.ADD);
      assertThat(of(decisions, EdgeKey.of(A, Relation.CORRELATES, C)).confidence()).isEqualTo(0.8);
    }

    @Test
    void should_strengthen_the_edge_that_joins_them_already() {
      List<EdgeDecision> decisions =
          decide(Outcome.HELPFUL, List.of(B, A), new WalkedEdge(A_TO_B, A, B));

      assertThat(decisions).hasSize(1);
      assertThat(of(decisions, A_TO_B).action()).isEqualTo(Action.STRENGTHEN);
    }

    @Test
    void should_weaken_a_little_an_edge_that_led_to_an_unused_node() {
      List<EdgeDecision> decisions =
          decide(
              Outcome.HELPFUL,
              List.of(B),
              new WalkedEdge(A_TO_B, A, B),
              new WalkedEdge(A_TO_C, A, C));

      assertThat(of(decisions, A_TO_B).action()).isEqualTo(Action.STRENGTHEN);
      assertThat(of(decisions, A_TO_C).action()).isEqualTo(Action.WEAKEN);
      assertThat(of(decisions, A_TO_C).confidence()).isEqualTo(0.2);
    }

    @Test
    void should_weaken_what_led_astray_and_add_nothing() {
      List<EdgeDecision> decisions =
          decide(Outcome.HARMFUL, List.of(A, B, C), new WalkedEdge(A_TO_B, A, B));

      assertThat(of(decisions, A_TO_B).action()).isEqualTo(Action.WEAKEN);
      assertThat(decisions).noneMatch(decision -> decision.action() != Action.WEAKEN);
    }

    @Test
    void should_decide_nothing_for_a_neutral_outcome_or_without_influence() {
      assertThat(decide(Outcome.NEUTRAL, List.of(A, B), new WalkedEdge(A_TO_B, A, B))).isEmpty();
      assertThat(decide(Outcome.HELPFUL, List.of(), new WalkedEdge(A_TO_B, A, B))).isEmpty();
    }
  }

  @Nested
  class Inferring {

    private static Node node(NodeId id, String content) {
      return new Node(
          id,
          NodeKind.EPISODE,
          Optional.empty(),
          content,
          "",
          List.of(),
          Optional.empty(),
          Instant.parse("2026-03-04T09:00:00Z"),
          List.of(new SourceRef("s", 1)),
          NodeStatus.CURRENT,
          Optional.empty(),
          1);
    }

    @Test
    void should_take_those_to_be_used_that_have_a_third_of_what_the_answer_adds() {
      List<Node> nodes =
          List.of(
              node(A, "Ana keeps bees on the roof of the library."),
              node(B, "The library is old."),
              node(C, "It rains a lot."));

      // What it adds: roof, librari, sinc, march, year; of these A has two, and B one.
      assertThat(
              new RulesAgent()
                  .inferInfluence(
                      "Where does Ana keep bees?",
                      "Ana keeps bees on the library roof since March this year.",
                      nodes))
          .containsExactly(A);
    }

    @Test
    void should_infer_nothing_from_an_answer_that_adds_nothing() {
      assertThat(
              new RulesAgent()
                  .inferInfluence("Ana keeps bees?", "Ana keeps bees.", List.of(node(A, "bees"))))
          .isEmpty();
    }
  }
}
