package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.agent.CompletedRecall;
import io.engraph.agent.LessonEdit;
import io.engraph.agent.LessonEdit.Lesson;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an outcome teaches to do, as a model reflects on it. */
final class ReflectAnswer {

  static final int MAX_EDITS = 3;

  private static final int SHOWN_NODES = 12;
  private static final int SHOWN_LETTERS = 300;
  private static final int SHOWN_ANSWER = 1_000;
  private static final int MAX_SECTION = 60;
  private static final int MAX_ROUTING_KEY = 120;
  private static final int MAX_CONTENT = 500;

  /** What may be done with a lesson. */
  private enum Action {
    ADD,
    REVISE,
    REMOVE
  }

  private ReflectAnswer() {}

  private static Labels labels(CompletedRecall recall) {
    return new Labels(recall.loaded().stream().limit(SHOWN_NODES).toList());
  }

  static String data(CompletedRecall recall) {
    Labels labels = labels(recall);
    Map<NodeId, Node> nodes = recall.reader().read(labels.all().values());
    StringBuilder data = new StringBuilder();
    data.append("question: ").append(TolerantJson.quoted(recall.question())).append('\n');
    String answer = recall.answer().orElse("");
    data.append("answer: ")
        .append(TolerantJson.quoted(answer.substring(0, Math.min(SHOWN_ANSWER, answer.length()))))
        .append('\n');
    data.append("outcome: ").append(recall.outcome()).append('\n');
    labels
        .all()
        .forEach(
            (label, id) ->
                Optional.ofNullable(nodes.get(id))
                    .ifPresent(
                        node ->
                            data.append(
                                "%s %s%s: %s%n"
                                    .formatted(
                                        node.kind() == NodeKind.STRATEGY ? "lesson" : "memory",
                                        label,
                                        recall.influence().contains(id) ? " (used)" : "",
                                        TolerantJson.quoted(Shown.of(node, SHOWN_LETTERS))))));
    return data.toString();
  }

  static List<LessonEdit> read(JsonNode answer, CompletedRecall recall) {
    Labels labels = labels(recall);
    List<LessonEdit> edits = new ArrayList<>();
    for (Fields fields : Fields.of(answer).require("lessons").objects("lessons")) {
      if (edits.size() < MAX_EDITS) {
        edits.add(
            switch (fields.requireChoice("action", Action.class)) {
              case ADD -> new LessonEdit.Add(lesson(fields));
              case REVISE -> new LessonEdit.Revise(old(fields, labels, recall), lesson(fields));
              case REMOVE -> new LessonEdit.Remove(old(fields, labels, recall));
            });
      }
    }
    return edits;
  }

  private static Lesson lesson(Fields fields) {
    return new Lesson(
        fields.requireText("section", MAX_SECTION),
        fields.requireText("routing_key", MAX_ROUTING_KEY),
        fields.requireText("content", MAX_CONTENT));
  }

  private static NodeId old(Fields fields, Labels labels, CompletedRecall recall) {
    return labels
        .find(fields.requireText("lesson", 20))
        .filter(
            id ->
                Optional.ofNullable(recall.reader().read(List.of(id)).get(id))
                    .filter(node -> node.kind() == NodeKind.STRATEGY)
                    .isPresent())
        .orElseThrow(
            () ->
                new InvalidAnswerException(
                    "%s.lesson must be a lesson that was recalled".formatted(fields.path())));
  }
}
