package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;
import java.util.List;

/**
 * How far a recall has come.
 *
 * @param question the question's text
 * @param intent what it asks for
 * @param best the best nodes so far, as many as may be loaded at most, the best first
 * @param frontier nodes from which the walk may go on, the best first
 * @param isFull whether as many nodes as may be loaded were found
 * @param reader reads what nodes say, for agents that go by it
 */
public record RecallState(
    String question,
    Intent intent,
    List<Found> best,
    List<Found> frontier,
    boolean isFull,
    NodeReader reader) {

  /**
   * A node that was found.
   *
   * @param node its id
   * @param access how well it was reached, at most 1
   * @param hop how many edges from an entry node
   */
  public record Found(NodeId node, double access, int hop) {
    public Found {
      requireNonNull(node, "node is null");
    }
  }

  public RecallState {
    requireNonNull(question, "question is null");
    requireNonNull(intent, "intent is null");
    best = List.copyOf(best);
    requireNonNull(reader, "reader is null");
    frontier = List.copyOf(frontier);
  }
}
