package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.Agent;
import io.engraph.agent.Move;
import io.engraph.agent.NodeReader;
import io.engraph.agent.QueryPlan;
import io.engraph.graph.NodeId;
import io.engraph.graph.UtilityRule;
import java.util.List;
import java.util.Map;

/**
 * The bounded best-first walk from the entry nodes (GraphMemory), as the moves of a plan compose it
 * (REALM). Nodes that are alike break ties by their ids, so that the same graph and question always
 * give the same walk.
 */
final class Walk {

  /**
   * What a walk reached.
   *
   * @param reached every node that was reached, seeds included
   * @param steps the steps that were taken
   */
  record Result(Map<NodeId, Reached> reached, List<Expansion.Step> steps) {}

  private final Agent agent;
  private final Budgets budgets;
  private final UtilityRule rule;
  private final NodeView view;
  private final Expansion.EdgeReader edges;
  private final NodeReader nodes;

  Walk(Agent agent, Budgets budgets, UtilityRule rule, NodeView view, Expansion.EdgeReader edges) {
    this(agent, budgets, rule, view, edges, NodeReader.NONE);
  }

  Walk(
      Agent agent,
      Budgets budgets,
      UtilityRule rule,
      NodeView view,
      Expansion.EdgeReader edges,
      NodeReader nodes) {
    this.agent = requireNonNull(agent, "agent is null");
    this.budgets = requireNonNull(budgets, "budgets is null");
    this.rule = requireNonNull(rule, "rule is null");
    this.view = requireNonNull(view, "view is null");
    this.edges = requireNonNull(edges, "edges is null");
    this.nodes = requireNonNull(nodes, "nodes is null");
  }

  /**
   * Walks.
   *
   * @param seeds what the search found, best first
   */
  Result from(List<SeedScores.Seed> seeds, String question, QueryPlan plan) {
    Expansion expansion = new Expansion(budgets, rule, view, edges, nodes);
    expansion.start(seeds);
    for (Move move : plan.moves()) {
      atom(move, question, plan).apply(expansion);
    }
    return new Result(expansion.reached(), expansion.steps());
  }

  private Atom atom(Move move, String question, QueryPlan plan) {
    return switch (move.atom()) {
      case TRAVERSE -> new Traverse(move, agent, question, plan.intent());
      case PATH_SEARCH -> new PathSearch(move);
      case SUBGRAPH_BEAM -> new SubgraphBeam(move);
      case INTERSECT -> new Intersect(move);
      case GROUND -> new Ground(move);
      case CONFLICT_INHIBIT -> new ConflictInhibit(move);
      case TEMPORAL_DECAY -> new TemporalDecay(move);
    };
  }
}
