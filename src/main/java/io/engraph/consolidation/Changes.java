package io.engraph.consolidation;

import io.engraph.agent.Consolidated;
import io.engraph.agent.Dossier;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.graph.SourceRef;
import io.engraph.graph.UtilityRule;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TimeSpan;
import io.engraph.table.Contention;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes what was decided true of the graph: each decision in one transaction, which writes only
 * what is not so yet. What a decision speaks of is read afresh, and a decision about what is gone
 * is left.
 */
final class Changes {

  /** How sure consolidation is of an edge: it follows from what was told. */
  private static final double CONFIDENCE = 0.9;

  /** A node with more edges is joined to another one by no transaction. */
  private static final int MOST_EDGES_MOVED = 45;

  private final Table table;
  private final MemoryGraph graph;
  private final GraphSettings settings;
  private final IndexLog log;
  private final Dossiers dossiers;
  private int made;

  Changes(Table table, MemoryGraph graph, GraphSettings settings, IndexLog log, Dossiers dossiers) {
    this.table = table;
    this.graph = graph;
    this.settings = settings;
    this.log = log;
    this.dossiers = dossiers;
  }

  /** How many changes were made. */
  int made() {
    return made;
  }

  void apply(Dossier dossier, List<Consolidated> decisions) {
    Set<NodeId> summaries = new HashSet<>();
    for (Consolidated decision : decisions) {
      if (decision instanceof Consolidated.Summary summary) {
        summaries.add(id(dossier, summary));
      }
      transact(() -> writes(dossier, decision));
    }
    // A summary that was made of other events than there are now is no longer one.
    dossier.units().stream()
        .map(Dossier.Unit::node)
        .filter(node -> node.subtype().equals(Optional.of(Node.CONSOLIDATED)))
        .filter(node -> !summaries.contains(node.id()))
        .forEach(node -> transact(() -> removal(node.id())));
  }

  private interface Writing {
    List<Write> writes();
  }

  private void transact(Writing writing) {
    boolean hasChanged =
        Contention.retry(
            () -> {
              List<Write> writes = writing.writes();
              if (!writes.isEmpty()) {
                table.transact(writes);
              }
              return !writes.isEmpty();
            });
    made += hasChanged ? 1 : 0;
  }

  private List<Write> writes(Dossier dossier, Consolidated decision) {
    return switch (decision) {
      case Consolidated.Superseded(NodeId older, NodeId newer, Instant from) ->
          superseded(older, newer, from);
      case Consolidated.Conflicting(NodeId one, NodeId other) -> conflicting(one, other);
      case Consolidated.Same(NodeId kept, NodeId gone) -> same(kept, gone);
      case Consolidated.Summary summary -> summary(dossier, summary);
      case Consolidated.Alias(NodeId alias, NodeId full) -> alias(alias, full);
    };
  }

  private List<Write> superseded(NodeId older, NodeId newer, Instant from) {
    Map<NodeId, Node> nodes = graph.nodes(List.of(older, newer));
    if (nodes.size() < 2) {
      return List.of();
    }
    List<Write> writes = new ArrayList<>();
    Node old = nodes.get(older);
    if (old.status() != NodeStatus.SUPERSEDED || !old.until().equals(Optional.of(from))) {
      writes.add(graph.replace(old.superseded(from)));
    }
    writes.addAll(missing(List.of(EdgeKey.of(newer, Relation.SUPERSEDES, older))));
    return writes.isEmpty() ? writes : withPresent(newer, writes);
  }

  private List<Write> conflicting(NodeId one, NodeId other) {
    Map<NodeId, Node> nodes = graph.nodes(List.of(one, other));
    if (nodes.size() < 2) {
      return List.of();
    }
    List<Write> writes = new ArrayList<>();
    for (Node node : nodes.values()) {
      if (node.status() == NodeStatus.CURRENT) {
        writes.add(graph.replace(node.withStatus(NodeStatus.CONFLICTING)));
      }
    }
    writes.addAll(missing(List.of(EdgeKey.of(one, Relation.CONTRADICTS, other))));
    return writes;
  }

  /** The one gets the sources and the edges of the other, which goes. */
  private List<Write> same(NodeId kept, NodeId gone) {
    Map<NodeId, Node> nodes = graph.nodes(List.of(kept, gone));
    if (nodes.size() < 2) {
      return List.of();
    }
    List<Edge> edges = graph.edgesOf(gone, MOST_EDGES_MOVED + 1);
    if (edges.size() > MOST_EDGES_MOVED) {
      return List.of();
    }
    List<Write> writes = new ArrayList<>();
    writes.add(
        graph.replace(
            nodes
                .get(kept)
                .merged(nodes.get(gone).sources(), Optional.empty(), nodes.get(gone).learnedAt())));
    Set<EdgeKey> moved = new LinkedHashSet<>();
    for (Edge edge : edges) {
      NodeId source = edge.key().source().equals(gone) ? kept : edge.key().source();
      NodeId target = edge.key().target().equals(gone) ? kept : edge.key().target();
      if (!source.equals(target)) {
        moved.add(EdgeKey.of(source, edge.key().relation(), target));
      }
    }
    writes.addAll(missing(moved));
    writes.addAll(removal(nodes.get(gone), edges));
    return writes;
  }

  private List<Write> removal(NodeId id) {
    List<Edge> edges = graph.edgesOf(id, 2 * Consolidated.Summary.MOST_MEMBERS);
    return graph.node(id).map(node -> removal(node, edges)).orElse(List.of());
  }

