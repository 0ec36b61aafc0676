package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.agent.CompletedRecall;
import io.engraph.agent.CompletedRecall.WalkedEdge;
import io.engraph.agent.EdgeDecision;
import io.engraph.agent.EdgeDecision.Action;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.Relation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a recall should change, as a model sees it (REALM, section on reconsolidation). */
final class ReconsolidateAnswer {

  private static final int SHOWN_NODES = 20;
  private static final int SHOWN_EDGES = 30;
  private static final int SHOWN_LETTERS = 300;
  private static final int MAX_EDGES = 12;

  /** How sure the label of a node makes of the edges that led to it. */
  private static final Map<NodeLabel, Double> CONFIDENCE = new EnumMap<>(NodeLabel.class);

  static {
    CONFIDENCE.put(NodeLabel.GOLD, 0.8);
    CONFIDENCE.put(NodeLabel.MISLEADING, 0.8);
    CONFIDENCE.put(NodeLabel.UNRELATED, 0.2);
  }

  /** What a recalled node was to the question. */
  private enum NodeLabel {
    GOLD,
    ASSOCIATED,
    MISLEADING,
    UNRELATED
  }

  /** What may be done to an edge. */
  private enum EdgeAction {
    ADD,
    STRENGTHEN,
    WEAKEN
  }

  private ReconsolidateAnswer() {}

  private static Labels labels(CompletedRecall recall) {
    List<NodeId> nodes = new ArrayList<>(recall.influence());
    nodes.addAll(recall.loaded());
    return new Labels(nodes.stream().distinct().limit(SHOWN_NODES).toList());
  }

  static String data(CompletedRecall recall) {
    Labels labels = labels(recall);
    Map<NodeId, Node> nodes = recall.reader().read(labels.all().values());
    Map<NodeId, String> names = new HashMap<>();
    labels.all().forEach((label, node) -> names.put(node, label));
    StringBuilder data = new StringBuilder();
    data.append("question: ").append(TolerantJson.quoted(recall.question())).append('\n');
    data.append("outcome: ").append(recall.outcome()).append('\n');
    labels
        .all()
        .forEach(
            (label, node) ->
                data.append(
                    "%s%s: %s%n"
                        .formatted(
                            label,
                            recall.influence().contains(node) ? " (used)" : "",
                            Optional.ofNullable(nodes.get(node))
                                .map(one -> TolerantJson.quoted(Shown.of(one, SHOWN_LETTERS)))
                                .orElse("(gone)"))));
    recall.walked().stream()
        .map(WalkedEdge::edge)
        .distinct()
        .filter(edge -> names.containsKey(edge.source()) && names.containsKey(edge.target()))
        .limit(SHOWN_EDGES)
        .forEach(
            edge ->
                data.append(
                    "walked: %s %s %s%n"
                        .formatted(
                            names.get(edge.source()),
                            edge.relation().label(),
                            names.get(edge.target()))));
    return data.toString();
  }

  static List<EdgeDecision> read(JsonNode answer, CompletedRecall recall) {
    Fields fields = Fields.of(answer).require("nodes").require("edges");
    Labels labels = labels(recall);
    // One decision an edge: what is said of it itself goes before what is said of its end.
    Map<EdgeKey, EdgeDecision> decisions = new LinkedHashMap<>();
    for (Fields edge : fields.objects("edges")) {
      edge(edge, labels, recall)
          .filter(_ -> decisions.size() < MAX_EDGES)
          .ifPresent(decision -> decisions.putIfAbsent(decision.edge(), decision));
    }
    for (Fields node : fields.objects("nodes")) {
      NodeLabel label = node.requireChoice("label", NodeLabel.class);
      Optional<NodeId> labelled = labels.find(node.requireText("node", 20));
      if (labelled.isEmpty()) {
        throw new InvalidAnswerException("%s.node was not recalled".formatted(node.path()));
      }
      if (CONFIDENCE.containsKey(label)) {
        for (WalkedEdge walked : recall.walked()) {
          if (walked.to().equals(labelled.get())) {
            decisions.putIfAbsent(
                walked.edge(),
                new EdgeDecision(
                    walked.edge(),
                    label == NodeLabel.GOLD ? Action.STRENGTHEN : Action.WEAKEN,
                    CONFIDENCE.get(label) * recall.confidence(),
                    "led to a node that is " + label.name().toLowerCase(Locale.ROOT)));
          }
        }
      }
    }
    return List.copyOf(decisions.values());
  }

  private static Optional<EdgeDecision> edge(Fields fields, Labels labels, CompletedRecall recall) {
    Optional<NodeId> source = labels.find(fields.requireText("source", 20));
    Optional<NodeId> target = labels.find(fields.requireText("target", 20));
    if (source.isEmpty() || target.isEmpty()) {
      throw new InvalidAnswerException(
          "%s must join nodes that were recalled".formatted(fields.path()));
    }
    Relation relation =
        Relation.find(fields.requireText("relation", 40).toLowerCase(Locale.ROOT))
            .orElseThrow(
                () ->
                    new InvalidAnswerException("%s.relation is unknown".formatted(fields.path())));
    Action action = Action.valueOf(fields.requireChoice("action", EdgeAction.class).name());
    double confidence = fields.confidence("confidence") * recall.confidence();
    return source.equals(target)
        ? Optional.empty()
        : Optional.of(
            new EdgeDecision(
                EdgeKey.of(source.get(), relation, target.get()),
                action,
                confidence,
                "the model's decision"));
  }
}
