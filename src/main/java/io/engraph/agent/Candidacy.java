package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Node;
import java.util.List;

/**
 * A unit of memory with the nodes that it may be the same as.
 *
 * @param unit the unit
 * @param candidates the nodes; nothing else may be merged with
 */
public record Candidacy(MemoryUnit unit, List<Node> candidates) {
  public Candidacy {
    requireNonNull(unit, "unit is null");
    candidates = List.copyOf(candidates);
  }
}
