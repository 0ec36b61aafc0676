package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;
import io.engraph.graph.Relation;
import java.util.List;

/** What to do with a unit of memory (REALM). */
public sealed interface Integration {

  /**
   * It is new: it becomes a node.
   *
   * @param links edges from it to nodes that were offered
   */
  record Add(List<Link> links) implements Integration {
    public Add {
      links = List.copyOf(links);
    }

    public Add() {
      this(List.of());
    }
  }

  /**
   * How a unit relates to a node that was offered.
   *
   * @param relation from the unit to the node
   * @param node the node
   */
  record Link(Relation relation, NodeId node) {
    public Link {
      requireNonNull(relation, "relation is null");
      requireNonNull(node, "node is null");
    }
  }

  /**
   * It is what a node says already, never a new state, another time or a contradiction: the node
   * gets its sources.
   */
  record Merge(NodeId into) implements Integration {
    public Merge {
      requireNonNull(into, "into is null");
    }
  }

  /** It is not worth keeping beyond its turn. */
  record Skip() implements Integration {}
}
