package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;

/** What to do with a unit of memory (REALM). */
public sealed interface Integration {

  /** It is new: it becomes a node. */
  record Add() implements Integration {}

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
