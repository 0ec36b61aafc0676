package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node that a recall has reached, by the search or over an edge.
 *
 * @param node its id
 * @param access how well it was reached: a seed's score, or 0.6 similarity + 0.4 utility - decay
 * @param similarity how like the question it is, 0 to 1
 * @param path what the best way to it brought along from where it began, 0 to 1; 0 for what only
 *     the search found
 * @param hop how many edges from an entry node
 * @param origins the entry nodes from which there is a way to it, itself included
 */
record Reached(
    NodeId node, double access, double similarity, double path, int hop, Set<NodeId> origins) {

  private static final double ACCESS_SHARE = 0.8;
  private static final double SIMILARITY_SHARE = 0.2;

  Reached {
    requireNonNull(node, "node is null");
    origins = Set.copyOf(origins);
  }

  /** What the search found. */
  static Reached seed(NodeId node, double score) {
    return new Reached(node, score, score, 0, 0, Set.of(node));
  }

  /** The same node, by whatever is best of both ways to it. */
  Reached orBy(Reached other) {
    Set<NodeId> all = new TreeSet<>(origins);
    all.addAll(other.origins);
    return new Reached(
        node,
        Math.max(access, other.access),
        similarity,
        Math.max(path, other.path),
        Math.min(hop, other.hop),
        all);
  }

  Reached withAccess(double changed) {
    return new Reached(node, changed, similarity, path, hop, origins);
  }

  Reached withPath(double changed) {
    return new Reached(node, access, similarity, changed, hop, origins);
  }

  /**
   * The score by which it is answered: 0.8 access + 0.2 similarity, and what its path adds.
   *
   * @param pathShare how much the path counts
   */
  double score(double pathShare) {
    return ACCESS_SHARE * access + SIMILARITY_SHARE * similarity + pathShare * path;
  }
}
