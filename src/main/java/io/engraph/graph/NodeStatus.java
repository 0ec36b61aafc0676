package io.engraph.graph;

/** Whether what a node says still holds. */
public enum NodeStatus {
  /** It holds, as far as is known. */
  CURRENT,
  /** Something later took its place. */
  SUPERSEDED,
  /** Something else says the contrary, and neither has won. */
  CONFLICTING
}
