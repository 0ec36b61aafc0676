package io.engraph.forgetting;

import static java.util.Objects.requireNonNull;

import io.engraph.endpoint.Deadline;
import io.engraph.forgetting.Forgotten.State;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphId;
import io.engraph.graph.Keys;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.Relation;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.index.TextAnalysis;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.reconsolidation.Undo;
import io.engraph.table.Chunks;
import io.engraph.table.Contention;
import io.engraph.table.Cursor;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Write;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Deletes for good: nodes, their edges in both directions, what the index, traces, edits,
 * remembered questions and summaries have of them. Once a deletion is done, no query, listing or
 * trace shows anything of it, in no process. One that was interrupted is taken up again.
 */
public final class Forgetting {

  /** A pass over more turns is one of several. */
  private static final int TURNS_AT_ONCE = 500;

  private static final int NODES_AT_ONCE = 1_000;
  private static final int EDGES_AT_ONCE = 45;
  private static final Duration LEAST_TIME = Duration.ofSeconds(3);

  private final Table table;
  private final IndexCache indexes;
  private final Undo undo;
  private final Ulids ulids;
  private final Clock clock;
  private final Others others;

  /** The parts that this process is working on, so that nobody takes them up beside it. */
  private final Set<Key> working = ConcurrentHashMap.newKeySet();

