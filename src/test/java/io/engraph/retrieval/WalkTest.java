package io.engraph.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.engraph.agent.Intent;
import io.engraph.agent.Move;
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
import io.engraph.graph.UtilityRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalkTest {

  private static final RulesAgent AGENT = new RulesAgent();

  /** A graph in memory that counts what is read of it. */
  private static final class Graph implements Expansion.EdgeReader {
    private final List<Edge> edges = new ArrayList<>();
    private int rounds;
    private int mostNodes;
    private int mostEdgesOfNode;

    Graph edge(NodeId source, NodeId target, double helpful) {
      edges.add(
          Edge.of(
              EdgeKey.of(source, Relation.PRECEDES, target),
              new Evidence(Evidence.UNIFORM_PRIOR, helpful, 0, 0.5)));
      return this;
    }

    @Override
    public List<Neighbourhood> read(List<NodeId> nodes, int neighbours) {
      rounds++;
      mostNodes = Math.max(mostNodes, nodes.size());
      return nodes.stream()
          .map(
              node -> {
                List<Edge> outgoing = best(neighbours, edge -> edge.key().source().equals(node));
                List<Edge> incoming = best(neighbours, edge -> edge.key().target().equals(node));
                mostEdgesOfNode =
                    Math.max(mostEdgesOfNode, Math.max(outgoing.size(), incoming.size()));
                return new Neighbourhood(node, outgoing, incoming);
              })
          .toList();
    }

    private List<Edge> best(int limit, java.util.function.Predicate<Edge> of) {
      return edges.stream()
          .filter(of)
          .sorted(
              Comparator.comparingDouble((Edge edge) -> -edge.evidence().posteriorMean())
                  .thenComparing(Edge::key))
          .limit(limit)
          .toList();
    }
  }

  private static QueryPlan plan(Move... moves) {
    return new QueryPlan(Intent.DETAIL, TimeFocus.ANY, List.of(), List.of(moves));
  }

  private static NodeId node(int number) {
    return NodeId.of(NodeKind.EPISODE, "n" + number);
  }

  private static SeedScores.Seed seed(NodeId node, double score) {
    return new SeedScores.Seed(node.value(), score, Map.of(), NodeKind.EPISODE, Optional.empty());
  }

  private static Walk.Result walk(
      Graph graph, Budgets budgets, Map<NodeId, Double> similarity, SeedScores.Seed... seeds) {
    return walk(graph, budgets, similarity, List.of(seeds), Move.of(Move.Atom.TRAVERSE));
  }

  private static Walk.Result walk(
      Graph graph,
      Budgets budgets,
      Map<NodeId, Double> similarity,
      List<SeedScores.Seed> seeds,
      Move... moves) {
    return new Walk(AGENT, budgets, UtilityRule.BETA_POSTERIOR, new FixedView(similarity), graph)
        .from(seeds, "?", plan(moves));
  }

  @Test
  void should_reach_a_neighbour_by_similarity_utility_and_decay() {
    Graph graph = new Graph().edge(node(1), node(2), 2);

    Walk.Result result =
        walk(graph, new Budgets(6, 8, 2, 12, 2_500, 5), Map.of(node(2), 0.5), seed(node(1), 0.9));

    // 0.6 * 0.5 + 0.4 * (1 + 2) / (2 + 2) - 0.1
    Reached reached = result.reached().get(node(2));
    assertThat(reached.access()).isCloseTo(0.5, within(1e-9));
    assertThat(reached.hop()).isEqualTo(1);
    // 0.8 * 0.5 + 0.2 * 0.5
    assertThat(reached.score(0)).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void should_walk_edges_against_their_direction_too() {
    Graph graph = new Graph().edge(node(2), node(1), 0);

    assertThat(
            walk(graph, new Budgets(6, 8, 2, 12, 2_500, 5), Map.of(), seed(node(1), 0.9)).reached())
        .containsKey(node(2));
  }

  @Test
  void should_keep_the_better_way_to_a_node() {
    Graph graph = new Graph().edge(node(1), node(2), 50);

    Walk.Result result =
        walk(
            graph,
            new Budgets(6, 8, 2, 12, 2_500, 5),
            Map.of(node(2), 0.9),
            seed(node(1), 1.0),
            seed(node(2), 0.9));

    assertThat(result.reached().get(node(2)).access()).isEqualTo(0.9);
    assertThat(result.reached().get(node(2)).hop()).isZero();
  }

  @Test
  void should_not_walk_at_all_without_hops_or_steps() {
    for (Budgets budgets :
        List.of(new Budgets(6, 8, 0, 12, 2_500, 5), new Budgets(6, 8, 2, 12, 2_500, 0))) {
      Graph graph = new Graph().edge(node(1), node(2), 0);

      assertThat(walk(graph, budgets, Map.of(), seed(node(1), 0.9)).reached())
          .containsOnlyKeys(node(1));
      assertThat(graph.rounds).isZero();
    }
  }

  @Test
  void should_stop_at_the_hops_allowed() {
    Graph graph = new Graph();
    for (int i = 0; i < 9; i++) {
      graph.edge(node(i), node(i + 1), 0);
    }
    Map<NodeId, Double> alike = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      alike.put(node(i), 1.0);
    }

    assertThat(walk(graph, new Budgets(1, 8, 3, 200, 2_500, 50), alike, seed(node(0), 1)).reached())
        .containsOnlyKeys(node(0), node(1), node(2), node(3));
  }

  /** Random graphs, random budgets: none is ever exceeded, and the walk is always the same. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void should_hold_every_budget_and_be_deterministic_on_random_graphs(int seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      int nodes = 5 + random.nextInt(60);
      List<int[]> pairs = new ArrayList<>();
      Set<Integer> seen = new HashSet<>();
      for (int i = 0; i < nodes * 4; i++) {
        int source = random.nextInt(3) == 0 ? 0 : random.nextInt(nodes);
        int target = random.nextInt(nodes);
        if (source != target && seen.add(source * nodes + target)) {
          pairs.add(new int[] {source, target, random.nextInt(5)});
        }
      }
      Map<NodeId, Double> similarity = new HashMap<>();
      List<SeedScores.Seed> seeds = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        similarity.put(node(i), random.nextInt(5) / 4.0);
      }
      int found = 1 + random.nextInt(10);
      for (int i = 0; i < Math.min(found, nodes); i++) {
        seeds.add(seed(node(i), similarity.get(node(i))));
      }
      seeds.sort(
          Comparator.comparingDouble((SeedScores.Seed one) -> -one.score())
              .thenComparing(SeedScores.Seed::node));
      Budgets budgets =
          new Budgets(
              1 + random.nextInt(6),
              random.nextInt(6),
              random.nextInt(4),
              1 + random.nextInt(15),
              100,
              random.nextInt(6));
      Graph graph = new Graph();
      pairs.forEach(pair -> graph.edge(node(pair[0]), node(pair[1]), pair[2]));

      List<Move.Atom> atoms = List.of(Move.Atom.values());
      Move[] moves =
          IntStream.range(0, 1 + random.nextInt(QueryPlan.MAX_MOVES))
              .mapToObj(_ -> Move.of(atoms.get(random.nextInt(atoms.size()))))
              .toArray(Move[]::new);

      Walk.Result first = walk(graph, budgets, similarity, seeds, moves);
      Walk.Result second = walk(graph, budgets, similarity, seeds, moves);

      assertThat(second).isEqualTo(first);
      assertThat(first.steps().stream().filter(step -> !step.expanded().isEmpty()).count())
          .isLessThanOrEqualTo(budgets.steps());
      assertThat(graph.rounds).isLessThanOrEqualTo(2 * budgets.steps());
      assertThat(graph.mostNodes).isLessThanOrEqualTo(6);
      assertThat(graph.mostEdgesOfNode).isLessThanOrEqualTo(budgets.neighbours());
      assertThat(first.reached().values())
          .allSatisfy(reached -> assertThat(reached.hop()).isLessThanOrEqualTo(budgets.hops()));
      first.steps().stream()
          .filter(step -> !step.expanded().isEmpty())
          .findFirst()
          .ifPresent(
              step -> assertThat(step.expanded().size()).isLessThanOrEqualTo(budgets.entryNodes()));
      List<NodeId> expanded =
          first.steps().stream().flatMap(step -> step.expanded().stream()).toList();
      assertThat(expanded).doesNotHaveDuplicates();
      assertThat(
              Aggregation.best(first.reached().values(), _ -> true, 0.2, budgets.loadedNodes())
                  .size())
          .isLessThanOrEqualTo(budgets.loadedNodes());
    }
  }
}
