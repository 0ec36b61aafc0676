package io.engraph.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.engraph.agent.Intent;
import io.engraph.agent.Move;
import io.engraph.agent.Move.Atom;
import io.engraph.agent.QueryPlan;
import io.engraph.agent.TimeFocus;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.Evidence;
import io.engraph.graph.Neighbourhood;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.Relation;
import io.engraph.graph.RelationKind;
import io.engraph.graph.UtilityRule;
import io.engraph.index.IndexEntry;
import io.engraph.index.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What each atom of a walk does, on small graphs. */
class AtomsTest {

  private static final Budgets BUDGETS = new Budgets(6, 8, 2, 12, 2_500, 5);

  private final List<Edge> edges = new ArrayList<>();
  private final Map<NodeId, Double> similarity = new HashMap<>();
  private final FixedView view = new FixedView(similarity);
  private int reads;

  private static NodeId node(NodeKind kind, int number) {
    return NodeId.of(kind, "n" + number);
  }

  private static NodeId turn(int number) {
    return node(NodeKind.EPISODE, number);
  }

  private void edge(NodeId source, Relation relation, NodeId target) {
    edges.add(
        Edge.of(
            EdgeKey.of(source, relation, target), new Evidence(Evidence.UNIFORM_PRIOR, 0, 0, 0.5)));
  }

  private List<Neighbourhood> read(List<NodeId> nodes, int neighbours) {
    reads++;
    return nodes.stream()
        .map(
            node ->
                new Neighbourhood(
                    node,
                    edges.stream()
                        .filter(edge -> edge.key().source().equals(node))
                        .limit(neighbours)
                        .toList(),
                    edges.stream()
                        .filter(edge -> edge.key().target().equals(node))
                        .limit(neighbours)
                        .toList()))
        .toList();
  }

  private Walk.Result walk(Budgets budgets, List<NodeId> seeds, Move... moves) {
    List<SeedScores.Seed> found =
        seeds.stream()
            .map(
                seed ->
                    new SeedScores.Seed(
                        seed.value(),
                        similarity.getOrDefault(seed, 0.0),
                        Map.of(),
                        NodeKind.EPISODE,
                        Optional.empty()))
            .toList();
    return new Walk(new RulesAgent(), budgets, UtilityRule.BETA_POSTERIOR, view, this::read)
        .from(found, "?", new QueryPlan(Intent.DETAIL, TimeFocus.ANY, List.of(), List.of(moves)));
  }

  private static IndexEntry entry(NodeId node, String day, NodeId... entities) {
    return new IndexEntry(
        node.value(),
        NodeKind.EPISODE.name(),
        Optional.empty(),
        List.of(entities).stream().map(NodeId::value).toList(),
        Optional.of(TimeSpan.at(Instant.parse(day + "T12:00:00Z"))),
        Map.of(),
        Optional.empty());
  }

  @Test
  void should_do_nothing_without_moves() {
    similarity.put(turn(1), 0.9);
    edge(turn(1), Relation.PRECEDES, turn(2));

    assertThat(walk(BUDGETS, List.of(turn(1))).reached()).containsOnlyKeys(turn(1));
    assertThat(reads).isZero();
  }

  @Test
  void should_follow_only_the_relations_that_are_asked_for() {
    similarity.put(turn(1), 0.9);
    edge(turn(1), Relation.RESULTS_IN, turn(2));
    edge(turn(1), Relation.CORRELATES, turn(3));

    assertThat(
            walk(BUDGETS, List.of(turn(1)), Move.along(Atom.TRAVERSE, Set.of(RelationKind.CAUSAL)))
                .reached())
        .containsOnlyKeys(turn(1), turn(2));
  }

  @Test
  void should_widen_the_relations_where_they_lead_nowhere() {
    similarity.put(turn(1), 0.9);
    edge(turn(1), Relation.CORRELATES, turn(3));

    Walk.Result result =
        walk(BUDGETS, List.of(turn(1)), Move.along(Atom.TRAVERSE, Set.of(RelationKind.CAUSAL)));

    assertThat(result.reached()).containsKey(turn(3));
    assertThat(result.steps().getFirst().isWidened()).isTrue();
  }

