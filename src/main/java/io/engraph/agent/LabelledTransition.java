package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.graph.NodeId;

/**
 * What somebody says of going from one recalled node to another.
 *
 * @param from the node before
 * @param to the node after
 * @param label whether that helped
 * @param confidence how sure they are, 0 to 1
 */
public record LabelledTransition(NodeId from, NodeId to, Outcome label, double confidence) {
  public LabelledTransition {
    requireNonNull(from, "from is null");
    requireNonNull(to, "to is null");
    requireNonNull(label, "label is null");
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence must be 0 to 1, but is " + confidence);
    }
  }
}
