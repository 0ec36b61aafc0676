package io.engraph.agent.llm;

import io.engraph.graph.NodeId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Short names for the nodes that a model is shown: it can name no others, and what it takes to
 * write them is little.
 */
final class Labels {

  private final Map<String, NodeId> nodes = new LinkedHashMap<>();

  Labels(List<NodeId> shown) {
    shown.stream().distinct().forEach(node -> nodes.put("n" + (nodes.size() + 1), node));
  }

  Map<String, NodeId> all() {
    return nodes;
  }

  Optional<NodeId> find(String label) {
    return Optional.ofNullable(nodes.get(label));
  }
}
