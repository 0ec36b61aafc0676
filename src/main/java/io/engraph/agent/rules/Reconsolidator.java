package io.engraph.agent.rules;

import io.engraph.agent.CompletedRecall;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.agent.CompletedRecall.WalkedEdge;
import io.engraph.agent.EdgeDecision;
import io.engraph.agent.EdgeDecision.Action;
import io.engraph.agent.LabelledTransition;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.NodeId;
import io.engraph.graph.Relation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Learns from the order in which nodes shaped an answer (the influence trace of GraphMemory).
 *
 * <p>When it helped: each adjacent pair is joined, or its edges get stronger; so do the edges over
 * which the walk reached a node that was used; edges that led to nodes nobody used get a little
 * weaker. Nodes that were used together, though not one after the other, are joined the second
 * time. When it misled: the edges that led to the nodes that were used, and those between them, get
 * weaker. A neutral outcome changes nothing.
 */
final class Reconsolidator {

  /** Not to be used says less about an edge than to mislead. */
  private static final double UNUSED = 0.25;

  /** Of a long influence trace the first are what the answer rests on. */
  private static final int USED_TOGETHER = 5;

  private Reconsolidator() {}

  static List<EdgeDecision> decide(CompletedRecall recall) {
    // One decision an edge: the first reason is the strongest.
    Map<EdgeKey, EdgeDecision> decisions = new LinkedHashMap<>();
    recall.transitions().forEach(transition -> decide(decisions, recall, transition));
    if (recall.outcome() == Outcome.NEUTRAL || recall.influence().isEmpty()) {
      return new ArrayList<>(decisions.values());
    }
    boolean isHelpful = recall.outcome() == Outcome.HELPFUL;
    Action action = isHelpful ? Action.STRENGTHEN : Action.WEAKEN;
    for (int i = 0; i + 1 < recall.influence().size(); i++) {
      NodeId first = recall.influence().get(i);
      NodeId second = recall.influence().get(i + 1);
      List<EdgeKey> between = between(recall.walked(), first, second);
      between.forEach(
          edge -> decide(decisions, edge, action, recall.confidence(), "used one after the other"));
      if (between.isEmpty()) {
        decide(
            decisions,
            EdgeKey.of(first, Relation.CORRELATES, second),
            isHelpful ? Action.ADD : Action.WEAKEN,
            recall.confidence(),
            "used one after the other");
      }
    }
    Set<NodeId> used = new HashSet<>(recall.influence());
    for (WalkedEdge walked : recall.walked()) {
      if (used.contains(walked.to())) {
        decide(
            decisions,
            walked.edge(),
            action,
            recall.confidence(),
            isHelpful ? "led to a node that helped" : "led to a node that misled");
      }
    }
    if (isHelpful) {
      associate(decisions, recall);
      for (WalkedEdge walked : recall.walked()) {
        if (!used.contains(walked.to()) && recall.loaded().contains(walked.to())) {
          decide(
              decisions,
              walked.edge(),
              Action.WEAKEN,
              UNUSED * recall.confidence(),
              "led to a node that was not used");
        }
      }
    }
    return new ArrayList<>(decisions.values());
  }

  private static void associate(Map<EdgeKey, EdgeDecision> decisions, CompletedRecall recall) {
    List<NodeId> used =
        recall.influence().subList(0, Math.min(USED_TOGETHER, recall.influence().size()));
    for (int i = 0; i < used.size(); i++) {
      for (int j = i + 2; j < used.size(); j++) {
        if (between(recall.walked(), used.get(i), used.get(j)).isEmpty()) {
          decide(
              decisions,
              EdgeKey.of(used.get(i), Relation.CORRELATES, used.get(j)),
              Action.ASSOCIATE,
              recall.confidence(),
              "used together");
        }
      }
    }
  }

  /** What is said of a single step is about the edges between its ends, and nothing else. */
  private static void decide(
      Map<EdgeKey, EdgeDecision> decisions, CompletedRecall recall, LabelledTransition transition) {
    if (transition.label() == Outcome.NEUTRAL) {
      return;
    }
    boolean isHelpful = transition.label() == Outcome.HELPFUL;
    String reason = isHelpful ? "said to lead on" : "said to mislead";
    List<EdgeKey> between = between(recall.walked(), transition.from(), transition.to());
    for (EdgeKey edge : between) {
      decide(
          decisions,
          edge,
          isHelpful ? Action.STRENGTHEN : Action.WEAKEN,
          transition.confidence(),
          reason);
    }
    if (between.isEmpty()) {
      decide(
          decisions,
          EdgeKey.of(transition.from(), Relation.CORRELATES, transition.to()),
          isHelpful ? Action.ADD : Action.WEAKEN,
          transition.confidence(),
          reason);
    }
  }

  private static List<EdgeKey> between(List<WalkedEdge> walked, NodeId first, NodeId second) {
    return walked.stream()
        .map(WalkedEdge::edge)
        .distinct()
        .filter(
            edge ->
                (edge.source().equals(first) && edge.target().equals(second))
                    || (edge.source().equals(second) && edge.target().equals(first)))
        .sorted()
        .toList();
  }

  private static void decide(
      Map<EdgeKey, EdgeDecision> decisions,
      EdgeKey edge,
      Action action,
      double confidence,
      String reason) {
    decisions.putIfAbsent(edge, new EdgeDecision(edge, action, confidence, reason));
  }
}
