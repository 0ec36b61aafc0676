package io.engraph.agent.rules;

import io.engraph.agent.Agent;
import io.engraph.agent.CompletedRecall;
import io.engraph.agent.EdgeDecision;
import io.engraph.agent.Extraction;
import io.engraph.agent.Integration;
import io.engraph.agent.MemoryUnit;
import io.engraph.agent.QueryPlan;
import io.engraph.agent.QuestionText;
import io.engraph.agent.RecallState;
import io.engraph.agent.Sufficiency;
import io.engraph.agent.TurnText;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import java.util.List;

/**
 * Decides by fixed rules: the same input always gives the same decision, without a model, a key or
 * a network.
 */
public final class RulesAgent implements Agent {

  /**
   * Its language models are loaded when the first turn is read, since not every process reads any.
   */
  private static final class Reading {
    private static final Extractor EXTRACTOR = new Extractor();
  }

  @Override
  public Extraction extract(TurnText turn) {
    return Reading.EXTRACTOR.extract(turn);
  }

  @Override
  public Integration integrate(MemoryUnit unit, List<Node> candidates) {
    return Integrator.integrate(unit, candidates);
  }

  @Override
  public QueryPlan plan(QuestionText question) {
    return Planner.plan(question);
  }

  @Override
  public Sufficiency judge(RecallState state) {
    return Judge.judge(state);
  }

  @Override
  public List<NodeId> inferInfluence(String question, String answer, List<Node> nodes) {
    return Influence.infer(question, answer, nodes);
  }

  @Override
  public List<EdgeDecision> reconsolidate(CompletedRecall recall) {
    return Reconsolidator.decide(recall);
  }
}
