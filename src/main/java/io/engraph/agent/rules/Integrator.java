package io.engraph.agent.rules;

import io.engraph.agent.Integration;
import io.engraph.agent.MemoryUnit;
import io.engraph.graph.Node;
import io.engraph.graph.NodeStatus;
import io.engraph.index.TextAnalysis;
import java.util.List;

/**
 * Merges a unit only with a node that says the same in the same words, of the same one and the same
 * time. Whatever differs may be a new state, so it is added.
 */
final class Integrator {

  private Integrator() {}

  static Integration integrate(MemoryUnit unit, List<Node> candidates) {
    List<String> words = TextAnalysis.terms(unit.content());
    return candidates.stream()
        .filter(node -> node.kind() == unit.kind())
        .filter(node -> node.status() == NodeStatus.CURRENT)
        .filter(node -> node.description().equals(unit.description()))
        .filter(node -> node.time().equals(unit.time()))
        .filter(node -> TextAnalysis.terms(node.content()).equals(words))
        .<Integration>map(node -> new Integration.Merge(node.id()))
        .findFirst()
        .orElseGet(() -> new Integration.Add());
  }
}
