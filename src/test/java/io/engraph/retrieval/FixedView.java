package io.engraph.retrieval;

import io.engraph.graph.NodeId;
import io.engraph.index.IndexEntry;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a walk knows of nodes, as a test says it: entities are passed through, the rest answers. */
final class FixedView implements NodeView {

  private final Map<NodeId, Double> similarity;
  private final Map<NodeId, IndexEntry> entries = new HashMap<>();
  private final Map<NodeId, NodeId> turns = new HashMap<>();
  private final Set<NodeId> anchors = new HashSet<>();

  FixedView(Map<NodeId, Double> similarity) {
    this.similarity = similarity;
  }

  FixedView with(IndexEntry entry) {
    entries.put(new NodeId(entry.node()), entry);
    return this;
  }

  FixedView turn(NodeId unit, NodeId turn) {
    turns.put(unit, turn);
    return this;
  }

  FixedView anchor(NodeId entity) {
    anchors.add(entity);
    return this;
  }

  @Override
  public double similarity(NodeId node) {
    return similarity.getOrDefault(node, 0.0);
  }

  @Override
  public boolean mayAnswer(NodeId node) {
    return !node.value().startsWith("entity-");
  }

  @Override
  public Optional<IndexEntry> entry(NodeId node) {
    return Optional.ofNullable(entries.get(node));
  }

  @Override
  public Optional<NodeId> turnOf(NodeId node) {
    return Optional.ofNullable(turns.get(node));
  }

  @Override
  public List<NodeId> anchors() {
    return anchors.stream().sorted().toList();
  }

  @Override
  public List<NodeId> namingAnchors(int limit) {
    Set<String> all = anchors.stream().map(NodeId::value).collect(Collectors.toSet());
    return entries.entrySet().stream()
        .filter(one -> one.getValue().entities().containsAll(all))
        .map(Map.Entry::getKey)
        .sorted(Comparator.naturalOrder())
        .limit(limit)
        .toList();
  }
}
