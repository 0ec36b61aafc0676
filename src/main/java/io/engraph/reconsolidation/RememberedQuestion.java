package io.engraph.reconsolidation;

import io.engraph.agent.CompletedRecall.Outcome;
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
import io.engraph.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A completed, helpful query as a node of the graph, linked to the nodes that helped: a question
 * like it finds them again.
 *
 * @param node the question
 * @param entry what the index knows of it
 * @param evidence the nodes that helped
 */
record RememberedQuestion(Node node, IndexEntry entry, List<NodeId> evidence) {

  /** Of a long influence trace the first are what the answer rests on. */
  static final int MOST_EVIDENCE = 5;

  /**
   * How sure it is that a past question leads on: not at all, so that of all edges of a node those
   * to questions are read last, and a thousand questions take no place from what was said.
   */
  private static final double CONFIDENCE = 0;

  /**
   * What is to be remembered of a query; empty when it did not help, or was asked in the same words
   * and answered from the same nodes before.
   *
   * @param alive those of its loaded nodes that are still there
   */
  static Optional<RememberedQuestion> of(MemoryGraph graph, StoredQuery query, Set<NodeId> alive) {
    RecordedFeedback feedback = query.feedback().orElseThrow();
    List<NodeId> evidence =
        feedback.influence().stream()
            .map(NodeId::new)
            .filter(alive::contains)
            .limit(MOST_EVIDENCE)
            .toList();
    if (feedback.outcome() != Outcome.HELPFUL
        || evidence.isEmpty()
        || query.vector().isEmpty()
        || isKnown(graph, query, evidence)) {
      return Optional.empty();
    }
    String text = query.trace().text();
    NodeId id = NodeId.of(NodeKind.QUESTION, query.trace().query());
    Node node =
        new Node(
            id,
            NodeKind.QUESTION,
            Optional.empty(),
            text,
            "",
            List.of(),
            Optional.empty(),
            Instant.parse(query.trace().askedAt()),
            List.of(),
            NodeStatus.CURRENT,
            Optional.empty(),
            1);
    // Without terms: it is found by its likeness to other questions, and never by its words.
    IndexEntry entry =
        new IndexEntry(
            id.value(),
            NodeKind.QUESTION.name(),
            Optional.empty(),
            evidence.stream().map(NodeId::value).toList(),
            Optional.empty(),
            Map.of(),
            query.vector());
    return Optional.of(new RememberedQuestion(node, entry, evidence));
  }

  private static boolean isKnown(MemoryGraph graph, StoredQuery query, List<NodeId> evidence) {
    List<String> ids = evidence.stream().map(NodeId::value).toList();
    List<NodeId> same =
        query.trace().pastQuestions().stream()
            .filter(past -> past.weight() == 1)
            .filter(past -> Set.copyOf(past.evidence()).containsAll(ids))
            .map(past -> new NodeId(past.node()))
            .toList();
    return !same.isEmpty()
        && graph.nodes(same).values().stream()
            .anyMatch(past -> plain(past.content()).equals(plain(query.trace().text())));
  }

  private static String plain(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  /** The writes that make it. */
  List<Write> writes(MemoryGraph graph, GraphSettings settings, IndexLog index) {
    List<Write> writes = new ArrayList<>();
    writes.add(graph.create(node));
    writes.add(index.upsert(entry));
    for (NodeId one : evidence) {
      writes.add(
          graph.create(
              Edge.of(link(node.id(), one), UtilityRule.vouched(CONFIDENCE)),
              settings.utilityRule()));
    }
    return writes;
  }

  /** The edge from a question to a node that helped. */
  static EdgeKey link(NodeId question, NodeId evidence) {
    return EdgeKey.of(question, Relation.SUPPORTED_BY, evidence);
  }
}
