package io.engraph.agent.rules;

import io.engraph.agent.AgentReport;
import io.engraph.agent.AgentSession;
import io.engraph.agent.Agents;
import io.engraph.agent.Candidacy;
import io.engraph.agent.ChunkReading;
import io.engraph.agent.CompletedRecall;
import io.engraph.agent.Consolidated;
import io.engraph.agent.Dossier;
import io.engraph.agent.EdgeDecision;
import io.engraph.agent.Integration;
import io.engraph.agent.LessonEdit;
import io.engraph.agent.QueryPlan;
import io.engraph.agent.QuestionText;
import io.engraph.agent.RecallState;
import io.engraph.agent.SessionChunk;
import io.engraph.agent.Sufficiency;
import io.engraph.graph.GraphId;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides by fixed rules: the same input always gives the same decision, without a model, a key or
 * a network.
 */
public final class RulesAgent implements AgentSession, Agents {

  /**
   * Its language models are loaded when the first turn is read, since not every process reads any.
   */
  private static final class Reading {
    private static final Extractor EXTRACTOR = new Extractor();
  }

  @Override
  public AgentSession open(GraphId graph) {
    return this;
  }

  @Override
  public void prime() {
    plan(
        new QuestionText(
            "What was said yesterday?",
            OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC),
            Set.of(),
            Optional.empty()));
  }

  @Override
  public AgentReport report() {
    return AgentReport.NONE;
  }

  @Override
  public boolean readsContext() {
    return false;
  }

  @Override
  public ChunkReading extract(SessionChunk chunk) {
    return new ChunkReading(
        chunk.turns().stream().map(Reading.EXTRACTOR::extract).toList(), Optional.empty());
  }

  @Override
  public List<Integration> integrate(List<Candidacy> units) {
    return units.stream().map(one -> Integrator.integrate(one.unit(), one.candidates())).toList();
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

  /** Rules see that something went well or badly, but not what to do about it. */
  @Override
  public List<LessonEdit> reflect(CompletedRecall recall) {
    return List.of();
  }

  @Override
  public List<Consolidated> consolidate(Dossier dossier) {
    return Consolidator.consolidate(dossier);
  }
}