  private List<Write> removal(Node node, List<Edge> edges) {
    List<Write> writes = new ArrayList<>();
    edges.stream().map(graph::delete).forEach(writes::add);
    writes.add(graph.delete(node));
    writes.add(log.tombstone(node.id().value()));
    return writes;
  }

  /** A fact for what one did again and again. It is told from others by the first time. */
  private static NodeId id(Dossier dossier, Consolidated.Summary summary) {
    return NodeId.of(
        NodeKind.FACT,
        Node.CONSOLIDATED,
        dossier.entity().id().value(),
        summary.concept().value(),
        summary.members().getFirst().value());
  }

  private List<Write> summary(Dossier dossier, Consolidated.Summary summary) {
    Map<NodeId, Node> members = graph.nodes(summary.members());
    if (members.size() < summary.members().size()) {
      return List.of();
    }
    NodeId id = id(dossier, summary);
    Optional<Node> there = graph.node(id);
    Node fact =
        fact(id, dossier, summary, members, there.map(node -> node.version() + 1).orElse(1L));
    List<Write> writes = new ArrayList<>();
    boolean isNews =
        there
            .filter(
                node ->
                    node.content().equals(fact.content())
                        && node.time().equals(fact.time())
                        && node.sources().equals(fact.sources()))
            .isEmpty();
    if (isNews) {
      writes.add(there.isPresent() ? graph.replace(fact) : graph.create(fact));
      writes.add(log.upsert(entry(fact, dossier, summary)));
    }
    List<EdgeKey> edges = new ArrayList<>();
    edges.add(EdgeKey.of(id, Relation.ABOUT, dossier.entity().id()));
    edges.add(EdgeKey.of(id, Relation.ABOUT, summary.concept()));
    summary.members().forEach(member -> edges.add(EdgeKey.of(id, Relation.SUPPORTED_BY, member)));
    writes.addAll(missing(edges));
    return writes;
  }

  private static Node fact(
      NodeId id,
      Dossier dossier,
      Consolidated.Summary summary,
      Map<NodeId, Node> members,
      long version) {
    Set<SourceRef> sources = new TreeSet<>();
    Instant learned = Instant.EPOCH;
    TimeSpan envelope = null;
    for (NodeId member : summary.members()) {
      Node event = members.get(member);
      TimeSpan time = event.time().orElse(TimeSpan.at(event.learnedAt()));
      envelope = envelope == null ? time : envelope.envelope(time);
      learned = event.learnedAt().isAfter(learned) ? event.learnedAt() : learned;
      sources.addAll(event.sources());
    }
    return new Node(
        id,
        NodeKind.FACT,
        Optional.of(Node.CONSOLIDATED),
        summary.content(),
        dossier.entity().content(),
        summary.keywords(),
        Optional.ofNullable(envelope),
        learned,
        sources.stream().limit(Node.MAX_SOURCES).toList(),
        NodeStatus.CURRENT,
        Optional.empty(),
        version);
  }

  /** As the index finds it: by its words, and by the mean of what its events mean. */
  private IndexEntry entry(Node fact, Dossier dossier, Consolidated.Summary summary) {
    List<QuantizedVector> vectors =
        summary.members().stream()
            .flatMap(member -> dossiers.entry(member).stream())
            .flatMap(entry -> entry.vector().stream())
            .toList();
    return new IndexEntry(
        fact.id().value(),
        NodeKind.FACT.name(),
        Optional.empty(),
        List.of(dossier.entity().id().value(), summary.concept().value()),
        fact.time(),
        IndexEntry.terms(fact.content()),
        QuantizedVector.mean(vectors),
        dossier.entity().subtype().equals(Optional.of(Node.PERSON)),
        false,
        Optional.empty(),
        false,
        Optional.of(fact.learnedAt()));
  }

  private List<Write> alias(NodeId alias, NodeId full) {
    Map<NodeId, Node> nodes = graph.nodes(List.of(alias, full));
    if (nodes.size() < 2) {
      return List.of();
    }
    List<Write> writes = new ArrayList<>();
    named(nodes.get(alias), nodes.get(full), writes);
    named(nodes.get(full), nodes.get(alias), writes);
    writes.addAll(missing(List.of(EdgeKey.of(alias, Relation.ANALOGOUS_TO, full))));
    return writes;
  }

  /**
   * Gives an entity another name, and has whoever is asked about find what is said of the other.
   */
  private void named(Node node, Node other, List<Write> writes) {
    if (node.keywords().contains(other.content())) {
      return;
    }
    List<String> names = new ArrayList<>(node.keywords());
    names.add(other.content());
    writes.add(graph.replace(node.withKeywords(names)));
    Set<String> entities = new LinkedHashSet<>();
    entities.add(node.id().value());
    dossiers.entry(node.id()).ifPresent(entry -> entities.addAll(entry.entities()));
    entities.add(other.id().value());
    writes.add(
        log.upsert(IndexEntry.ofEntity(node.id().value(), node.content(), List.copyOf(entities))));
  }

  private List<Write> missing(Collection<EdgeKey> edges) {
    Set<EdgeKey> there = graph.edges(edges).keySet();
    List<Write> writes = new ArrayList<>();
    edges.stream()
        .filter(edge -> !there.contains(edge))
        .forEach(
            edge ->
                writes.add(
                    graph.create(
                        Edge.of(edge, UtilityRule.vouched(CONFIDENCE)), settings.utilityRule())));
    return writes;
  }

  private List<Write> withPresent(NodeId node, List<Write> writes) {
    List<Write> all = new ArrayList<>(writes);
    all.add(graph.requireNode(node));
    return all;
  }
}
