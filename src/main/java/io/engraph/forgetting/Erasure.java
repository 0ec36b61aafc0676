package io.engraph.forgetting;

import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Works out what goes with some turns and nodes: what was made of nothing else, and what sums up or
 * remembers any of it. What has other sources stays, and is rewritten without them.
 */
final class Erasure {

  /** So many edges of a node are looked at to know whether anything else speaks of it. */
  private static final int LOOKED_AT = 500;

  private static final String EPISODE = "episode-";

  /**
   * What a deletion changes.
   *
   * @param turns the turns that go
   * @param nodes the nodes that go
   * @param rewritten nodes that stay, as they will be, one version on
   */
  record Plan(List<SourceTurn> turns, Set<NodeId> nodes, Map<NodeId, Node> rewritten) {}

  private final MemoryGraph graph;
  private final Map<NodeId, Node> known = new HashMap<>();
  private final Map<NodeId, List<Edge>> edges = new HashMap<>();
  private final Set<NodeId> gone = new LinkedHashSet<>();

  private Erasure(MemoryGraph graph) {
    this.graph = graph;
  }

  /**
   * Plans.
   *
   * @param turns the turns that go
   * @param nodes nodes that go beside those of the turns
   */
  static Plan of(MemoryGraph graph, Collection<SourceRef> turns, Collection<NodeId> nodes) {
    return new Erasure(graph).plan(turns, nodes);
  }

  private Plan plan(Collection<SourceRef> refs, Collection<NodeId> nodes) {
    List<SourceTurn> turns =
        graph.turns(refs).values().stream()
            .filter(turn -> turn.state() != SourceTurn.State.FORGOTTEN)
            .sorted((one, two) -> one.ref().compareTo(two.ref()))
            .toList();
    Set<SourceRef> goneTurns = turns.stream().map(SourceTurn::ref).collect(Collectors.toSet());
    Set<NodeId> touched = new LinkedHashSet<>();
    gone.addAll(nodes);
    for (SourceTurn turn : turns) {
      turn.nodes().forEach(node -> (node.value().startsWith(EPISODE) ? gone : touched).add(node));
    }
    Deque<NodeId> open = new ArrayDeque<>(gone);
    gone.forEach(node -> neighbours(node).forEach(touched::add));
    touched.removeAll(gone);
    // Whoever goes may take others along, until nothing more does.
    boolean hasGrown = true;
    while (hasGrown) {
      while (!open.isEmpty()) {
        touched.addAll(neighbours(open.remove()));
      }
      touched.removeAll(gone);
      read(touched);
      hasGrown = false;
      for (NodeId node : List.copyOf(touched)) {
        if (known.containsKey(node) && goesAlong(known.get(node))) {
          gone.add(node);
          touched.remove(node);
          open.add(node);
          hasGrown = true;
        }
      }
    }
    read(gone);
    gone.removeIf(node -> !known.containsKey(node));
    return new Plan(turns, gone, rewritten(touched, goneTurns));
  }

  private void read(Collection<NodeId> nodes) {
    known.putAll(graph.nodes(nodes.stream().filter(node -> !known.containsKey(node)).toList()));
  }

  private List<Edge> edges(NodeId node) {
    return edges.computeIfAbsent(node, one -> graph.edgesOf(one, LOOKED_AT));
  }

  private List<NodeId> neighbours(NodeId node) {
    return edges(node).stream().map(edge -> edge.key().other(node)).distinct().toList();
  }

  /** Whether a node that stands beside one that goes has nothing else to stand on. */
  private boolean goesAlong(Node node) {
    return switch (node.kind()) {
      case EPISODE -> false;
      // A question may repeat what is to be forgotten, and so may a fact that sums it up.
      case QUESTION -> evidence(node).anyMatch(gone::contains);
      case FACT, CLAIM, EVENT ->
          node.subtype().equals(Optional.of(Node.CONSOLIDATED))
              ? evidence(node).anyMatch(gone::contains)
              : evidence(node).allMatch(gone::contains);
      // A lesson holds nothing of what it was learned from.
      case STRATEGY -> evidence(node).allMatch(gone::contains);
      case ENTITY ->
          edges(node.id()).stream()
              .filter(edge -> edge.key().relation() != Relation.ANALOGOUS_TO)
              .allMatch(edge -> gone.contains(edge.key().other(node.id())));
    };
  }

  private java.util.stream.Stream<NodeId> evidence(Node node) {
    return edges(node.id()).stream()
        .map(Edge::key)
        .filter(key -> key.relation() == Relation.SUPPORTED_BY && key.source().equals(node.id()))
        .map(EdgeKey::target);
  }

  private Map<NodeId, Node> rewritten(Set<NodeId> touched, Set<SourceRef> goneTurns) {
    Map<NodeId, Node> rewritten = new TreeMap<>();
    for (NodeId id : touched) {
      Node node = known.get(id);
      if (node != null) {
        Node changed = node;
        if (node.sources().stream().anyMatch(goneTurns::contains)) {
          changed = node.withoutSources(goneTurns);
        }
        if (node.kind() == NodeKind.ENTITY) {
          changed = withoutNames(changed);
        }
        if (node.status() != NodeStatus.CURRENT && isFreed(node)) {
          changed = changed.restored();
        }
        if (!changed.equals(node)) {
          // However much of it changed, it is one version on.
          rewritten.put(id, changed.atVersion(node.version() + 1));
        }
      }
    }
    return rewritten;
  }

  /** Without the names of entities that go. */
  private Node withoutNames(Node entity) {
    Set<String> names = new HashSet<>();
    for (Edge edge : edges(entity.id())) {
      NodeId other = edge.key().other(entity.id());
      if (edge.key().relation() == Relation.ANALOGOUS_TO && gone.contains(other)) {
        read(List.of(other));
        Optional.ofNullable(known.get(other)).ifPresent(node -> names.add(node.content()));
      }
    }
    List<String> kept = entity.keywords().stream().filter(name -> !names.contains(name)).toList();
    return kept.equals(entity.keywords()) ? entity : entity.withKeywords(kept);
  }

  /** Whether all that took the place of a node, or denied it, goes. */
  private boolean isFreed(Node node) {
    List<EdgeKey> against =
        edges(node.id()).stream()
            .map(Edge::key)
            .filter(
                key ->
                    key.relation() == Relation.CONTRADICTS
                        || (key.relation() == Relation.SUPERSEDES
                            && key.target().equals(node.id())))
            .toList();
    return !against.isEmpty()
        && against.stream().allMatch(key -> gone.contains(key.other(node.id())));
  }
}