  /**
   * @param others whom a deletion gives way to
   */
  public Forgetting(
      Table table, IndexCache indexes, Undo undo, Ulids ulids, Clock clock, Others others) {
    this.table = requireNonNull(table, "table is null");
    this.indexes = requireNonNull(indexes, "indexes is null");
    this.undo = requireNonNull(undo, "undo is null");
    this.ulids = requireNonNull(ulids, "ulids is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.others = requireNonNull(others, "others is null");
  }

  /** What a deletion would take along, without deleting anything. */
  public Forgotten plan(GraphId id, Target target) {
    MemoryGraph graph = new MemoryGraph(table, id);
    if (target instanceof Target.WholeGraph) {
      return whole(graph, ulids.next(), State.PLANNED);
    }
    Scope scope = scope(graph, target);
    Erasure.Plan plan = Erasure.of(graph, scope.turns, scope.nodes);
    return forgotten(ulids.next(), State.PLANNED, plan);
  }

  /**
   * Deletes. It is done when this returns, or goes on later where there is no time for all of it.
   */
  public Forgotten forget(GraphId id, Target target) {
    MemoryGraph graph = new MemoryGraph(table, id);
    // Refuses what a newer release has written.
    graph.settings();
    String deletion = ulids.next();
    if (target instanceof Target.WholeGraph) {
      Forgotten all = whole(graph, deletion, State.DONE);
      Deletion whole = new Deletion(deletion, 0, id, true, List.of(), List.of(), true);
      // Nobody finds the graph from here on; what is left of it is found by the deletion.
      table.transact(List.of(whole.write(), Write.delete(graph.keys().graph())));
      return all.in(erase(whole, Optional.empty()) ? State.DONE : State.RUNNING);
    }
    Scope scope = scope(graph, target);
    Optional<Erasure.Plan> plan = planInTime(id, scope);
    Forgotten planned =
        plan.map(known -> forgotten(deletion, State.DONE, known))
            .orElseGet(() -> unplanned(deletion, scope));
    List<Deletion> parts = parts(deletion, id, scope);
    Optional<Erasure.Plan> ofPart = parts.size() == 1 ? plan : Optional.empty();
    Chunks.transact(table, parts.stream().map(Deletion::write).toList());
    boolean isDone = true;
    for (Deletion part : parts) {
      isDone = isDone && erase(part, ofPart);
    }
    return planned.in(isDone ? State.DONE : State.RUNNING);
  }

  /** What goes, if there is time to work that out; otherwise that is a part of what is left. */
  private Optional<Erasure.Plan> planInTime(GraphId id, Scope scope) {
    try {
      MemoryGraph graph = new MemoryGraph(new PacedTable(table, others, this::hasTime), id);
      return Optional.of(Erasure.of(graph, scope.turns, scope.nodes));
    } catch (PacedTable.OutOfTimeException e) {
      return Optional.empty();
    }
  }

  /** What is known of a deletion before it is planned: what it names. */
  private static Forgotten unplanned(String deletion, Scope scope) {
    return new Forgotten(
        deletion,
        State.RUNNING,
        List.copyOf(scope.turns),
        List.copyOf(scope.nodes),
        List.of(),
        scope.turns.size(),
        scope.nodes.size());
  }

  private static List<Deletion> parts(String deletion, GraphId graph, Scope scope) {
    List<SourceRef> turns = List.copyOf(scope.turns);
    List<Deletion> parts = new ArrayList<>();
    for (int from = 0; from < turns.size(); from += TURNS_AT_ONCE) {
      int to = Math.min(turns.size(), from + TURNS_AT_ONCE);
      parts.add(
          new Deletion(
              deletion, parts.size(), graph, false, turns.subList(from, to), List.of(), false));
    }
    // What is named itself goes when its turns are gone.
    List<NodeId> nodes = List.copyOf(scope.nodes);
    for (int from = 0; from < nodes.size(); from += NODES_AT_ONCE) {
      int to = Math.min(nodes.size(), from + NODES_AT_ONCE);
      parts.add(
          new Deletion(
              deletion, parts.size(), graph, false, List.of(), nodes.subList(from, to), false));
    }
    return parts;
  }

  /** Whether that deletion is still going on. */
  public boolean isRunning(GraphId graph, String deletion) {
    return Deletion.isRunning(table, graph, deletion);
  }

  /**
   * Goes on with deletions that were interrupted, of all graphs, as far as there is time.
   *
   * @return how many parts are still going on
   */
  public int resume() {
    int running = 0;
    for (Deletion deletion : Deletion.all(table)) {
      running += erase(deletion, Optional.empty()) ? 0 : 1;
    }
    return running;
  }

  /**
   * Removes what a graph is to keep no longer: turns that are older than that, with what was made
   * of nothing else, and traces that have expired.
   *
   * @return how many turns were forgotten
   */
  public int expire(GraphId id) {
    MemoryGraph graph = new MemoryGraph(table, id);
    Instant now = clock.instant();
    try {
      removeExpired(new PacedTable(table, others, this::hasTime), id, now);
    } catch (PacedTable.OutOfTimeException e) {
      // The next time it goes on.
      return 0;
    }
    Optional<Instant> cutoff =
        graph.settings().flatMap(made -> made.retention().sources()).map(now::minus);
    return cutoff.map(before -> forgetBefore(graph, before)).orElse(0);
  }

  private static void removeExpired(Table table, GraphId id, Instant now) {
    QueryTraces traces = new QueryTraces(table, id);
    List<String> expired = traces.expired(now);
    while (!expired.isEmpty()) {
      Chunks.transact(table, expired.stream().map(traces::delete).toList());
      expired = traces.expired(now);
    }
  }

  private int forgetBefore(MemoryGraph graph, Instant cutoff) {
    int forgotten = 0;
    Set<SourceRef> old = before(graph, cutoff);
    while (!old.isEmpty() && hasTime()) {
      Scope scope = new Scope(old, Set.of());
      for (Deletion part : parts(ulids.next(), graph.id(), scope)) {
        table.transact(List.of(part.write()));
        if (!erase(part, Optional.empty())) {
          return forgotten;
        }
      }
      forgotten += old.size();
      old = before(graph, cutoff);
    }
    return forgotten;
  }

  private static Set<SourceRef> before(MemoryGraph graph, Instant cutoff) {
    Set<SourceRef> old = new LinkedHashSet<>();
    Optional<Cursor> after = Optional.empty();
    do {
      MemoryGraph.Listed listed =
          graph.list(
              Optional.of(NodeKind.EPISODE),
              Optional.empty(),
              Optional.of(cutoff),
              after,
              PartitionQuery.MAX_LIMIT);
      graph.nodes(listed.nodes()).values().forEach(node -> old.addAll(node.sources()));
      after = listed.next();
    } while (after.isPresent() && old.size() < TURNS_AT_ONCE);
    return old.stream().limit(TURNS_AT_ONCE).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private boolean hasTime() {
    return Deadline.remaining(clock).filter(left -> left.compareTo(LEAST_TIME) < 0).isEmpty();
  }

  /**
   * Does a deletion, or what is left of it, as far as there is time.
   *
   * @param plan what goes, where that is known
   * @return whether it is done
   */
  private boolean erase(Deletion deletion, Optional<Erasure.Plan> plan) {
    if (!hasTime() || !working.add(deletion.key())) {
      return false;
    }
    try {
      Table paced = new PacedTable(table, others, this::hasTime);
      MemoryGraph graph = new MemoryGraph(paced, deletion.graph());
      if (deletion.isWhole()) {
        eraseGraph(paced, graph, log(graph));
      } else {
        erase(paced, graph, deletion, plan);
      }
      table.transact(List.of(deletion.finished()));
    } catch (PacedTable.OutOfTimeException e) {
      return false;
    } finally {
      working.remove(deletion.key());
    }
    table.scrub();
    return true;
  }

  /**
   * The turns and nodes that a target names.
   *
   * @param turns the turns
   * @param nodes nodes beside those of the turns
   */
  private record Scope(Set<SourceRef> turns, Set<NodeId> nodes) {}

  private Scope scope(MemoryGraph graph, Target target) {
    Set<SourceRef> turns = new LinkedHashSet<>();
    Set<NodeId> nodes = new LinkedHashSet<>();
    switch (target) {
      case Target.WholeGraph() ->
          throw new IllegalArgumentException("a graph is not forgotten turn by turn");
      case Target.Session(String name) ->
          graph.turnsOf(name).stream()
              .filter(turn -> turn.state() != SourceTurn.State.FORGOTTEN)
              .map(SourceTurn::ref)
              .forEach(turns::add);
      case Target.Turn(SourceRef ref) -> turns.add(ref);
      case Target.OfNode(NodeId id, boolean keepsSources) -> {
        Optional<Node> node = graph.node(id);
        nodes.add(id);
        if (node.isPresent() && !keepsSources) {
          if (node.get().kind() == NodeKind.ENTITY) {
            about(graph, node.get(), turns, nodes);
          } else if (hasSources(node.get())) {
            turns.addAll(node.get().sources());
            turns.addAll(supporting(graph, id));
          }
        }
      }
    }
    return new Scope(turns, nodes);
  }

  private static boolean hasSources(Node node) {
    return node.kind() != NodeKind.STRATEGY && node.kind() != NodeKind.QUESTION;
  }

  /** The turns of the episodes that a node rests on, should they be more than it lists. */
  private Set<SourceRef> supporting(MemoryGraph graph, NodeId id) {
    Set<NodeId> episodes =
        graph.edgesOf(id, PartitionQuery.MAX_LIMIT - 1).stream()
            .map(Edge::key)
            .filter(key -> key.relation() == Relation.SUPPORTED_BY && key.source().equals(id))
            .map(EdgeKey::target)
            .filter(target -> target.value().startsWith("episode-"))
            .collect(Collectors.toSet());
    return graph.nodes(episodes).values().stream()
        .flatMap(node -> node.sources().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Every turn that names an entity, under any of its names, by the index or by its words. */
  private void about(MemoryGraph graph, Node entity, Set<SourceRef> turns, Set<NodeId> nodes) {
    Set<String> names = new LinkedHashSet<>(entity.keywords());
    names.add(entity.content());
    indexes.read(
        table,
        log(graph),
        graph.id().value(),
        index -> {
          Set<String> entities = new LinkedHashSet<>();
          entities.add(entity.id().value());
          index.slot(entity.id().value()).stream()
              .forEach(slot -> entities.addAll(index.entry(slot).entities()));
          entities.stream().map(NodeId::new).forEach(nodes::add);
          for (int slot = 0; slot < index.slots(); slot++) {
            if (index.isLive(slot)) {
              IndexEntry entry = index.entry(slot);
              List<String> terms = index.terms(slot);
              boolean isNamed =
                  entry.entities().stream().anyMatch(entities::contains)
                      || names.stream().anyMatch(name -> says(terms, name));
              if (isNamed && !entry.kind().equals(NodeKind.ENTITY.name())) {
                nodes.add(new NodeId(entry.node()));
                entry.position().ifPresent(at -> turns.add(new SourceRef(at.session(), at.turn())));
              }
            }
          }
          return nodes;
        });
  }

  private static boolean says(List<String> terms, String name) {
    List<String> words = TextAnalysis.terms(name);
    return !words.isEmpty() && terms.containsAll(words);
  }

  /**
   * First what queries go by, then what was learned of it, at last the turns. What goes is written
   * down before any of it is gone, so that an interrupted deletion knows what is left.
   */
  private void erase(
      Table paced, MemoryGraph graph, Deletion deletion, Optional<Erasure.Plan> known) {
    Erasure.Plan plan =
        known.orElseGet(() -> Erasure.of(graph, deletion.turns(), deletion.nodes()));
    Set<NodeId> nodes = new LinkedHashSet<>(plan.nodes());
    nodes.addAll(deletion.nodes());
    if (!deletion.isPlanned()) {
      paced.transact(List.of(deletion.planned(nodes).write()));
    }
    IndexLog log = log(graph);
    Set<String> ids = nodes.stream().map(NodeId::value).collect(Collectors.toSet());
    // What an interrupted deletion has done is not done again, so that it comes to an end however
    // often it is interrupted. Nothing is linked to a node that is gone.
    List<NodeId> left = nodes.stream().filter(graph.nodes(nodes)::containsKey).toList();
    // Its tombstones come after all that the index has of these. Others wait while it is read.
    indexes.read(table, log, graph.id().value(), CompactIndex::size);
    Chunks.transact(paced, left.stream().map(NodeId::value).map(log::tombstone).toList());
    for (Node node : plan.rewritten().values()) {
      rewrite(paced, graph, log, node);
    }
    unlearn(paced, graph, ids);
    erase(paced, graph, left);
    log.purge(paced, Optional.of(ids));
    Set<String> sessions =
        deletion.turns().stream().map(SourceRef::session).collect(Collectors.toSet());
    List<Write> last = new ArrayList<>();
    sessions.forEach(session -> last.add(Write.delete(graph.keys().summary(session))));
    plan.turns().forEach(turn -> last.add(graph.forget(turn)));
    Chunks.transact(paced, last);
  }

  private static void rewrite(Table table, MemoryGraph graph, IndexLog log, Node changed) {
    Contention.retry(
        () -> {
          Optional<Node> now = graph.node(changed.id());
          if (now.isPresent()) {
            List<Write> writes = new ArrayList<>();
            writes.add(graph.replace(changed.atVersion(now.get().version() + 1)));
            if (changed.kind() == NodeKind.ENTITY
                && changed.keywords().size() < now.get().keywords().size()) {
              // Of several names it knows those that are left by their entities.
              writes.add(
                  log.upsert(
                      IndexEntry.ofEntity(
                          changed.id().value(), changed.content(), List.of(changed.id().value()))));
            }
            table.transact(writes);
          }
          return now;
        });
  }

  /**
   * Takes back what only queries about it have taught, and removes the traces and edits that speak
   * of it.
   */
  private void unlearn(Table paced, MemoryGraph graph, Set<String> nodes) {
    QueryTraces traces = new QueryTraces(paced, graph.id());
    List<QueryTraces.Named> queries = traces.naming(nodes);
    Set<String> undone =
        queries.stream()
            .filter(
                named ->
                    named
                        .feedback()
                        .filter(feedback -> nodes.containsAll(feedback.influence()))
                        .isPresent())
            .map(QueryTraces.Named::query)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!undone.isEmpty()) {
      undo.on(paced).undo(graph.id(), undone);
    }
    List<Write> deletions = new ArrayList<>();
    queries.forEach(named -> deletions.add(traces.delete(named.query())));
    deletions.addAll(new EditLog(paced, graph.id()).deletions(undone, nodes));
    Chunks.transact(paced, deletions);
  }

  /** Removes nodes with their edges, however many; each node after or with the last of these. */
  private static void erase(Table table, MemoryGraph graph, List<NodeId> nodes) {
    Map<Key, Write> writes = new LinkedHashMap<>();
    for (NodeId node : nodes) {
      List<Write> edges = edges(graph, node);
      while (edges.size() > EDGES_AT_ONCE) {
        Chunks.transact(table, edges);
        edges = edges(graph, node);
      }
      if (writes.size() + edges.size() >= Table.MAX_TRANSACTION_WRITES) {
        table.transact(List.copyOf(writes.values()));
        writes.clear();
      }
      edges.forEach(edge -> writes.put(edge.key(), edge));
      writes.put(graph.keys().node(node), Write.delete(graph.keys().node(node)));
    }
    Chunks.transact(table, List.copyOf(writes.values()));
  }

  /** The deletions of edges of a node: of all, or of more than {@value #EDGES_AT_ONCE}. */
  private static List<Write> edges(MemoryGraph graph, NodeId node) {
    return graph.edgesOf(node, EDGES_AT_ONCE).stream()
        .map(edge -> Write.delete(graph.keys().edge(edge.key())))
        .toList();
  }

  /** Removes everything of a graph: what the log names, then what is left. */
  private static void eraseGraph(Table table, MemoryGraph graph, IndexLog log) {
    log.clear(table);
    Keys keys = graph.keys();
    Optional<IndexLog.Logged> some = log.firstLogged(table);
    while (some.isPresent()) {
      some.get().nodes().forEach(node -> empty(table, keys.adjacency(new NodeId(node))));
      some.get().sessions().forEach(session -> empty(table, keys.session(session)));
      Chunks.transact(table, some.get().records().stream().map(Write::delete).toList());
      some = log.firstLogged(table);
    }
    QueryTraces traces = new QueryTraces(table, graph.id());
    Chunks.transact(table, traces.all().stream().map(traces::delete).toList());
    for (String partition : List.of(keys.edits(), keys.usage(), keys.settings())) {
      empty(table, partition);
    }
  }

  private static void empty(Table table, String partition) {
    Page page = table.query(PartitionQuery.of(partition).atMost(100).consistently());
    while (!page.items().isEmpty()) {
      List<Key> keys = page.items().stream().map(Item::key).toList();
      Chunks.transact(table, keys.stream().map(Write::delete).toList());
      page = table.query(PartitionQuery.of(partition).atMost(100).consistently());
    }
  }

  private Forgotten whole(MemoryGraph graph, String deletion, State state) {
    return indexes.read(
        table,
        log(graph),
        graph.id().value(),
        index -> {
          int turns = index.countsByKind().getOrDefault(NodeKind.EPISODE.name(), 0);
          int nodes = index.countsByKind().values().stream().mapToInt(Integer::intValue).sum();
          return new Forgotten(deletion, state, List.of(), List.of(), List.of(), turns, nodes);
        });
  }

  private static Forgotten forgotten(String id, State state, Erasure.Plan plan) {
    return new Forgotten(
        id,
        state,
        plan.turns().stream().map(SourceTurn::ref).toList(),
        List.copyOf(plan.nodes()),
        List.copyOf(plan.rewritten().keySet()),
        plan.turns().size(),
        plan.nodes().size());
  }

  private IndexLog log(MemoryGraph graph) {
    return new IndexLog(graph.id().value(), ulids);
  }
}
