package io.engraph.mcp;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The tools and resources that a model is offered: what they are called and when to call them is in
 * {@code tools.json}, and each is a request of the API. They speak of one graph.
 */
public final class MemoryTools {

  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonNode DEFINITIONS = definitions();
  private static final String SCHEME = "engraph";

  private final MemoryPort memory;
  private final String graph;
  private final Clock clock;

  /**
   * What a tool answers to the model.
   *
   * @param text for reading: clients that are given data beside it show the model only that
   * @param isError whether the memory refused
   */
  public record Result(String text, boolean isError) {
    public Result {
      requireNonNull(text, "text is null");
    }
  }

  /** Thrown for a tool or a resource that there is not. */
  public static final class UnknownException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownException(String what) {
      super(what);
    }
  }

  public MemoryTools(MemoryPort memory, String graph, Clock clock) {
    this.memory = requireNonNull(memory, "memory is null");
    this.graph = requireNonNull(graph, "graph is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  private static JsonNode definitions() {
    try (InputStream in = MemoryTools.class.getResourceAsStream("tools.json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a model is told of the server as a whole. */
  public static String instructions() {
    return DEFINITIONS.get("instructions").asText();
  }

  /** The tools as the protocol lists them: name, title, description, annotations, inputSchema. */
  public static List<JsonNode> tools() {
    return elements(DEFINITIONS.get("tools"));
  }

  /** The resource templates as the protocol lists them. */
  public static List<JsonNode> resourceTemplates() {
    return elements(DEFINITIONS.get("resourceTemplates"));
  }

  private static List<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  /**
   * Calls a tool. A request that the memory refuses is a result that says why, for the model to do
   * better.
   *
   * @throws UnknownException if there is no such tool
   */
  public Result call(String tool, JsonNode arguments) {
    return switch (tool) {
      case "remember" -> remember(arguments);
      case "recall" -> recall(arguments);
      case "feedback" -> feedback(arguments);
      case "forget" -> forget(arguments);
      case "explain" -> explain(arguments);
      default -> throw new UnknownException("there is no tool " + tool);
    };
  }

  private Result remember(JsonNode arguments) {
    OffsetDateTime now = OffsetDateTime.now(clock.withZone(ZoneOffset.UTC));
    String at = now.truncatedTo(ChronoUnit.SECONDS).toString();
    String session = arguments.path("session").asText("conversation-" + now.toLocalDate());
    ObjectNode body = JSON.createObjectNode();
    ArrayNode observations = body.putArray("observations");
    for (JsonNode turn : arguments.path("observations")) {
      ObjectNode observation = observations.addObject().put("session", session);
      observation.set("text", turn.path("text"));
      observation.set("at", turn.hasNonNull("at") ? turn.get("at") : JSON.valueToTree(at));
      if (turn.hasNonNull("speaker")) {
        observation.set("speaker", turn.get("speaker"));
      }
    }
    MemoryPort.Answer answer = post(List.of(graph, "observations"), body);
    return result(
        answer,
        "Kept in session %s: turns %s."
            .formatted(
                session,
                elements(answer.body().path("observations")).stream()
                    .map(one -> one.path("turn").asText())
                    .toList()));
  }

  private Result recall(JsonNode arguments) {
    ObjectNode body = JSON.createObjectNode();
    body.set("text", arguments.path("question"));
    for (String field : List.of("limit", "at", "kinds", "strict")) {
      if (arguments.hasNonNull(field)) {
        body.set(field, arguments.get(field));
      }
    }
    MemoryPort.Answer answer = post(List.of(graph, "queries"), body);
    if (answer.status() >= 400) {
      return refused(answer);
    }
    JsonNode recalled = answer.body();
    if (recalled.path("nodes").isEmpty()) {
      return new Result("Nothing is known that fits.", false);
    }
    StringBuilder text = new StringBuilder(recalled.path("context").asText());
    text.append("\nQuery id: ").append(recalled.path("queryId").asText());
    text.append("\nNodes, in the order of the lines above where they are shown:");
    recalled.path("nodes").forEach(node -> text.append('\n').append(node.path("id").asText()));
    text.append("\nWhen you have answered, call feedback with the query id and the useful nodes.");
    return new Result(text.toString(), false);
  }

  private Result feedback(JsonNode arguments) {
    ObjectNode body = JSON.createObjectNode();
    if (arguments.hasNonNull("useful")) {
      body.set("influence", arguments.get("useful"));
    }
    body.put("outcome", arguments.path("outcome").asText("helpful"));
    if (arguments.hasNonNull("answer")) {
      body.set("answer", arguments.get("answer"));
    }
    String query = arguments.path("query").asText();
    return result(
        post(List.of(graph, "queries", query, "feedback"), body),
        "Taken. The memory learns from it.");
  }

  private Result forget(JsonNode arguments) {
    boolean isDryRun = arguments.path("dryRun").asBoolean();
    List<String> path;
    if (arguments.hasNonNull("node")) {
      path = List.of(graph, "nodes", arguments.get("node").asText());
    } else if (arguments.hasNonNull("session") && arguments.hasNonNull("turn")) {
      path =
          List.of(
              graph,
              "sessions",
              arguments.get("session").asText(),
              "turns",
              arguments.get("turn").asText());
    } else if (arguments.hasNonNull("session")) {
      path = List.of(graph, "sessions", arguments.get("session").asText());
    } else {
      return new Result("Say what to forget: a node, or a session.", true);
    }
    MemoryPort.Answer answer =
        memory.send(
            "DELETE", path, isDryRun ? Map.of("dryRun", "true") : Map.of(), Optional.empty());
    return result(answer, (isDryRun ? "This would go: " : "This is gone: ") + answer.body());
  }

  private Result explain(JsonNode arguments) {
    MemoryPort.Answer answer =
        memory.send(
            "GET",
            List.of(graph, "queries", arguments.path("query").asText()),
            Map.of(),
            Optional.empty());
    return result(answer, answer.body().toPrettyString());
  }

  private MemoryPort.Answer post(List<String> path, JsonNode body) {
    return memory.send("POST", path, Map.of(), Optional.of(body));
  }

  private static Result result(MemoryPort.Answer answer, String text) {
    return answer.status() >= 400 ? refused(answer) : new Result(text, false);
  }

  /** What the problem document says, in words that a model can act on. */
  private static Result refused(MemoryPort.Answer answer) {
    JsonNode problem = answer.body();
    StringBuilder text = new StringBuilder(problem.path("title").asText("refused"));
    for (String field : List.of("field", "expected", "detail")) {
      if (problem.hasNonNull(field)) {
        text.append("; ").append(field).append(": ").append(problem.get(field).asText());
      }
    }
    return new Result(text.toString(), true);
  }

  /**
   * Reads a resource.
   *
   * @throws UnknownException if there is none at that address
   */
  public JsonNode read(String uri) {
    List<String> path = segments(uri);
    boolean isNode = path.size() == 3 && path.get(1).equals("nodes");
    boolean isSource = path.size() == 4 && path.get(1).equals("sources");
    if (!(isNode || isSource) || !path.getFirst().equals(graph)) {
      throw new UnknownException("there is no resource " + uri);
    }
    MemoryPort.Answer answer =
        memory.send(
            "GET",
            isNode ? path : List.of(graph, "sessions", path.get(2), "turns", path.get(3)),
            Map.of(),
            Optional.empty());
    if (answer.status() >= 400) {
      throw new UnknownException("there is no resource " + uri);
    }
    return answer.body();
  }

  private static List<String> segments(String uri) {
    try {
      URI parsed = URI.create(uri);
      if (!SCHEME.equals(parsed.getScheme()) || parsed.getRawAuthority() == null) {
        return List.of("");
      }
      return Arrays.stream((parsed.getRawAuthority() + parsed.getRawPath()).split("/", -1))
          .map(MemoryTools::decoded)
          .toList();
    } catch (IllegalArgumentException e) {
      throw new UnknownException("there is no resource " + uri);
    }
  }

  private static String decoded(String segment) {
    // A plus sign is no space in a path.
    return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
