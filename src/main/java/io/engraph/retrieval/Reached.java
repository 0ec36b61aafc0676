package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;

/**
 * A node that a recall has reached, by the search or over an edge.
 *
 * @param node its id
 * @param access how well it was reached: a seed's score, or 0.6 similarity + 0.4 utility - decay
 * @param similarity how like the question it is, 0 to 1
 * @param hop how many edges from an entry node
 */
record Reached(NodeId node, double access, double similarity, int hop) {

  private static final double ACCESS_SHARE = 0.8;
  private static final double SIMILARITY_SHARE = 0.2;

  Reached {
    requireNonNull(node, "node is null");
  }

  /** The score by which it is answered: 0.8 access + 0.2 similarity. */
  double score() {
    return ACCESS_SHARE * access + SIMILARITY_SHARE * similarity;
  }
}
