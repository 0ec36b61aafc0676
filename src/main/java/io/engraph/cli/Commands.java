package io.engraph.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.engraph.cli.Engraph.MemoryCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that speak to a memory as a client does. */
final class Commands {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int DONE = 0;
  private static final int FAILED = 1;

  private Commands() {}

  private static List<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  private static String time(JsonNode node) {
    return node.path("time").path("start").asText("").replaceAll("T.*", "");
  }

  @Command(
      name = "serve",
      mixinStandardHelpOptions = true,
      description = "Serve the API on this machine.")
  static final class Serve implements Callable<Integer> {

    @Option(
        names = "--port",
        description = "the port (default: ${DEFAULT-VALUE})",
        defaultValue = "8080")
    private int port;

    @Option(
        names = "--file",
        description = "the file of the memory (default: ${DEFAULT-VALUE})",
        defaultValue = "data/engraph.db")
    private Path file;

    @Override
    public Integer call() throws Exception {
      String server = System.getProperty("engraph.server", "target/quarkus-app/quarkus-run.jar");
      if (!Files.exists(Path.of(server))) {
        throw new CommandException("the server is not built: %s is missing".formatted(server));
      }
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-Dquarkus.http.port=" + port,
                  "-Dengraph.table.file=" + file,
                  "-jar",
                  server)
              .inheritIO()
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
      try {
        return process.waitFor();
      } finally {
        process.destroy();
      }
    }
  }

  @Command(
      name = "ingest",
      mixinStandardHelpOptions = true,
      description =
          "Remember what a file says: messages, a line each or in a list (text, speaker, session, at, id),"
              + " OpenAI's messages, or an export of mem0 or Graphiti.")
  static final class Ingest extends MemoryCommand {

    private static final int AT_ONCE = 50;

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Parameters(index = "1", paramLabel = "FILE")
    private Path file;

    @Option(names = "--session", description = "the session of messages that name none")
    private String session;

    @Option(names = "--at", description = "when the first message was said, where it does not say")
    private OffsetDateTime at;

    @Override
    public Integer call() throws IOException {
      String name = session == null ? file.getFileName().toString() : session;
      OffsetDateTime start =
          at == null
              ? Files.getLastModifiedTime(file)
                  .toInstant()
                  .truncatedTo(ChronoUnit.SECONDS)
                  .atOffset(ZoneOffset.UTC)
              : at;
      List<ObjectNode> observations =
          new Conversations(name, start).read(Files.readString(file, StandardCharsets.UTF_8));
      Map<String, Integer> counts = new HashMap<>();
      try (Memory memory = where().open();
          ProgressBar progress = new ProgressBar(err(), "remembering", observations.size())) {
        for (int from = 0; from < observations.size(); from += AT_ONCE) {
          ObjectNode body = JSON.createObjectNode();
          ArrayNode batch = body.putArray("observations");
          observations
              .subList(from, Math.min(observations.size(), from + AT_ONCE))
              .forEach(batch::add);
          Reply reply = memory.send("POST", List.of(graph, "observations"), Map.of(), body);
          if (isRefused(reply)) {
            return FAILED;
          }
          reply
              .body()
              .path("observations")
              .forEach(one -> counts.merge(one.path("status").asText(), 1, Integer::sum));
          progress.at(Math.min(observations.size(), from + AT_ONCE));
        }
      }
      if (console().isJson()) {
        ObjectNode result = JSON.createObjectNode();
        counts.forEach(result::put);
        console().json(result);
      } else {
        counts.forEach((status, count) -> console().line("%d %s", count, status));
      }
      return DONE;
    }
  }

  @Command(
      name = "ask",
      mixinStandardHelpOptions = true,
      description = "Recall what answers a question.")
  static final class Ask extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Parameters(index = "1..*", paramLabel = "QUESTION", arity = "1..*")
    private List<String> question;

    @Option(names = "--limit", description = "the most nodes")
    private Integer limit;

    @Option(names = "--kind", description = "only nodes of that kind; may be given several times")
    private List<String> kinds = new ArrayList<>();

    @Option(names = "--tokens", description = "the most tokens of the context")
    private Integer tokens;

    @Option(names = "--at", description = "when it is asked")
    private String at;

    @Option(names = "--as-of", description = "answer as of then: VALID or RECORDED")
    private String asOf;

    @Option(names = "--strict", description = "only what is clearly about the question")
    private boolean strict;

    @Option(names = "--context", description = "write the context for a prompt alone")
    private boolean context;

    @Override
    public Integer call() {
      ObjectNode body = JSON.createObjectNode().put("text", String.join(" ", question));
      if (limit != null) {
        body.put("limit", limit);
      }
      if (!kinds.isEmpty()) {
        ArrayNode wanted = body.putArray("kinds");
        kinds.forEach(wanted::add);
      }
      if (tokens != null) {
        body.put("tokenBudget", tokens);
      }
      if (at != null) {
        body.put("at", at);
      }
      if (asOf != null) {
        body.put("asOf", asOf);
      }
      if (strict) {
        body.put("strict", true);
      }
      Reply reply;
      try (Memory memory = where().open()) {
        reply = memory.send("POST", List.of(graph, "queries"), Map.of(), body);
      }
      if (isRefused(reply)) {
        return FAILED;
      }
      Console console = console();
      if (console.isJson()) {
        console.json(reply.body());
      } else if (context) {
        console.line(reply.body().path("context").asText().stripTrailing());
      } else {
        console.table(
            List.of("SCORE", "KIND", "WHEN", "STATUS", "NODE", "TEXT"),
            elements(reply.body().path("nodes")).stream()
                .map(
                    node ->
                        List.of(
                            String.format(Locale.ROOT, "%.3f", node.path("score").asDouble()),
                            node.path("kind").asText(),
                            time(node),
                            node.path("status").asText(),
                            node.path("id").asText(),
                            node.path("text").asText()))
                .toList());
        if (reply.body().hasNonNull("queryId")) {
          console.line("query %s", reply.body().get("queryId").asText());
        }
      }
      return DONE;
    }
  }

  @Command(
      name = "feedback",
      mixinStandardHelpOptions = true,
      description = "Report which of the recalled nodes shaped the answer, in order.")
  static final class GiveFeedback extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Parameters(index = "1", paramLabel = "QUERY")
    private String query;

    @Parameters(index = "2..*", paramLabel = "NODE")
    private List<String> nodes = new ArrayList<>();

    @Option(
        names = "--outcome",
        description = "helpful, harmful or neutral (default: ${DEFAULT-VALUE})",
        defaultValue = "helpful")
    private String outcome;

    @Option(names = "--answer", description = "the answer, from which the nodes are inferred")
    private String answer;

    @Override
    public Integer call() {
      ObjectNode body = JSON.createObjectNode().put("outcome", outcome);
      if (answer == null || !nodes.isEmpty()) {
        ArrayNode influence = body.putArray("influence");
        nodes.forEach(influence::add);
      }
      if (answer != null) {
        body.put("answer", answer);
      }
      Reply reply;
      try (Memory memory = where().open()) {
        reply = memory.send("POST", List.of(graph, "queries", query, "feedback"), Map.of(), body);
      }
      if (isRefused(reply)) {
        return FAILED;
      }
      if (console().isJson()) {
        console().json(reply.body());
      } else {
        console().line("taken");
        reply.body().path("ignored").forEach(one -> console().line("ignored: %s", one.asText()));
      }
      return DONE;
    }
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show a node with its edges and sources, or why a query recalled what it did.")
  static final class Show extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Parameters(index = "1", paramLabel = "NODE|QUERY")
    private String id;

    @Override
    public Integer call() {
      String kind = id.contains("-") ? "nodes" : "queries";
      Reply reply;
      try (Memory memory = where().open()) {
        reply = memory.send("GET", List.of(graph, kind, id), Map.of(), null);
      }
      if (isRefused(reply)) {
        return FAILED;
      }
      Console console = console();
      if (console.isJson() || kind.equals("queries")) {
        console.json(reply.body());
        return DONE;
      }
      JsonNode node = reply.body();
      console.line(
          "%s %s (%s)",
          node.path("kind").asText(), node.path("id").asText(), node.path("status").asText());
      console.line("%s", node.path("text").asText());
      List<List<String>> edges = new ArrayList<>();
      for (String way : List.of("outgoing", "incoming")) {
        for (JsonNode edge : node.path(way)) {
          edges.add(
              List.of(
                  way.equals("outgoing") ? "->" : "<-",
                  edge.path("relation").asText(),
                  String.format(Locale.ROOT, "%.3f", edge.path("utility").asDouble()),
                  edge.path(way.equals("outgoing") ? "target" : "source").asText()));
        }
      }
      console.table(List.of("", "RELATION", "UTILITY", "NODE"), edges);
      console.table(
          List.of("SESSION", "TURN", "AT", "SPEAKER", "SOURCE"),
          elements(node.path("sources")).stream()
              .map(
                  turn ->
                      List.of(
                          turn.path("session").asText(),
                          turn.path("turn").asText(),
                          turn.path("at").asText(),
                          turn.path("speaker").asText(""),
                          turn.path("text").asText()))
              .toList());
      return DONE;
    }
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List graphs, or the nodes of one by kind, words and time.")
  static final class ListNodes extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH", arity = "0..1")
    private String graph;

    @Option(names = "--kind", description = "only nodes of that kind")
    private String kind;

    @Option(names = "--text", description = "only nodes that have these words")
    private String text;

    @Option(names = "--from", description = "only from then on")
    private String from;

    @Option(names = "--to", description = "only before then")
    private String to;

    @Option(
        names = "--limit",
        description = "the most nodes (default: ${DEFAULT-VALUE})",
        defaultValue = "50")
    private int limit;

    @Override
    public Integer call() {
      try (Memory memory = where().open()) {
        return graph == null ? graphs(memory) : nodes(memory);
      }
    }

    private int graphs(Memory memory) {
      Reply reply = memory.send("GET", List.of(), Map.of(), null);
      if (isRefused(reply)) {
        return FAILED;
      }
      if (console().isJson()) {
        console().json(reply.body());
      } else {
        reply.body().path("graphs").forEach(one -> console().line("%s", one.asText()));
      }
      return DONE;
    }

    private int nodes(Memory memory) {
      Map<String, String> parameters = new HashMap<>();
      parameters.put("limit", "200");
      for (String[] one :
          new String[][] {{"kind", kind}, {"text", text}, {"from", from}, {"to", to}}) {
        if (one[1] != null) {
          parameters.put(one[0], one[1]);
        }
      }
      ArrayNode found = JSON.createArrayNode();
      boolean hasMore = true;
      while (hasMore && found.size() < limit) {
        Reply reply = memory.send("GET", List.of(graph, "nodes"), parameters, null);
        if (isRefused(reply)) {
          return FAILED;
        }
        for (JsonNode node : reply.body().path("nodes")) {
          if (found.size() < limit) {
            found.add(node);
          }
        }
        hasMore = reply.body().hasNonNull("next");
        parameters.put("after", reply.body().path("next").asText());
      }
      if (console().isJson()) {
        console().json(found);
      } else {
        console()
            .table(
                List.of("KIND", "WHEN", "STATUS", "NODE", "TEXT"),
                elements(found).stream()
                    .map(
                        node ->
                            List.of(
                                node.path("kind").asText(),
                                time(node),
                                node.path("status").asText(),
                                node.path("id").asText(),
                                node.path("text").asText()))
                    .toList());
      }
      return DONE;
    }
  }

  @Command(
      name = "consolidate",
      mixinStandardHelpOptions = true,
      description = "Put a graph in order: what was replaced, habits, names of one.")
  static final class Consolidate extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Override
    public Integer call() {
      try (Memory memory = where().open()) {
        int changes = 0;
        boolean isFinished = false;
        while (!isFinished) {
          Reply reply = memory.send("POST", List.of(graph, "consolidations"), Map.of(), null);
          if (isRefused(reply)) {
            return FAILED;
          }
          changes += reply.body().path("changes").asInt();
          isFinished = reply.body().path("finished").asBoolean();
        }
        if (console().isJson()) {
          console().json(JSON.createObjectNode().put("changes", changes));
        } else {
          console().line("%d changes", changes);
        }
      }
      return DONE;
    }
  }

  @Command(
      name = "forget",
      mixinStandardHelpOptions = true,
      description =
          "Delete for good: a node, an entity with all about it, a session, a turn, or a graph.")
  static final class Forget extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Option(names = "--node", description = "a node, with the turns that say it")
    private String node;

    @Option(names = "--keep-sources", description = "the node alone, not the turns that say it")
    private boolean keepSources;

    @Option(names = "--about", description = "everything about the entity of that name")
    private String about;

    @Option(names = "--session", description = "a session")
    private String session;

    @Option(names = "--turn", description = "a turn of the session, by its number")
    private String turn;

    @Option(names = "--all", description = "the whole graph")
    private boolean all;

    @Option(names = "--dry-run", description = "say what would go, and delete nothing")
    private boolean dryRun;

    @Override
    public Integer call() {
      long named =
          Arrays.asList(node, about, session, all ? graph : null).stream()
              .filter(one -> one != null)
              .count();
      if (named != 1) {
        throw new CommandException("give one of --node, --about, --session and --all");
      }
      try (Memory memory = where().open()) {
        String id = about == null ? node : entity(memory);
        List<String> path = new ArrayList<>(List.of(graph));
        if (id != null) {
          path.addAll(List.of("nodes", id));
        } else if (session != null) {
          path.addAll(List.of("sessions", session));
          if (turn != null) {
            path.addAll(List.of("turns", turn));
          }
        }
        Map<String, String> parameters = new HashMap<>();
        parameters.put("dryRun", String.valueOf(dryRun));
        parameters.put("keepSources", String.valueOf(keepSources));
        Reply reply = memory.send("DELETE", path, parameters, null);
        if (isRefused(reply)) {
          return FAILED;
        }
        if (console().isJson()) {
          console().json(reply.body());
        } else {
          console()
              .line(
                  "%s: %d turns, %d nodes",
                  reply.body().path("state").asText().toLowerCase(Locale.ROOT),
                  reply.body().path("turnCount").asInt(),
                  reply.body().path("nodeCount").asInt());
          if (dryRun) {
            reply
                .body()
                .path("turns")
                .forEach(
                    one ->
                        console()
                            .line(
                                "%s, turn %d",
                                one.path("session").asText(), one.path("turn").asInt()));
          }
        }
      }
      return DONE;
    }

    private String entity(Memory memory) {
      Map<String, String> parameters =
          new HashMap<>(Map.of("kind", "ENTITY", "text", about, "limit", "200"));
      while (true) {
        Reply reply = memory.send("GET", List.of(graph, "nodes"), parameters, null);
        for (JsonNode one : reply.body().path("nodes")) {
          if (one.path("text").asText().equalsIgnoreCase(about)) {
            return one.path("id").asText();
          }
        }
        if (!reply.body().hasNonNull("next")) {
          throw new CommandException("nobody and nothing is called %s there".formatted(about));
        }
        parameters.put("after", reply.body().get("next").asText());
      }
    }
  }

  @Command(
      name = "stats",
      mixinStandardHelpOptions = true,
      description = "Show a graph as a whole.")
  static final class Stats extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Override
    public Integer call() {
      Reply reply;
      try (Memory memory = where().open()) {
        reply = memory.send("GET", List.of(graph), Map.of(), null);
      }
      if (isRefused(reply)) {
        return FAILED;
      }
      if (console().isJson()) {
        console().json(reply.body());
        return DONE;
      }
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("made", reply.body().path("createdAt").asText()));
      rows.add(List.of("embedding", reply.body().path("embeddingModel").asText()));
      rows.add(
          List.of(
              "index",
              String.format(
                  Locale.ROOT, "%.1f MB", reply.body().path("indexBytes").asLong() / 1e6)));
      reply
          .body()
          .path("nodes")
          .properties()
          .forEach(one -> rows.add(List.of(one.getKey(), one.getValue().asText())));
      console().table(List.of(graph, ""), rows);
      return DONE;
    }
  }

  @Command(
      name = "bench",
      mixinStandardHelpOptions = true,
      description = "Ask a question again and again, and say how long it takes.")
  static final class Bench extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Parameters(index = "1..*", paramLabel = "QUESTION", arity = "1..*")
    private List<String> question;

    @Option(
        names = "--times",
        description = "how often (default: ${DEFAULT-VALUE})",
        defaultValue = "100")
    private int times;

    @Override
    public Integer call() {
      ObjectNode body = JSON.createObjectNode().put("text", String.join(" ", question));
      double[] milliseconds = new double[Math.max(1, times)];
      try (Memory memory = where().open();
          ProgressBar progress = new ProgressBar(err(), "asking", milliseconds.length)) {
        for (int i = -1; i < milliseconds.length; i++) {
          long start = System.nanoTime();
          Reply reply = memory.send("POST", List.of(graph, "queries"), Map.of(), body);
          if (isRefused(reply)) {
            return FAILED;
          }
          // The first one loads the model, and does not count.
          if (i >= 0) {
            milliseconds[i] = (System.nanoTime() - start) / 1e6;
            progress.at(i + 1L);
          }
        }
      }
      Arrays.sort(milliseconds);
      ObjectNode result = JSON.createObjectNode().put("times", milliseconds.length);
      for (int percentile : new int[] {50, 90, 99}) {
        int at = Math.min(milliseconds.length - 1, milliseconds.length * percentile / 100);
        result.put("p" + percentile, Math.round(milliseconds[at] * 100) / 100.0);
      }
      if (console().isJson()) {
        console().json(result);
      } else {
        console()
            .line(
                "%d times, milliseconds: p50 %s, p90 %s, p99 %s",
                milliseconds.length, result.get("p50"), result.get("p90"), result.get("p99"));
      }
      return DONE;
    }
  }
}
