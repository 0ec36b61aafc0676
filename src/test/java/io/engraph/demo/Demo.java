package io.engraph.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Shows what a memory does: a conversation is remembered, five questions are asked, what helped is
 * reported, and the same questions are asked again. Runs against the server named by {@code
 * ENGRAPH_URL}, or against a private one that it starts and ends.
 */
public final class Demo {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int SHOWN = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final DemoClient memory;

  /** The node of each observation of the conversation. */
  private final Map<String, String> nodes = new HashMap<>();

  private final Map<String, String> words = new HashMap<>();

  private Demo(DemoClient memory) {
    this.memory = memory;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    String graph = "demo-" + Instant.now().toEpochMilli();
    String address = System.getenv("ENGRAPH_URL");
    if (address != null && !address.isBlank()) {
      new Demo(new DemoClient(address, graph)).run();
    } else {
      try (PrivateServer server = PrivateServer.start(Path.of(arguments[0]))) {
        new Demo(new DemoClient(server.address(), graph)).run();
      }
    }
  }

  private static JsonNode resource(String name) throws IOException {
    try (InputStream in = Demo.class.getResourceAsStream("/demo/" + name)) {
      return JSON.readTree(in);
    }
  }

  private void run() throws IOException, InterruptedException {
    remember(resource("conversation.json"));
    List<JsonNode> questions = new ArrayList<>();
    resource("questions.json").forEach(questions::add);

    Map<String, List<String>> before = new LinkedHashMap<>();
    for (JsonNode question : questions) {
      title(question.get("text").asText());
      JsonNode recalled = ask(question);
      before.put(question.get("text").asText(), ids(recalled));
      show(recalled, List.of());
      teach(question, recalled);
    }

    title("The same questions again");
    int changed = 0;
    for (JsonNode question : questions) {
      JsonNode recalled = ask(question);
      List<String> earlier = before.get(question.get("text").asText());
      boolean isChanged = !ids(recalled).equals(earlier);
      changed += isChanged ? 1 : 0;
      print("%n%s%s%n", question.get("text").asText(), isChanged ? "" : "  (as before)");
      if (isChanged) {
        show(recalled, earlier);
      }
    }
    print("%n%d of %d recalls changed after feedback.%n", changed, questions.size());
  }

  private void remember(JsonNode conversation) throws IOException, InterruptedException {
    JsonNode answer = memory.post("/observations", conversation);
    for (JsonNode turn : conversation.get("observations")) {
      words.put(turn.get("id").asText(), turn.get("text").asText());
    }
    int integrated = 0;
    for (JsonNode turn : answer.get("observations")) {
      nodes.put(turn.get("id").asText(), turn.get("nodes").get(0).asText());
      integrated += turn.get("status").asText().equals("integrated") ? 1 : 0;
    }
    print("Remembered %d turns of a conversation between Mira and Jonas.%n", integrated);
  }

  private JsonNode ask(JsonNode question) throws IOException, InterruptedException {
    return memory.post(
        "/queries", JSON.createObjectNode().put("text", question.get("text").asText()));
  }

  private static List<String> ids(JsonNode recalled) {
    List<String> ids = new ArrayList<>();
    for (JsonNode node : recalled.get("nodes")) {
      if (ids.size() < SHOWN) {
        ids.add(node.get("id").asText());
      }
    }
    return ids;
  }

  private static void show(JsonNode recalled, List<String> earlier) {
    int rank = 0;
    for (JsonNode node : recalled.get("nodes")) {
      if (rank == SHOWN) {
        break;
      }
      String id = node.get("id").asText();
      String was = "";
      if (!earlier.isEmpty() && earlier.indexOf(id) != rank) {
        was = earlier.contains(id) ? "  <- was " + (earlier.indexOf(id) + 1) : "  <- new";
      }
      rank++;
      JsonNode source = node.get("sources").get(0);
      print(
          "  %d. %.2f  %s: %s (%s, turn %d)%s%n",
          rank,
          node.get("score").asDouble(),
          node.get("description").asText(),
          node.get("text").asText(),
          source.get("session").asText(),
          source.get("turn").asInt(),
          was);
    }
    print(
        "     context of %d tokens, %d items read%n",
        recalled.get("tokens").asInt(), recalled.get("usage").get("itemsRead").asInt());
  }

  /** Reports the turns that answer the question, and prints the edges that this changed. */
  private void teach(JsonNode question, JsonNode recalled)
      throws IOException, InterruptedException {
    List<String> helped = new ArrayList<>();
    question.get("helped").forEach(id -> helped.add(nodes.get(id.asText())));
    JsonNode report =
        JSON.createObjectNode()
            .put("outcome", "helpful")
            .set("influence", JSON.valueToTree(helped));
    String query = recalled.get("queryId").asText();
    JsonNode taken = memory.post("/queries/" + query + "/feedback", report);
    print(
        "  Reported as helpful, in this order: %s%s%n",
        question.get("helped"),
        taken.get("ignored").isEmpty()
            ? ""
            : "; not recalled this time, so ignored: " + turns(taken.get("ignored")));
    for (JsonNode edit : reconsolidated(query).get("edits")) {
      print(
          "    %-10s %s -%s-> %s: utility %s -> %.2f (%s)%n",
          edit.get("action").asText().toLowerCase(Locale.ROOT),
          turn(edit.get("source").asText()),
          edit.get("relation").asText(),
          turn(edit.get("target").asText()),
          edit.hasNonNull("utilityBefore")
              ? String.format(Locale.ROOT, "%.2f", edit.get("utilityBefore").asDouble())
              : "none",
          edit.get("utilityAfter").asDouble(),
          edit.get("reason").asText());
    }
  }

  private String turns(JsonNode ids) {
    List<String> turns = new ArrayList<>();
    ids.forEach(id -> turns.add(turn(id.asText())));
    return String.join(", ", turns);
  }

  private String turn(String node) {
    return nodes.entrySet().stream()
        .filter(entry -> entry.getValue().equals(node))
        .map(entry -> "turn " + entry.getKey())
        .collect(
            Collectors.collectingAndThen(Collectors.joining(), one -> one.isEmpty() ? node : one));
  }

  private JsonNode reconsolidated(String query) throws IOException, InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      JsonNode stored = memory.get("/queries/" + query);
      if (Objects.equals(stored.get("status").asText(), "RECONSOLIDATED")) {
        return stored;
      }
      Thread.sleep(Duration.ofMillis(20));
    }
    throw new IllegalStateException("query %s was not reconsolidated in time".formatted(query));
  }

  private static void title(String text) {
    print("%n%s%n%s%n", text, "-".repeat(text.length()));
  }

  private static void print(String format, Object... arguments) {
    System.out.print(String.format(Locale.ROOT, format, arguments));
  }
}
