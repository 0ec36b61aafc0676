package io.engraph.functions;

import static io.engraph.functions.TestFunctions.JSON;
import static io.engraph.functions.TestFunctions.body;
import static io.engraph.functions.TestFunctions.http;
import static io.engraph.functions.TestFunctions.invoke;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.engraph.MemoryFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One tenant's memory shows nothing to another, whatever is asked and however ids look. */
class TenantsTest {

  private static final String SECRET = "The safe opens with kumquat.";

  @TempDir Path folder;

  private MemoryFixture fixture;
  private TestFunctions functions;

  @BeforeEach
  void open() {
    // An index of a megabyte: those of several graphs push each other out.
    fixture = MemoryFixture.in(folder, Map.of("engraph.index.max-mebibytes", "1"));
    functions = TestFunctions.on(fixture, Map.of());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static JsonNode call(
      RequestStreamHandler function, String method, String path, String body) throws IOException {
    return invoke(function, http(method, path, body, false).toString());
  }

  private void tell(String graph, String id, String text) throws IOException {
    ObjectNode body = JSON.createObjectNode();
    body.putArray("observations")
        .addObject()
        .put("id", id)
        .put("session", "s")
        .put("speaker", "Ana")
        .put("text", text)
        .put("at", "2026-03-04T09:30:00Z");
    JsonNode told =
        call(
            functions.ingestion(),
            "POST",
            "/v1/graphs/%s/observations".formatted(graph),
            body.toString());
    assertThat(told.path("statusCode").asInt()).as("%s", told).isEqualTo(200);
  }

  private JsonNode ask(String graph, String question) throws IOException {
    JsonNode answer =
        call(
            functions.retrieval(),
            "POST",
            "/v1/graphs/%s/queries".formatted(graph),
            JSON.createObjectNode().put("text", question).toString());
    assertThat(answer.path("statusCode").asInt()).as("%s", answer).isEqualTo(200);
    return body(answer);
  }

  /** Every request that names something of a graph by an id, asked of another graph. */
  @ParameterizedTest
  @CsvSource({"a,a-b", "a-b,a", "a,a~", "a~,a", "a,A", "g,g.g", "1,11", "a,a-", "x.y,x~y"})
  void should_find_nothing_by_ids_of_another_graph(String owner, String other) throws IOException {
    tell(owner, "1", SECRET);
    tell(other, "2", "Trams are loud.");
    JsonNode recalled = ask(owner, "What opens the safe?");
    String query = recalled.path("queryId").asText();
    assertThat(query).isNotEmpty();
    String node = recalled.path("nodes").path(0).path("id").asText();
    assertThat(recalled.toString()).contains("kumquat");
    String page = body(page(owner)).path("next").asText();
    assertThat(page).isNotEmpty();

    List<JsonNode> answers = new ArrayList<>();
    String path = "/v1/graphs/" + other;
    RequestStreamHandler retrieval = functions.retrieval();
    RequestStreamHandler consolidation = functions.consolidation();
    answers.add(call(retrieval, "GET", path + "/queries/" + query, ""));
    answers.add(
        call(
            retrieval,
            "POST",
            path + "/queries/" + query + "/feedback",
            "{\"influence\": [\"%s\"], \"outcome\": \"helpful\"}".formatted(node)));
    answers.add(call(retrieval, "GET", path + "/nodes/" + node, ""));
    answers.add(call(consolidation, "DELETE", path + "/nodes/" + node, ""));
    ObjectNode next = http("GET", path + "/nodes", "", false);
    next.putObject("queryStringParameters").put("after", page);
    answers.add(invoke(retrieval, next.toString()));

    for (JsonNode answer : answers) {
      assertThat(answer.path("statusCode").asInt()).as("%s", answer).isIn(400, 404);
      assertThat(answer.toString()).doesNotContain("kumquat");
    }
    assertThat(ask(other, "What opens the safe?").toString()).doesNotContain("kumquat");
    assertThat(ask(owner, "What opens the safe?").toString()).contains("kumquat");
    assertThat(
            invoke(
                    functions.reconsolidation(),
                    JSON.createObjectNode().put("graph", other).put("query", query).toString())
                .path("edits")
                .asInt())
        .isZero();
    assertThat(functions.printed().toString(StandardCharsets.UTF_8)).doesNotContain("kumquat");
  }

  private JsonNode page(String graph) throws IOException {
    ObjectNode first = http("GET", "/v1/graphs/%s/nodes".formatted(graph), "", false);
    first.putObject("queryStringParameters").put("limit", "1");
    return invoke(functions.retrieval(), first.toString());
  }

  static List<String> strangeIds() {
    return List.of(
        "owner%23",
        "owner%23x",
        "%6Fwner%00",
        "owner%2F..%2Fowner",
        "..%2Fowner",
        "owner%20",
        "%20owner",
        "owner%0A",
        "owner%09",
        "owner;x=1",
        "owner*",
        "*",
        "own%C3%A9r",
        "owner%E2%80%8B",
        "%EF%BB%BFowner",
        "\u043ewner",
        "owner%ED%A0%80",
        "owner%FF",
        "%",
        "%zz",
        "owner%",
        "o".repeat(129),
        "NODE%23owner",
        "GRAPH%23owner",
        "owner%23episode-1",
        "owner\u0000",
        "owner'--",
        "owner\"",
        "{owner}",
        "$owner",
        "owner+",
        "owner%2B");
  }

  @ParameterizedTest
  @MethodSource("strangeIds")
  void should_refuse_ids_that_only_look_like_a_graph(String id) throws IOException {
    tell("owner", "1", SECRET);
    String path = "/v1/graphs/" + id;
    List<JsonNode> answers =
        List.of(
            call(functions.retrieval(), "POST", path + "/queries", "{\"text\": \"the safe\"}"),
            call(functions.retrieval(), "GET", path, ""),
            call(functions.retrieval(), "GET", path + "/nodes", ""),
            call(functions.retrieval(), "GET", path + "/edits", ""),
            call(functions.retrieval(), "GET", path + "/sessions/s/turns", ""),
            call(functions.consolidation(), "DELETE", path, ""),
            call(functions.consolidation(), "DELETE", path + "/sessions/s", ""));

    for (JsonNode answer : answers) {
      assertThat(answer.path("statusCode").asInt()).as("%s", answer).isBetween(400, 404);
      assertThat(answer.toString()).doesNotContain("kumquat");
    }
    assertThat(ask("owner", "What opens the safe?").toString()).contains("kumquat");
  }

  @Test
  void should_keep_graphs_apart_that_one_warm_instance_serves_at_once() throws Exception {
    List<String> graphs = List.of("t", "t-1", "t-11", "t~1", "T", "t.1");
    for (String graph : graphs) {
      for (int i = 0; i < 5; i++) {
        tell(graph, "id-" + i, "The word of day %d in %s is w%s.".formatted(i, graph, word(graph)));
      }
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Callable<String>> work = new ArrayList<>();
      for (int round = 0; round < 20; round++) {
        for (String graph : graphs) {
          work.add(() -> graph + "\n" + ask(graph, "What is the word of day 3?"));
        }
      }
      for (Future<String> answer : threads.invokeAll(work)) {
        String[] parts = answer.get().split("\n", 2);
        assertThat(parts[1]).contains("w" + word(parts[0]));
        graphs.stream()
            .filter(other -> !other.equals(parts[0]))
            .forEach(other -> assertThat(parts[1]).doesNotContain("w" + word(other) + "."));
      }
    }
  }

  private static String word(String graph) {
    return Integer.toHexString(graph.hashCode()) + "q";
  }

  private static JsonNode withClaim(
      RequestStreamHandler function, String method, String path, String body, String claim)
      throws IOException {
    ObjectNode event = http(method, path, body, false);
    if (claim != null) {
      ((ObjectNode) event.get("requestContext"))
          .putObject("authorizer")
          .putObject("jwt")
          .putObject("claims")
          .put("memory", claim);
    }
    return invoke(function, event.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ana", "[ana team-7]", "team-7 ana", "[team-7, ana]"})
  void should_admit_a_caller_to_the_graphs_of_its_claim(String claim) throws IOException {
    TestFunctions guarded = TestFunctions.on(fixture, Map.of("engraph.http.graph-claim", "memory"));
    tell("ana", "1", SECRET);
    tell("ana~work", "1", SECRET);
    tell("anabel", "1", SECRET);

    for (String graph : List.of("ana", "ana~work")) {
      JsonNode answer =
          withClaim(
              guarded.retrieval(),
              "POST",
              "/v1/graphs/%s/queries".formatted(graph),
              "{\"text\": \"the safe\"}",
              claim);
      assertThat(answer.path("statusCode").asInt()).as("%s", answer).isEqualTo(200);
    }
    JsonNode listed = withClaim(guarded.retrieval(), "GET", "/v1/graphs", "", claim);
    assertThat(body(listed).path("graphs").toString()).isEqualTo("[\"ana\",\"ana~work\"]");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"none", "''", "ben", "an", "ana~work~", "[]", "[ben]", "anabe", "*", "ana*"})
  void should_admit_a_caller_to_no_other_graph(String claim) throws IOException {
    TestFunctions guarded = TestFunctions.on(fixture, Map.of("engraph.http.graph-claim", "memory"));
    tell("anabel", "1", SECRET);
    String path = "/v1/graphs/anabel";
    String message =
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"recall\","
            + " \"arguments\": {\"question\": \"the safe\"}}}";
    String observations =
        "{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": \"2026-03-04T09:30:00Z\"}]}";

    List<JsonNode> answers =
        List.of(
            withClaim(
                guarded.retrieval(), "POST", path + "/queries", "{\"text\": \"safe\"}", claim),
            withClaim(guarded.retrieval(), "GET", path, "", claim),
            withClaim(guarded.retrieval(), "GET", path + "/nodes", "", claim),
            withClaim(guarded.retrieval(), "POST", path + "/edits:undo", "{}", claim),
            withClaim(guarded.ingestion(), "POST", path + "/observations", observations, claim),
            withClaim(guarded.consolidation(), "DELETE", path, "", claim),
            withClaim(guarded.consolidation(), "POST", path + "/consolidations", "", claim),
            withClaim(guarded.modelContext(), "POST", path + "/mcp", message, claim));

    for (JsonNode answer : answers) {
      assertThat(answer.path("statusCode").asInt()).as("%s", answer).isEqualTo(403);
      assertThat(answer.toString()).doesNotContain("kumquat");
    }
    JsonNode listed = withClaim(guarded.retrieval(), "GET", "/v1/graphs", "", claim);
    assertThat(body(listed).path("graphs").size()).isZero();
    assertThat(ask("anabel", "What opens the safe?").toString()).contains("kumquat");
  }
}
