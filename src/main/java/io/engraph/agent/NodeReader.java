package io.engraph.agent;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import java.util.Collection;
import java.util.Map;

/** Reads nodes that a decision is about. Only agents that go by what nodes say ask for them. */
@FunctionalInterface
public interface NodeReader {

  /** Of an operation whose nodes say nothing. */
  NodeReader NONE = _ -> Map.of();

  /** Those of the nodes that are there. */
  Map<NodeId, Node> read(Collection<NodeId> nodes);
}
