package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.engraph.endpoint.ModelServer;
import io.engraph.endpoint.ModelServer.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A model that decides well, by what it is shown. */
public final class GoodModel {

  private static final Pattern TURN =
      Pattern.compile("(?m)^turn (\\d+): at \\S+, \"([^\"]*)\": (\".*\")$");
  private static final Pattern UNIT = Pattern.compile("(?m)^unit (\\d+):");
  private static final Pattern QUESTION = Pattern.compile("(?m)^asked at \\S+: (\".*\")$");
  private static final Pattern NODE = Pattern.compile("(?m)^(n\\d+)( \\(used\\))?: ");

  private static final Pattern LEARNED = Pattern.compile("(?m)^(n\\d+) \\w+, learned ");

  private static final Pattern LESSON = Pattern.compile("(?m)^lesson (n\\d+)");

  private GoodModel() {}

  /** The decision that a request asks for. */
  static String decision(JsonNode request) {
    return request.at("/response_format/json_schema/name").asText();
  }

  /** What a request holds as data. */
  static String data(JsonNode request) {
    return request.at("/messages/1/content").asText();
  }

  public static Answer answer(JsonNode request) {
    String data = data(request);
    ObjectNode answer = ModelServer.JSON.createObjectNode();
    switch (decision(request)) {
      case "extract" -> extract(data, answer);
      case "integrate" -> integrate(data, answer);
      case "plan" -> plan(data, answer);
      case "judge" -> answer.put("is_enough", true).putArray("expand");
      case "reconsolidate" -> reconsolidate(data, answer);
      case "reflect" -> reflect(data, answer);
      case "consolidate" -> consolidate(data, answer);
      default -> throw new IllegalStateException("no decision is asked for");
    }
    return Answer.saying(answer.toString());
  }

  private static List<MatchResult> all(Pattern pattern, String data) {
    return pattern.matcher(data).results().toList();
  }

  private static void extract(String data, ObjectNode answer) {
    answer.put("summary", "They talk about " + all(TURN, data).size() + " things.");
    ArrayNode turns = answer.putArray("turns");
    for (MatchResult turn : all(TURN, data)) {
      String speaker = turn.group(2);
      String text = ModelServer.read(turn.group(3)).asText();
      ObjectNode one = turns.addObject().put("turn", Integer.parseInt(turn.group(1)));
      one.putArray("mentions").addObject().put("name", speaker).put("type", "person");
      ObjectNode unit = one.putArray("units").addObject();
      unit.put("kind", "FACT").put("content", speaker + " says: " + text);
      unit.putArray("about").add(speaker);
      unit.putArray("keywords");
      unit.putNull("time_expression").putNull("source").putNull("target");
      unit.putNull("predicate").putNull("sentiment");
    }
  }

  private static void integrate(String data, ObjectNode answer) {
    ArrayNode decisions = answer.putArray("decisions");
    for (MatchResult unit : all(UNIT, data)) {
      decisions
          .addObject()
          .put("unit", Integer.parseInt(unit.group(1)))
          .put("action", "add")
          .putNull("into")
          .putArray("links");
    }
  }

  private static void plan(String data, ObjectNode answer) {
    String question = ModelServer.read(all(QUESTION, data).getFirst().group(1)).asText();
    answer.put("intent", "WHAT").put("focus", "ANY");
    ObjectNode seed = answer.putArray("seeds").addObject();
    seed.put("mode", "HYBRID_MATCH").put("query", question);
    ArrayNode keywords = seed.putArray("keywords");
    Arrays.stream(question.split("\\W+")).forEach(keywords::add);
    seed.putArray("kinds");
    seed.putNull("time_expression");
    answer.putArray("moves");
  }

  /** Adds a lesson the first time, and revises it the next. */
  private static void reflect(String data, ObjectNode answer) {
    List<MatchResult> lessons = all(LESSON, data);
    ObjectNode lesson = answer.putArray("lessons").addObject();
    lesson
        .put("action", lessons.isEmpty() ? "add" : "revise")
        .put("lesson", lessons.isEmpty() ? null : lessons.getFirst().group(1))
        .put("section", "searching")
        .put("routing_key", "where something is sold")
        .put("content", lessons.isEmpty() ? "Look for shops." : "Look for shops and markets.");
  }

  /** What was learned last takes the place of what was learned before it. */
  private static void consolidate(String data, ObjectNode answer) {
    List<MatchResult> units = all(LEARNED, data);
    ArrayNode replaced = answer.putArray("replaced");
    if (units.size() > 1) {
      replaced
          .addObject()
          .put("older", units.get(units.size() - 2).group(1))
          .put("newer", units.getLast().group(1));
    }
    answer.putArray("same");
    answer.putArray("conflicting");
    answer.putArray("habits");
    answer.putArray("same_entities");
  }

  private static void reconsolidate(String data, ObjectNode answer) {
    List<MatchResult> nodes = all(NODE, data);
    ArrayNode labels = answer.putArray("nodes");
    for (MatchResult node : nodes) {
      labels
          .addObject()
          .put("node", node.group(1))
          .put("label", node.group(2) == null ? "unrelated" : "gold");
    }
    List<MatchResult> used = nodes.stream().filter(node -> node.group(2) != null).toList();
    ArrayNode edges = answer.putArray("edges");
    if (used.size() > 1) {
      edges
          .addObject()
          .put("source", used.get(0).group(1))
          .put("relation", "correlates")
          .put("target", used.get(1).group(1))
          .put("action", "add")
          .put("confidence", 0.9);
    }
  }
}
