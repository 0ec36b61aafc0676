package io.engraph.consolidation;

import io.engraph.agent.Dossier;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a graph knows of each of its entities: found in the index, read from the table. */
final class Dossiers {

  private static final Set<String> UNITS =
      Set.of(NodeKind.FACT.name(), NodeKind.CLAIM.name(), NodeKind.EVENT.name());

  /** More entities that share a word are not alike by it. */
  private static final int MOST_ALIKE = 20;

  private static final Comparator<Known> NEWEST_FIRST =
      Comparator.comparing((Known known) -> known.entry.recorded().orElse(Instant.EPOCH))
          .thenComparing(known -> known.entry.node())
          .reversed();

  /**
   * What the index knows of a node.
   *
   * @param ulid when it was written
   */
  private record Known(String ulid, IndexEntry entry) {}

  private final MemoryGraph graph;
  private final int mostUnits;
  private final Map<String, Known> nodes = new HashMap<>();
  private final Map<String, List<Known>> unitsOf = new HashMap<>();
  private final Map<String, List<String>> entitiesWith = new HashMap<>();
  private final Map<String, List<String>> termsOf = new HashMap<>();

  private Dossiers(MemoryGraph graph, int mostUnits) {
    this.graph = graph;
    this.mostUnits = mostUnits;
  }

  /** What the index knows now. */
  static Dossiers read(
      Table table, MemoryGraph graph, IndexCache indexes, IndexLog log, int mostUnits) {
    Dossiers dossiers = new Dossiers(graph, mostUnits);
    return indexes.read(
        table,
        log,
        graph.id().value(),
        index -> {
          dossiers.take(index);
          return dossiers;
        });
  }

  private void take(CompactIndex index) {
    for (int slot = 0; slot < index.slots(); slot++) {
      if (index.isLive(slot)) {
        Known known = new Known(index.ulid(slot), index.entry(slot));
        IndexEntry entry = known.entry;
        nodes.put(entry.node(), known);
        if (UNITS.contains(entry.kind())) {
          subjects(entry)
              .forEach(one -> unitsOf.computeIfAbsent(one, _ -> new ArrayList<>()).add(known));
        } else if (entry.kind().equals(NodeKind.ENTITY.name())) {
          termsOf.put(entry.node(), index.terms(slot));
          index
              .terms(slot)
              .forEach(
                  term ->
                      entitiesWith.computeIfAbsent(term, _ -> new ArrayList<>()).add(entry.node()));
        }
      }
    }
  }

  /** The subject of a fact or an event; of a claim, all that it names, since its source is one. */
  private static List<String> subjects(IndexEntry entry) {
    if (entry.kind().equals(NodeKind.CLAIM.name())) {
      return entry.entities();
    }
    return entry.entities().stream().limit(1).toList();
  }

  /** The entities of which something was written since then, in the order of their ids. */
  List<String> changedSince(Instant since, Optional<String> after) {
    String least = Ulids.least(since);
    Set<String> changed = new TreeSet<>();
    for (Known known : nodes.values()) {
      if (known.ulid.compareTo(least) >= 0) {
        if (UNITS.contains(known.entry.kind())) {
          changed.addAll(subjects(known.entry));
        } else if (known.entry.kind().equals(NodeKind.ENTITY.name())) {
          changed.add(known.entry.node());
        }
      }
    }
    return changed.stream()
        .filter(nodes::containsKey)
        .filter(entity -> after.filter(last -> entity.compareTo(last) <= 0).isEmpty())
        .toList();
  }

  /** What is known of an entity; empty where it is gone, or nothing is. */
  Optional<Dossier> of(NodeId entity) {
    List<Known> units =
        unitsOf.getOrDefault(entity.value(), List.of()).stream()
            .sorted(NEWEST_FIRST)
            .limit(mostUnits)
            .toList();
    List<NodeId> alike = alike(entity.value());
    if (units.isEmpty() || (units.size() == 1 && alike.isEmpty())) {
      return Optional.empty();
    }
    Set<NodeId> wanted = new LinkedHashSet<>(alike);
    wanted.add(entity);
    units.forEach(known -> wanted.add(new NodeId(known.entry.node())));
    units.forEach(known -> known.entry.entities().forEach(one -> wanted.add(new NodeId(one))));
    Map<NodeId, Node> read = graph.nodes(wanted);
    if (!read.containsKey(entity)) {
      return Optional.empty();
    }
    List<Dossier.Unit> found = new ArrayList<>();
    for (Known known : units) {
      Node node = read.get(new NodeId(known.entry.node()));
      if (node != null) {
        found.add(
            new Dossier.Unit(node, known.entry.entities().stream().map(NodeId::new).toList()));
      }
    }
    found.sort(
        Comparator.comparing((Dossier.Unit unit) -> unit.node().learnedAt())
            .thenComparing(unit -> unit.node().id()));
    return Optional.of(
        new Dossier(
            read.get(entity),
            found,
            read.entrySet().stream()
                .filter(one -> one.getValue().kind() == NodeKind.ENTITY)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
            alike.stream().map(read::get).filter(node -> node != null).toList()));
  }

  /** Entities whose names have a word in common with it, or that its units name. */
  private List<NodeId> alike(String entity) {
    Set<String> alike = new TreeSet<>();
    for (String term : termsOf.getOrDefault(entity, List.of())) {
      List<String> others = entitiesWith.get(term);
      if (others.size() <= MOST_ALIKE) {
        alike.addAll(others);
      }
    }
    Set<String> named = new HashSet<>();
    unitsOf.getOrDefault(entity, List.of()).forEach(known -> named.addAll(known.entry.entities()));
    if (named.size() <= MOST_ALIKE) {
      alike.addAll(named);
    }
    alike.remove(entity);
    return alike.stream()
        .filter(one -> nodes.containsKey(one))
        .filter(one -> nodes.get(one).entry.kind().equals(NodeKind.ENTITY.name()))
        .limit(MOST_ALIKE)
        .map(NodeId::new)
        .toList();
  }

  /** What the index has of a node. */
  Optional<IndexEntry> entry(NodeId node) {
    return Optional.ofNullable(nodes.get(node.value())).map(Known::entry);
  }
}
