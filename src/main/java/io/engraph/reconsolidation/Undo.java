package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.Evidence;
import io.engraph.graph.GraphId;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.index.IndexLog;
import io.engraph.reconsolidation.EditLog.Entry;
import io.engraph.reconsolidation.EditLog.Selection;
import io.engraph.reconsolidation.EditLog.UndoEdit;
import io.engraph.table.Contention;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Write;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Takes edits back: the edges and the policy become what they would be, had those edits not been
 * made and all others been. An edge's other edits are applied again, in their order, to what it was
 * before the first; an edge that only undone edits made is gone. Undoing is logged itself. Should
 * it fail in the middle, doing it again takes back the rest.
 */
public final class Undo {

  /** With the edge and the log these fit one transaction. */
  private static final int MOST_AT_ONCE = 90;

  private final Table table;
  private final Ulids ulids;
  private final Clock clock;

  /**
   * What was undone.
   *
   * @param edges edits of edges
   * @param policy steps of the retrieval policy
   * @param questions questions that were remembered
   * @param lessons lessons that were made or retired
   */
  public record Undone(int edges, int policy, int questions, int lessons) {
    private static final Undone NOTHING = new Undone(0, 0, 0, 0);

    private Undone plus(Undone other) {
      return new Undone(
          edges + other.edges,
          policy + other.policy,
          questions + other.questions,
          lessons + other.lessons);
    }
  }

