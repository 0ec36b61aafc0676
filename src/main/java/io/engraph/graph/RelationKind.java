package io.engraph.graph;

/** The four kinds of relation. */
public enum RelationKind {
  LOGICAL,
  CAUSAL,
  HIERARCHICAL,
  ASSOCIATIVE
}
