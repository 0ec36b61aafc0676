package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.GraphId;

/** The event that starts reconsolidation: a query's trace was completed by feedback. */
public record TraceCompleted(GraphId graph, String query) {
  public TraceCompleted {
    requireNonNull(graph, "graph is null");
    requireNonNull(query, "query is null");
  }
}