  @Test
  void should_keep_to_the_time_that_is_asked_for() {
    similarity.put(turn(1), 0.9);
    edge(turn(1), Relation.PRECEDES, turn(2));
    edge(turn(1), Relation.PRECEDES, turn(3));
    view.with(entry(turn(2), "2026-03-04")).with(entry(turn(3), "2026-04-04"));
    TimeSpan march =
        new TimeSpan(
            Instant.parse("2026-03-01T00:00:00Z"),
            Instant.parse("2026-04-01T00:00:00Z"),
            TimeSpan.Precision.MONTH);

    assertThat(
            walk(BUDGETS, List.of(turn(1)), new Move(Atom.TRAVERSE, Set.of(), Optional.of(march)))
                .reached())
        .containsOnlyKeys(turn(1), turn(2));
  }

  @Test
  void should_carry_what_a_walk_began_with_to_what_it_reaches() {
    similarity.put(turn(1), 0.8);
    edge(turn(1), Relation.PRECEDES, turn(2));

    Reached reached =
        walk(BUDGETS, List.of(turn(1)), Move.of(Atom.TRAVERSE)).reached().get(turn(2));

    // 0.8 of the seed, over an edge of 1/2
    assertThat(reached.path()).isCloseTo(0.4, within(1e-9));
    // 0.8 * (0.6 * 0 + 0.4 * 0.5 - 0.1) + 0.2 * 0 + 0.1 * 0.4
    assertThat(reached.score(0.1)).isCloseTo(0.12, within(1e-9));
  }

  @Test
  void should_pass_through_an_entity_and_share_what_it_carries_among_its_ways() {
    NodeId bees = node(NodeKind.ENTITY, 1);
    similarity.put(turn(1), 0.8);
    edge(turn(1), Relation.MENTIONS, bees);
    edge(turn(2), Relation.MENTIONS, bees);

    Reached reached =
        walk(BUDGETS, List.of(turn(1)), Move.of(Atom.SUBGRAPH_BEAM)).reached().get(turn(2));

    // 0.8 * 1/2 to the entity; from it, 1/2 of it, shared by its two ways
    assertThat(reached.path()).isCloseTo(0.1, within(1e-9));
    assertThat(reached.hop()).isEqualTo(2);
  }

  @Test
  void should_go_on_in_a_beam_where_a_traverse_has_had_enough() {
    Budgets one = new Budgets(1, 8, 2, 1, 2_500, 5);
    similarity.put(turn(1), 0.9);
    edge(turn(1), Relation.PRECEDES, turn(2));
    edge(turn(2), Relation.PRECEDES, turn(3));

    assertThat(walk(one, List.of(turn(1)), Move.of(Atom.TRAVERSE)).reached())
        .doesNotContainKey(turn(3));
    assertThat(walk(one, List.of(turn(1)), Move.of(Atom.SUBGRAPH_BEAM)).reached())
        .containsKey(turn(3));
  }

  @Test
  void should_lift_what_lies_between_two_entry_nodes() {
    similarity.put(turn(1), 0.8);
    similarity.put(turn(2), 0.8);
    edge(turn(1), Relation.RESULTS_IN, turn(3));
    edge(turn(3), Relation.RESULTS_IN, turn(2));
    edge(turn(1), Relation.RESULTS_IN, turn(4));

    Map<NodeId, Reached> reached =
        walk(
                BUDGETS,
                List.of(turn(1), turn(2)),
                Move.along(Atom.PATH_SEARCH, Set.of(RelationKind.CAUSAL)))
            .reached();

    assertThat(reached.get(turn(3)).path()).isCloseTo(0.8, within(1e-9));
    assertThat(reached.get(turn(4)).path()).isCloseTo(0.4, within(1e-9));
  }

