package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.Agent;
import io.engraph.agent.Intent;
import io.engraph.agent.RecallState;
import io.engraph.agent.Sufficiency;
import io.engraph.graph.Edge;
import io.engraph.graph.Neighbourhood;
import io.engraph.graph.NodeId;
import io.engraph.graph.UtilityRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The bounded best-first walk from the entry nodes (GraphMemory). In each step the agent says
 * whether what was reached is enough, and if not, from which nodes to go on; their best edges are
 * read in one round. Nodes that are alike break ties by their ids, so that the same graph and
 * question always give the same walk.
 */
final class Walk {

  private static final double SIMILARITY_SHARE = 0.6;
  private static final double UTILITY_SHARE = 0.4;

  /** What each hop costs: the evidence of a walk is weaker the longer it is. */
  private static final double HOP_DECAY = 0.1;

  static final Comparator<Reached> BEST_FIRST =
      Comparator.comparingDouble(Reached::access).reversed().thenComparing(Reached::node);

  /** Reads the best edges of some nodes. */
  interface EdgeReader {
    List<Neighbourhood> read(List<NodeId> nodes, int neighbours);
  }

  /**
   * One step that was taken.
   *
   * @param expanded the nodes whose edges were read
   * @param edges what was read, each edge in the direction in which it was followed
   */
  record Step(List<NodeId> expanded, List<Followed> edges) {}

  /**
   * An edge that was followed.
   *
   * @param edge the edge
   * @param from the end that was expanded
   * @param to the other end
   * @param utility the edge's utility, 0 to 1
   * @param access how well it leads to its end
   * @param hop how many edges its end is away from an entry node
   */
  record Followed(Edge edge, NodeId from, NodeId to, double utility, double access, int hop) {}

  /**
   * What a walk reached.
   *
   * @param reached every node that was reached, seeds included
   * @param steps the steps that were taken
   */
  record Result(Map<NodeId, Reached> reached, List<Step> steps) {}

  private final Agent agent;
  private final Budgets budgets;
  private final UtilityRule rule;
  private final ToDoubleFunction<NodeId> similarity;
  private final Predicate<NodeId> mayAnswer;
  private final EdgeReader edges;

  private final Map<NodeId, Reached> reached = new HashMap<>();
  private final Set<NodeId> frontier = new HashSet<>();
  private final Set<NodeId> expanded = new HashSet<>();

  /**
   * @param similarity how like the question a node is, 0 to 1
   * @param mayAnswer whether a node may be answered; others are only passed through
   */
  Walk(
      Agent agent,
      Budgets budgets,
      UtilityRule rule,
      ToDoubleFunction<NodeId> similarity,
      Predicate<NodeId> mayAnswer,
      EdgeReader edges) {
    this.agent = requireNonNull(agent, "agent is null");
    this.budgets = requireNonNull(budgets, "budgets is null");
    this.rule = requireNonNull(rule, "rule is null");
    this.similarity = requireNonNull(similarity, "similarity is null");
    this.mayAnswer = requireNonNull(mayAnswer, "mayAnswer is null");
    this.edges = requireNonNull(edges, "edges is null");
  }

  /**
   * Walks.
   *
   * @param seeds what the search found, best first: the walk begins at the first of them, and the
   *     others are reached already
   */
  Result from(List<SeedScores.Seed> seeds, String question, Intent intent) {
    for (int i = 0; i < seeds.size(); i++) {
      NodeId node = new NodeId(seeds.get(i).node());
      reached.put(node, new Reached(node, seeds.get(i).score(), seeds.get(i).score(), 0));
      if (i < budgets.entryNodes() && budgets.hops() > 0) {
        frontier.add(node);
      }
    }
    List<Step> steps = new ArrayList<>();
    while (steps.size() < budgets.steps() && !frontier.isEmpty()) {
      Sufficiency sufficiency = agent.judge(state(question, intent));
      List<NodeId> next =
          sufficiency.expand().stream().filter(frontier::contains).distinct().toList();
      if (next.isEmpty()) {
        break;
      }
      steps.add(expand(next));
    }
    return new Result(Map.copyOf(reached), List.copyOf(steps));
  }

  private RecallState state(String question, Intent intent) {
    List<Reached> best =
        reached.values().stream()
            .filter(one -> mayAnswer.test(one.node()))
            .sorted(BEST_FIRST)
            .limit(budgets.loadedNodes())
            .toList();
    List<Reached> ahead = frontier.stream().map(reached::get).sorted(BEST_FIRST).toList();
    return new RecallState(
        question, intent, found(best), found(ahead), best.size() == budgets.loadedNodes());
  }

  private static List<RecallState.Found> found(List<Reached> nodes) {
    return nodes.stream()
        .map(one -> new RecallState.Found(one.node(), one.access(), one.hop()))
        .toList();
  }

  private Step expand(List<NodeId> nodes) {
    frontier.removeAll(nodes);
    expanded.addAll(nodes);
    List<Followed> followed = new ArrayList<>();
    for (Neighbourhood neighbourhood : edges.read(nodes, budgets.neighbours())) {
      NodeId from = neighbourhood.node();
      neighbourhood.outgoing().forEach(edge -> followed.add(follow(edge, from)));
      neighbourhood.incoming().forEach(edge -> followed.add(follow(edge, from)));
    }
    followed.forEach(this::reach);
    return new Step(nodes, followed);
  }

  private Followed follow(Edge edge, NodeId from) {
    NodeId to = edge.key().other(from);
    int hop = reached.get(from).hop() + 1;
    double utility = rule.utility(edge.evidence());
    double access =
        SIMILARITY_SHARE * similarity.applyAsDouble(to) + UTILITY_SHARE * utility - HOP_DECAY * hop;
    return new Followed(edge, from, to, utility, access, hop);
  }

  private void reach(Followed followed) {
    Reached before = reached.get(followed.to());
    if (before == null || followed.access() > before.access()) {
      // A node that the search found is still no edge away, however it is reached again.
      int hop = before == null ? followed.hop() : Math.min(before.hop(), followed.hop());
      reached.put(
          followed.to(),
          new Reached(
              followed.to(), followed.access(), similarity.applyAsDouble(followed.to()), hop));
      if (hop < budgets.hops() && !expanded.contains(followed.to())) {
        frontier.add(followed.to());
      }
    }
  }
}
