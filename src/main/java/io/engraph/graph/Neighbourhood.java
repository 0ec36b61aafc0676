package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The most useful edges of a node, in both directions.
 *
 * @param node the node
 * @param outgoing edges that it is the source of, the most useful first
 * @param incoming edges that it is the target of, the most useful first
 */
public record Neighbourhood(NodeId node, List<Edge> outgoing, List<Edge> incoming) {
  public Neighbourhood {
    requireNonNull(node, "node is null");
    outgoing = List.copyOf(outgoing);
    incoming = List.copyOf(incoming);
  }
}
