package io.engraph.ingestion;

import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.Relation;
import io.engraph.graph.UtilityRule;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.table.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The change that a turn is about to make: nodes, edges and index entries, each once. What the
 * graph has already is not made again, so a draft may be written any number of times.
 */
final class Draft {

  /** How sure the rules are of an edge: as sure as not, until use tells. */
  private static final double CONFIDENCE = 0.5;

  private final Map<NodeId, Node> created = new LinkedHashMap<>();
  private final Map<NodeId, Node> changed = new LinkedHashMap<>();
  private final Map<String, IndexEntry> entries = new LinkedHashMap<>();
  private final Set<EdgeKey> edges = new LinkedHashSet<>();
  private final Map<NodeId, Optional<Node>> stored = new HashMap<>();
  private final Map<NodeId, Node> named = new LinkedHashMap<>();
  private final Map<NodeId, IndexEntry> namedEntries = new LinkedHashMap<>();

  /** A node that is to be there. */
  void node(Node node) {
    created.putIfAbsent(node.id(), node);
  }

  /** A node that is there, and is to be changed. */
  void change(Node node) {
    if (created.containsKey(node.id())) {
      return;
    }
    changed.put(node.id(), node);
  }

  /** An entity that is there, and what it would be made as if it were not. */
  void named(Node entity, IndexEntry entry) {
    named.putIfAbsent(entity.id(), entity);
    namedEntries.putIfAbsent(entity.id(), entry);
  }

  void index(IndexEntry entry) {
    entries.put(entry.node(), entry);
  }

  void edge(NodeId from, Relation relation, NodeId to) {
    if (!from.equals(to)) {
      edges.add(EdgeKey.of(from, relation, to));
    }
  }

  /** The node as it is drafted, or stored. */
  Optional<Node> find(MemoryGraph graph, NodeId id) {
    Node drafted = changed.getOrDefault(id, created.get(id));
    return drafted != null ? Optional.of(drafted) : stored.computeIfAbsent(id, graph::node);
  }

  boolean isNew(MemoryGraph graph, NodeId id) {
    return find(graph, id).isEmpty();
  }

  /** The nodes that the turn made or added to: its episodes, then the others. */
  List<NodeId> nodesOf(List<NodeId> episodes) {
    Set<NodeId> nodes = new LinkedHashSet<>(episodes);
    created.keySet().forEach(nodes::add);
    changed.keySet().forEach(nodes::add);
    return List.copyOf(nodes);
  }

  /** The nodes that this draft links to and does not make itself. */
  Set<NodeId> relied() {
    Set<NodeId> relied = new LinkedHashSet<>();
    for (EdgeKey edge : edges) {
      relied.add(edge.source());
      relied.add(edge.target());
    }
    relied.removeAll(created.keySet());
    return relied;
  }

  /** The writes that make entities again, or remove links, should what was relied on be gone. */
  List<Write> repairs(MemoryGraph graph, IndexLog log, Set<NodeId> gone) {
    List<Write> repairs = new ArrayList<>();
    // Another turn of the same batch may have made it again.
    Set<NodeId> missing = new LinkedHashSet<>(relied());
    missing.retainAll(gone);
    missing.removeAll(graph.nodes(missing).keySet());
    for (NodeId id : missing) {
      if (named.containsKey(id)) {
        repairs.add(graph.create(named.get(id)));
        repairs.add(log.upsert(namedEntries.get(id)));
      }
    }
    edges.stream()
        .filter(edge -> isLost(edge.source(), missing) || isLost(edge.target(), missing))
        .forEach(edge -> repairs.add(Write.delete(graph.keys().edge(edge))));
    return repairs;
  }

  private boolean isLost(NodeId end, Set<NodeId> missing) {
    return missing.contains(end) && !named.containsKey(end);
  }

  /** The writes of all that the graph does not have yet. */
  List<Write> writes(MemoryGraph graph, GraphSettings settings, IndexLog log) {
    List<Write> writes = new ArrayList<>();
    Map<NodeId, Node> there = graph.nodes(created.keySet());
    created.forEach(
        (id, node) -> {
          if (!there.containsKey(id)) {
            writes.add(graph.create(node));
          }
        });
    changed.values().forEach(node -> writes.add(graph.replace(node)));
    Set<EdgeKey> linked = graph.edges(edges).keySet();
    edges.stream()
        .filter(edge -> !linked.contains(edge))
        .forEach(
            edge ->
                writes.add(
                    graph.create(
                        Edge.of(edge, UtilityRule.vouched(CONFIDENCE)), settings.utilityRule())));
    entries.values().forEach(entry -> writes.add(log.upsert(entry)));
    return writes;
  }
}
