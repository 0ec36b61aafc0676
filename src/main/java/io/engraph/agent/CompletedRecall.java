package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.EdgeKey;
import io.engraph.graph.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * A recall of which the caller has said how it went.
 *
 * @param loaded the nodes that were answered, the best first
 * @param walked the edges that the walk followed to a loaded node
 * @param influence the loaded nodes that shaped the answer, in order, each once
 * @param outcome whether that helped
 * @param confidence how sure the report is, 0 to 1
 * @param transitions what was said of single steps between loaded nodes
 * @param question the question
 * @param answer what was answered, where that was reported
 * @param reader reads what nodes say, for agents that go by it
 */
public record CompletedRecall(
    List<NodeId> loaded,
    List<WalkedEdge> walked,
    List<NodeId> influence,
    Outcome outcome,
    double confidence,
    List<LabelledTransition> transitions,
    String question,
    Optional<String> answer,
    NodeReader reader) {

  /** Whether what was recalled helped. */
  public enum Outcome {
    HELPFUL,
    HARMFUL,
    NEUTRAL
  }

  /**
   * An edge of the walk.
   *
   * @param edge the edge
   * @param from the end that the walk came from
   * @param to the end that it led to
   */
  public record WalkedEdge(EdgeKey edge, NodeId from, NodeId to) {
    public WalkedEdge {
      requireNonNull(edge, "edge is null");
      requireNonNull(from, "from is null");
      requireNonNull(to, "to is null");
    }
  }

  public CompletedRecall {
    loaded = List.copyOf(loaded);
    walked = List.copyOf(walked);
    influence = List.copyOf(influence);
    transitions = List.copyOf(transitions);
    requireNonNull(outcome, "outcome is null");
    requireNonNull(question, "question is null");
    requireNonNull(answer, "answer is null");
    requireNonNull(reader, "reader is null");
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence must be 0 to 1, but is " + confidence);
    }
  }
}