  public Undo(Table table, Ulids ulids, Clock clock) {
    this.table = requireNonNull(table, "table is null");
    this.ulids = requireNonNull(ulids, "ulids is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** The same on another view of the table. */
  public Undo on(Table view) {
    return new Undo(view, ulids, clock);
  }

  /**
   * Undoes every edit that a selection holds and that is not undone yet.
   *
   * @param selection which; an empty one would be everything, and is refused
   * @throws IllegalArgumentException if the selection is empty
   */
  public Undone undo(GraphId id, Selection selection) {
    if (selection.isEmpty()) {
      throw new IllegalArgumentException("an empty selection would undo everything");
    }
    return undo(id, new Chosen(selection::holds, reason(selection)));
  }

  /**
   * Undoes every edit that any of those queries made and that is not undone yet, since what they
   * were about is forgotten.
   */
  public Undone undo(GraphId id, Set<String> queries) {
    return undo(
        id,
        new Chosen(
            entry -> entry.query().filter(queries::contains).isPresent(),
            "%d queries about what is forgotten".formatted(queries.size())));
  }

  /**
   * The edits that are meant, and why.
   *
   * @param edits holds for these
   */
  private record Chosen(Predicate<Entry> edits, String reason) {
    boolean holds(Entry entry) {
      return edits.test(entry);
    }
  }

  private Undone undo(GraphId id, Chosen selection) {
    MemoryGraph graph = new MemoryGraph(table, id);
    Optional<GraphSettings> settings = graph.settings();
    if (settings.isEmpty()) {
      return Undone.NOTHING;
    }
    Undone undone = Undone.NOTHING;
    while (true) {
      Undone done = Contention.retry(() -> round(graph, settings.get(), selection));
      if (done.equals(Undone.NOTHING)) {
        return undone;
      }
      undone = undone.plus(done);
    }
  }

  /** Undoes as many edits of each edge and each caller as fit a transaction. */
  private Undone round(MemoryGraph graph, GraphSettings settings, Chosen selection) {
    EditLog log = new EditLog(table, graph.id());
    List<Entry> all = log.list(NO_CHOICE, Optional.empty(), Integer.MAX_VALUE);
    // What an edge was before the first edit that the log has, whether that holds or not.
    Map<EdgeKey, Optional<Evidence>> origins = new HashMap<>();
    Map<EdgeKey, List<Entry>> ofEdges = new LinkedHashMap<>();
    Map<String, List<Entry>> ofCallers = new LinkedHashMap<>();
    List<Entry> questions = new ArrayList<>();
    List<Entry> lessons = new ArrayList<>();
    for (Entry entry : all) {
      entry
          .edge()
          .ifPresent(
              edit -> origins.putIfAbsent(key(edit), edit.before().map(EdgeEdit.Counts::evidence)));
      if (entry.isUndone()) {
        continue;
      }
      entry
          .edge()
          .ifPresent(edit -> ofEdges.computeIfAbsent(key(edit), _ -> new ArrayList<>()).add(entry));
      entry
          .policy()
          .filter(_ -> selection.holds(entry))
          .ifPresent(
              edit -> ofCallers.computeIfAbsent(edit.caller(), _ -> new ArrayList<>()).add(entry));
      entry.lesson().filter(_ -> selection.holds(entry)).ifPresent(_ -> lessons.add(entry));
      entry.question().filter(_ -> selection.holds(entry)).ifPresent(_ -> questions.add(entry));
    }
    // First, so that the edges to them are gone when the edits of these are taken back.
    for (Entry entry : questions) {
      transact(log, selection, List.of(entry), forget(graph, entry.question().orElseThrow()));
    }
    // The latest first: a lesson that took the place of one that is undone too comes before it.
    for (Entry entry : lessons.reversed()) {
      transact(log, selection, List.of(entry), unlearn(graph, entry));
    }
    int edges = 0;
    for (Map.Entry<EdgeKey, List<Entry>> edge : ofEdges.entrySet()) {
      List<Entry> chosen =
          edge.getValue().stream().filter(selection::holds).limit(MOST_AT_ONCE).toList();
      if (!chosen.isEmpty()) {
        List<EdgeEdit> rest =
            edge.getValue().stream()
                .filter(entry -> !chosen.contains(entry))
                .map(entry -> entry.edge().orElseThrow())
                .toList();
        transact(
            log,
            selection,
            chosen,
            edge(graph, settings, edge.getKey(), origins.get(edge.getKey()), rest));
        edges += chosen.size();
      }
    }
    int policy = 0;
    for (Map.Entry<String, List<Entry>> caller : ofCallers.entrySet()) {
      List<Entry> chosen = caller.getValue().stream().limit(MOST_AT_ONCE).toList();
      Map<String, Long> back = new TreeMap<>();
      for (Entry entry : chosen) {
        entry
            .policy()
            .orElseThrow()
            .step()
            .forEach((channel, by) -> back.merge(channel, -by, Long::sum));
      }
      transact(log, selection, chosen, PolicyMove.of(graph, caller.getKey(), back).writes(graph));
      policy += chosen.size();
    }
    return new Undone(edges, policy, questions.size(), lessons.size());
  }

  private static final Selection NO_CHOICE =
      new Selection(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private static EdgeKey key(EdgeEdit edit) {
    return new EdgeKey(
        new NodeId(edit.source()),
        Relation.find(edit.relation()).orElseThrow(),
        new NodeId(edit.target()));
  }

  private void transact(EditLog log, Chosen selection, List<Entry> chosen, List<Write> changes) {
    List<Write> writes = new ArrayList<>(changes);
    chosen.forEach(entry -> writes.add(log.undone(entry.id())));
    writes.add(
        log.write(
            ulids.next(),
            new UndoEdit(
                chosen.stream().map(Entry::id).toList(),
                selection.reason(),
                clock.instant().toString())));
    table.transact(writes);
  }

  private static String reason(Selection selection) {
    List<String> reasons = new ArrayList<>();
    selection.query().ifPresent(query -> reasons.add("query " + query));
    selection.caller().ifPresent(caller -> reasons.add("caller " + caller));
    selection.from().ifPresent(from -> reasons.add("from " + from));
    selection.to().ifPresent(to -> reasons.add("until " + to));
    return String.join(", ", reasons);
  }

  /** Takes a question, and the edges from it, out of the graph. */
  private List<Write> forget(MemoryGraph graph, QuestionEdit edit) {
    NodeId question = new NodeId(edit.node());
    return gone(
        graph,
        question,
        edit.evidence().stream()
            .map(one -> RememberedQuestion.link(question, new NodeId(one)))
            .toList());
  }

  /** Takes a lesson that was made out of the graph, and has the one that was retired hold again. */
  private List<Write> unlearn(MemoryGraph graph, Entry entry) {
    LessonChange change = entry.lesson().orElseThrow();
    List<Write> writes = new ArrayList<>();
    change
        .made()
        .map(NodeId::new)
        .ifPresent(made -> writes.addAll(gone(graph, made, LessonCuration.edges(change))));
    change
        .retired()
        .map(NodeId::new)
        .flatMap(graph::node)
        .ifPresent(node -> writes.add(graph.replace(node.withStatus(NodeStatus.CURRENT))));
    return writes;
  }

  private List<Write> gone(MemoryGraph graph, NodeId node, List<EdgeKey> links) {
    List<Write> writes = new ArrayList<>();
    graph.edges(links).values().forEach(edge -> writes.add(graph.delete(edge)));
    graph
        .node(node)
        .ifPresent(
            there -> {
              writes.add(graph.delete(there));
              writes.add(new IndexLog(graph.id().value(), ulids).tombstone(node.value()));
            });
    return writes;
  }

  /** The change of an edge to what its other edits alone would have made of it. */
  private static List<Write> edge(
      MemoryGraph graph,
      GraphSettings settings,
      EdgeKey key,
      Optional<Evidence> origin,
      List<EdgeEdit> rest) {
    Edge edge = graph.edges(List.of(key)).get(key);
    if (edge == null) {
      // Gone with one of its nodes.
      return List.of();
    }
    // The log may have lost its first edits to forgetting; an edge from before it knew its origin
    // has
    // nothing else.
    Optional<Evidence> evidence = edge.origin().map(Edge.Origin::evidence).orElse(origin);
    for (EdgeEdit edit : rest) {
      evidence = EdgeChange.after(edit.action(), edit.confidence(), evidence);
    }
    return evidence
        .map(then -> List.of(graph.replace(edge.with(then), settings.utilityRule())))
        .orElseGet(() -> List.of(graph.delete(edge)));
  }
}