  @Test
  void should_lift_what_two_named_things_have_in_common() {
    NodeId ana = node(NodeKind.ENTITY, 1);
    NodeId ben = node(NodeKind.ENTITY, 2);
    NodeId jazz = node(NodeKind.ENTITY, 3);
    view.anchor(ana).anchor(ben);
    view.with(entry(turn(1), "2026-03-04", ana, ben));
    view.with(entry(turn(2), "2026-03-04", ana, jazz));
    view.with(entry(turn(3), "2026-03-04", ben, jazz));
    view.with(entry(turn(4), "2026-03-04", ana));
    for (int i = 1; i <= 4; i++) {
      similarity.put(turn(i), 0.5);
    }

    Map<NodeId, Reached> reached =
        walk(BUDGETS, List.of(turn(2), turn(3), turn(4)), Move.of(Atom.INTERSECT)).reached();

    assertThat(reached.get(turn(1)).path()).isEqualTo(1);
    assertThat(reached.get(turn(2)).path()).isEqualTo(1);
    assertThat(reached.get(turn(3)).path()).isEqualTo(1);
    assertThat(reached.get(turn(4)).path()).isZero();
    assertThat(reads).isZero();
  }

  @Test
  void should_bring_the_turn_that_a_fact_is_from() {
    NodeId fact = node(NodeKind.FACT, 1);
    similarity.put(fact, 0.9);
    view.turn(fact, turn(1));

    Walk.Result result = walk(BUDGETS, List.of(fact), Move.of(Atom.GROUND));

    assertThat(result.reached().get(turn(1)).access()).isEqualTo(0.9);
    assertThat(result.steps().getLast().changes().getFirst().reason()).contains("is the source of");
  }

  @Test
  void should_have_what_is_superseded_step_back() {
    similarity.put(turn(1), 0.8);
    similarity.put(turn(2), 0.7);
    edge(turn(2), Relation.SUPERSEDES, turn(1));

    Map<NodeId, Reached> reached =
        walk(
                BUDGETS,
                List.of(turn(1), turn(2)),
                Move.of(Atom.TRAVERSE),
                Move.of(Atom.CONFLICT_INHIBIT))
            .reached();

    assertThat(reached.get(turn(1)).access()).isCloseTo(0.4, within(1e-9));
    assertThat(reached.get(turn(2)).access()).isCloseTo(0.7, within(1e-9));
  }

  @Test
  void should_have_the_older_of_a_contradiction_step_back() {
    similarity.put(turn(1), 0.8);
    similarity.put(turn(2), 0.7);
    edge(turn(1), Relation.CONTRADICTS, turn(2));
    view.with(entry(turn(1), "2026-03-04")).with(entry(turn(2), "2026-03-05"));

    Walk.Result result =
        walk(
            BUDGETS,
            List.of(turn(1), turn(2)),
            Move.of(Atom.TRAVERSE),
            Move.of(Atom.CONFLICT_INHIBIT));

    assertThat(result.reached().get(turn(1)).access()).isCloseTo(0.4, within(1e-9));
    assertThat(result.steps().getLast().changes().getFirst().reason())
        .isEqualTo("contradicted by " + turn(2));
  }

  @Test
  void should_have_older_nodes_fade_by_half_of_their_access_at_most() {
    for (int i = 1; i <= 3; i++) {
      similarity.put(turn(i), 0.8);
    }
    view.with(entry(turn(1), "2026-03-31")).with(entry(turn(2), "2026-03-01"));
    view.with(entry(turn(3), "2016-03-01"));

    Map<NodeId, Reached> reached =
        walk(BUDGETS, List.of(turn(1), turn(2), turn(3)), Move.of(Atom.TEMPORAL_DECAY)).reached();

    assertThat(reached.get(turn(1)).access()).isCloseTo(0.8, within(1e-9));
    // 30 days: a half-life
    assertThat(reached.get(turn(2)).access()).isCloseTo(0.8 * 0.75, within(1e-9));
    assertThat(reached.get(turn(3)).access()).isCloseTo(0.8 * 0.5, within(1e-9));
  }
}
