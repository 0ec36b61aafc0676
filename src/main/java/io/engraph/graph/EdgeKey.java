package io.engraph.graph;

import static java.util.Objects.requireNonNull;

/** The identity of an edge: there is at most one of a relation from one node to another. */
public record EdgeKey(NodeId source, Relation relation, NodeId target)
    implements Comparable<EdgeKey> {

  public EdgeKey {
    requireNonNull(source, "source is null");
    requireNonNull(relation, "relation is null");
    requireNonNull(target, "target is null");
    if (source.equals(target)) {
      throw new IllegalArgumentException("an edge must join two nodes, but both are " + source);
    }
  }

  /** The key of that edge; a symmetric relation has one key for both directions. */
  public static EdgeKey of(NodeId source, Relation relation, NodeId target) {
    return relation.isSymmetric() && source.compareTo(target) > 0
        ? new EdgeKey(target, relation, source)
        : new EdgeKey(source, relation, target);
  }

  /** The end that is not {@code node}. */
  public NodeId other(NodeId node) {
    return node.equals(source) ? target : source;
  }

  @Override
  public int compareTo(EdgeKey other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return source + " " + relation.label() + " " + target;
  }
}
