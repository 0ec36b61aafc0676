package io.engraph.agent.rules;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.index.TextAnalysis;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Infers which nodes an answer used, by its words: a node that has at least a third of those words
 * of the answer that the question does not have is taken to be used.
 */
final class Influence {

  private static final double LEAST_SHARE = 1.0 / 3;

  private Influence() {}

  static List<NodeId> infer(String question, String answer, List<Node> nodes) {
    Set<String> told = new HashSet<>(TextAnalysis.terms(answer));
    told.removeAll(TextAnalysis.terms(question));
    if (told.isEmpty()) {
      return List.of();
    }
    Map<NodeId, Double> shares = new HashMap<>();
    for (Node node : nodes) {
      Set<String> common = new HashSet<>(TextAnalysis.terms(node.content()));
      common.retainAll(told);
      double share = (double) common.size() / told.size();
      if (share >= LEAST_SHARE) {
        shares.put(node.id(), share);
      }
    }
    return shares.entrySet().stream()
        .sorted(
            Map.Entry.<NodeId, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }
}
