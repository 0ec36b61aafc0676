package io.engraph.reconsolidation;

import io.engraph.agent.LessonEdit;
import io.engraph.agent.LessonEdit.Lesson;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.graph.UtilityRule;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.table.Ulids;
import io.engraph.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes lessons nodes of the graph, and retires those that do not hold: these stay, but are not
 * recalled any more. A lesson has no vector, since no model embeds where queries are
 * reconsolidated: it is found by the words of its routing key and of what it says.
 */
final class LessonCuration {

  /** Lessons of one query. */
  static final int MOST = 3;

  private static final int MOST_EVIDENCE = 3;

  /** How sure a lesson is of what it rests on. */
  private static final double CONFIDENCE = 0.5;

  private final MemoryGraph graph;
  private final GraphSettings settings;
  private final IndexLog index;
  private final Ulids ulids;
  private final Instant now;

  LessonCuration(
      MemoryGraph graph, GraphSettings settings, IndexLog index, Ulids ulids, Instant now) {
    this.graph = graph;
    this.settings = settings;
    this.index = index;
    this.ulids = ulids;
    this.now = now;
  }

  /**
   * Adds the writes of some edits. An edit of a lesson that is gone or retired already, or edited
   * before in the same reflection, is left out.
   *
   * @param alive those of the query's loaded nodes that are still there
   * @return what was changed
   */
  List<LessonChange> apply(
      List<LessonEdit> edits, StoredQuery query, Map<NodeId, Node> alive, List<Write> writes) {
    List<LessonChange> changes = new ArrayList<>();
    Set<NodeId> retired = new HashSet<>();
    for (LessonEdit edit : edits.subList(0, Math.min(MOST, edits.size()))) {
      Optional<Lesson> lesson =
          switch (edit) {
            case LessonEdit.Add(Lesson added) -> Optional.of(added);
            case LessonEdit.Revise(NodeId _, Lesson revised) -> Optional.of(revised);
            case LessonEdit.Remove _ -> Optional.empty();
          };
      Optional<NodeId> old =
          switch (edit) {
            case LessonEdit.Add _ -> Optional.empty();
            case LessonEdit.Revise(NodeId replaced, Lesson _) -> Optional.of(replaced);
            case LessonEdit.Remove(NodeId removed) -> Optional.of(removed);
          };
      Optional<Node> current =
          old.map(alive::get)
              .filter(node -> node.kind() == NodeKind.STRATEGY)
              .filter(node -> node.status() == NodeStatus.CURRENT);
      if (old.isPresent() && (current.isEmpty() || !retired.add(old.get()))) {
        continue;
      }
      current.ifPresent(node -> writes.add(graph.replace(node.withStatus(NodeStatus.SUPERSEDED))));
      List<NodeId> evidence = evidence(query, alive);
      Optional<NodeId> made =
          lesson.map(one -> make(one, query, changes.size(), evidence, current, writes));
      changes.add(
          new LessonChange(
              ulids.next(),
              query.trace().query(),
              query.feedback().orElseThrow().caller(),
              made.map(NodeId::value),
              made.isPresent() ? evidence.stream().map(NodeId::value).toList() : List.of(),
              old.map(NodeId::value),
              now.toString()));
    }
    return changes;
  }

  private static List<NodeId> evidence(StoredQuery query, Map<NodeId, Node> alive) {
    return query.feedback().orElseThrow().influence().stream()
        .map(NodeId::new)
        .filter(node -> alive.containsKey(node) && alive.get(node).kind() != NodeKind.STRATEGY)
        .limit(MOST_EVIDENCE)
        .toList();
  }

  private NodeId make(
      Lesson lesson,
      StoredQuery query,
      int number,
      List<NodeId> evidence,
      Optional<Node> old,
      List<Write> writes) {
    NodeId id = NodeId.numbered(NodeKind.STRATEGY, number, query.trace().query());
    writes.add(
        graph.create(
            new Node(
                id,
                NodeKind.STRATEGY,
                Optional.of(lesson.section()),
                lesson.content(),
                lesson.routingKey(),
                List.of(lesson.routingKey()),
                Optional.empty(),
                now,
                List.of(),
                NodeStatus.CURRENT,
                Optional.empty(),
                1)));
    writes.add(
        index.upsert(
            new IndexEntry(
                id.value(),
                NodeKind.STRATEGY.name(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                IndexEntry.terms(lesson.routingKey() + " " + lesson.content()),
                Optional.empty())));
    evidence.forEach(node -> writes.add(edge(EdgeKey.of(id, Relation.SUPPORTED_BY, node))));
    old.ifPresent(node -> writes.add(edge(EdgeKey.of(id, Relation.SUPERSEDES, node.id()))));
    return id;
  }

  private Write edge(EdgeKey key) {
    return graph.create(Edge.of(key, UtilityRule.vouched(CONFIDENCE)), settings.utilityRule());
  }

  /** The edges that a change made. */
  static List<EdgeKey> edges(LessonChange change) {
    List<EdgeKey> edges = new ArrayList<>();
    change
        .made()
        .map(NodeId::new)
        .ifPresent(
            made -> {
              change
                  .evidence()
                  .forEach(
                      node -> edges.add(EdgeKey.of(made, Relation.SUPPORTED_BY, new NodeId(node))));
              change
                  .retired()
                  .ifPresent(
                      old -> edges.add(EdgeKey.of(made, Relation.SUPERSEDES, new NodeId(old))));
            });
    return edges;
  }
}
