package io.engraph.functions;

import static io.engraph.MemoryFixture.GRAPH;
import static io.engraph.functions.TestFunctions.JSON;
import static io.engraph.functions.TestFunctions.body;
import static io.engraph.functions.TestFunctions.invoke;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.graph.MemoryGraph;
import io.engraph.reconsolidation.Feedback;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.reconsolidation.StoredQuery.Status;
import io.engraph.retrieval.Recall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The functions on events of the shapes that AWS sends. */
class FunctionsTest {

  private static final String OBSERVATIONS =
      """
      {"observations": [
        {"id": "1", "session": "s", "speaker": "Ana", "text": "I keep bees on the roof.", "at": "2026-03-04T09:30:00Z"},
        {"id": "2", "session": "s", "speaker": "Ben", "text": "Do you sell the honey?", "at": "2026-03-04T09:31:00Z"}]}
      """;

  @TempDir Path folder;

  private MemoryFixture fixture;
  private TestFunctions functions;
  private IngestionFunction ingestion;
  private ConsolidationFunction consolidation;
  private RetrievalFunction retrieval;
  private ReconsolidationFunction reconsolidation;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
    functions = TestFunctions.on(fixture, Map.of());
    consolidation = functions.consolidation();
    ingestion = functions.ingestion();
    retrieval = functions.retrieval();
    reconsolidation = functions.reconsolidation();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** An event of an HTTP API, payload format 2.0. */
  private static String http(String method, String path, String body, boolean isBase64) {
    return TestFunctions.http(method, path, body, isBase64).toString();
  }

  private static String sqs(String... bodies) {
    var records = JSON.createArrayNode();
    for (int i = 0; i < bodies.length; i++) {
      records
          .addObject()
          .put("messageId", "message-" + i)
          .put("body", bodies[i])
          .put("eventSource", "aws:sqs");
    }
    return JSON.createObjectNode().set("Records", records).toString();
  }

  private static String stream(String... partitions) {
    var records = JSON.createArrayNode();
    for (int i = 0; i < partitions.length; i++) {
      var record = records.addObject();
      record.put("eventName", "MODIFY").put("eventSource", "aws:dynamodb");
      var change = record.putObject("dynamodb");
      change.put("SequenceNumber", "10" + i);
      var keys = change.putObject("Keys");
      keys.putObject("pk").put("S", partitions[i]);
      keys.putObject("sk").put("S", "TRACE");
      change.putObject("NewImage").putObject("status").put("S", "COMPLETED");
    }
    return JSON.createObjectNode().set("Records", records).toString();
  }

  private String completedQuery() {
    fixture.say("s", "Ana: I keep bees on the roof.", "Ben: Do you sell the honey?");
    Recall recall = fixture.ask("bees and honey");
    String query = recall.trace().orElseThrow().query();
    new Feedback(fixture.table(), new RulesAgent(), Clock.systemUTC(), new StreamCompletions())
        .report(
            GRAPH,
            query,
            new FeedbackReport(
                recall.nodes().stream().map(one -> one.node().id().value()).toList(),
                Outcome.HELPFUL,
                1,
                Optional.empty(),
                FeedbackReport.ANYBODY));
    return query;
  }

  private Status status(String query) {
    return new QueryTraces(fixture.table(), GRAPH)
        .find(query, Clock.systemUTC())
        .orElseThrow()
        .status();
  }

  @Test
  void should_take_the_same_request_typed_and_over_http() throws IOException {
    JsonNode typed = invoke(ingestion, OBSERVATIONS.replaceFirst("\\{", "{\"graph\": \"test\", "));
    JsonNode overHttp =
        invoke(ingestion, http("POST", "/v1/graphs/test/observations", OBSERVATIONS, false));

    assertThat(typed.at("/observations/0/status").asText()).isEqualTo("integrated");
    assertThat(overHttp.get("statusCode").asInt()).isEqualTo(200);
    assertThat(overHttp.at("/headers/Content-Type").asText()).isEqualTo("application/json");
    assertThat(body(overHttp).at("/observations/0/status").asText()).isEqualTo("duplicate");
    assertThat(body(overHttp).at("/observations/0/nodes"))
        .isEqualTo(typed.at("/observations/0/nodes"));
  }

  @Test
  void should_take_a_body_in_base64_and_a_stage_before_the_path() throws IOException {
    String encoded =
        Base64.getEncoder().encodeToString(OBSERVATIONS.getBytes(StandardCharsets.UTF_8));
    String event =
        http("POST", "/live/v1/graphs/test/observations", encoded, true)
            .replace("$default", "live");

    assertThat(invoke(ingestion, event).get("statusCode").asInt()).isEqualTo(200);
  }

  @Test
  void should_recall_take_feedback_and_read_over_http() throws IOException {
    invoke(ingestion, http("POST", "/v1/graphs/test/observations", OBSERVATIONS, false));

    JsonNode recalled =
        body(
            invoke(
                retrieval, http("POST", "/v1/graphs/test/queries", "{\"text\": \"bees\"}", false)));
    String query = recalled.get("queryId").asText();
    String node = recalled.at("/nodes/0/id").asText();

    assertThat(
            invoke(
                    retrieval,
                    http(
                        "POST",
                        "/v1/graphs/test/queries/" + query + "/feedback",
                        "{\"influence\": [\"%s\"], \"outcome\": \"helpful\"}".formatted(node),
                        false))
                .get("statusCode")
                .asInt())
        .isEqualTo(202);
    assertThat(
            body(invoke(retrieval, http("GET", "/v1/graphs/test/queries/" + query, "", false)))
                .get("status")
                .asText())
        .isEqualTo("COMPLETED");
    assertThat(
            body(invoke(retrieval, http("GET", "/v1/graphs/test/nodes/" + node, "", false)))
                .get("text")
                .asText())
        .contains("bees");
    assertThat(
            body(invoke(retrieval, http("GET", "/v1/graphs/test", "", false)))
                .at("/nodes/EPISODE")
                .asInt())
        .isEqualTo(2);
  }

  @Test
  void should_do_every_operation_of_a_typed_request() throws IOException {
    invoke(ingestion, OBSERVATIONS.replaceFirst("\\{", "{\"graph\": \"test\", "));

    JsonNode recalled = invoke(retrieval, "{\"graph\": \"test\", \"text\": \"bees\"}");
    String query = recalled.get("queryId").asText();
    String node = recalled.at("/nodes/0/id").asText();

    assertThat(
            invoke(
                    retrieval,
                    """
                    {"operation": "feedback", "graph": "test", "query": "%s", "influence": [], "outcome": "neutral"}
                    """
                        .formatted(query))
                .get("queryId")
                .asText())
        .isEqualTo(query);
    assertThat(
            invoke(
                    retrieval,
                    "{\"operation\": \"explain\", \"graph\": \"test\", \"query\": \"%s\"}"
                        .formatted(query))
                .at("/trace/text")
                .asText())
        .isEqualTo("bees");
    assertThat(
            invoke(
                    retrieval,
                    "{\"operation\": \"node\", \"graph\": \"test\", \"node\": \"%s\"}"
                        .formatted(node))
                .get("id")
                .asText())
        .isEqualTo(node);
    assertThat(
            invoke(retrieval, "{\"operation\": \"graph\", \"graph\": \"test\"}")
                .get("graph")
                .asText())
        .isEqualTo("test");
  }

  @Test
  void should_answer_errors_with_the_problems_of_the_local_server() throws IOException {
    JsonNode overHttp =
        invoke(retrieval, http("POST", "/v1/graphs/test/queries", "{\"text\": 1}", false));
    assertThat(overHttp.get("statusCode").asInt()).isEqualTo(400);
    assertThat(overHttp.at("/headers/Content-Type").asText()).isEqualTo("application/problem+json");
    assertThat(body(overHttp).get("field").asText()).isEqualTo("text");

    JsonNode typed = invoke(retrieval, "{\"graph\": \"a b\", \"text\": \"x\"}");
    assertThat(typed.get("status").asInt()).isEqualTo(400);
    assertThat(typed.get("field").asText()).isEqualTo("graph");

    for (String path : List.of("/", "/v1", "/v1/graphs/test/other", "/v2/graphs/test/queries")) {
      assertThat(invoke(retrieval, http("GET", path, "", false)).get("statusCode").asInt())
          .isEqualTo(404);
    }
    assertThat(
            invoke(ingestion, http("POST", "/v1/graphs/test/queries", "{}", false))
                .get("statusCode")
                .asInt())
        .isEqualTo(404);
    assertThat(
            invoke(retrieval, "{\"operation\": \"forget\", \"graph\": \"test\"}")
                .get("detail")
                .asText())
        .contains("query, feedback, explain, node, nodes, graph");
  }

  @Test
  void should_put_in_order_and_forget_by_direct_requests_over_http_and_on_schedule()
      throws IOException {
    invoke(
        ingestion,
        """
        {"graph": "test", "observations": [
          {"session": "s", "speaker": "Ana", "text": "I live in Porto near the river.", "at": "2026-01-04T09:30:00Z"},
          {"session": "s", "speaker": "Ana", "text": "I live in Lisbon now.", "at": "2026-03-04T09:30:00Z"}]}
        """);

    JsonNode all = invoke(consolidation, "{}");
    assertThat(all.get("graphs").asInt()).isEqualTo(1);
    assertThat(all.get("changes").asInt()).isEqualTo(1);
    assertThat(invoke(consolidation, "{\"graph\": \"test\"}").get("changes").asInt()).isZero();
    JsonNode listed =
        invoke(retrieval, "{\"operation\": \"nodes\", \"graph\": \"test\", \"kind\": \"FACT\"}");
    assertThat(listed.at("/nodes/0/status").asText()).isEqualTo("SUPERSEDED");
    assertThat(invoke(retrieval, "{\"operation\": \"graphs\"}").at("/graphs/0").asText())
        .isEqualTo("test");

    JsonNode planned =
        invoke(
            consolidation,
            "{\"operation\": \"forget\", \"graph\": \"test\", \"session\": \"s\", \"turn\": 1, \"dryRun\": true}");
    assertThat(planned.get("state").asText()).isEqualTo("PLANNED");
    JsonNode overHttp =
        invoke(consolidation, http("DELETE", "/v1/graphs/test/sessions/s/turns/1", "", false));
    assertThat(body(overHttp).get("state").asText()).isEqualTo("DONE");
    assertThat(
            invoke(consolidation, "{\"operation\": \"forget\", \"graph\": \"test\"}")
                .get("state")
                .asText())
        .isEqualTo("DONE");
    assertThat(invoke(retrieval, "{\"operation\": \"graphs\"}").get("graphs")).isEmpty();
    assertThat(
            invoke(consolidation, "{\"operation\": \"dance\", \"graph\": \"test\"}")
                .get("status")
                .asInt())
        .isEqualTo(400);
    assertThat(
            invoke(consolidation, http("GET", "/v1/graphs/test/nodes", "", false))
                .get("statusCode")
                .asInt())
        .isEqualTo(404);
  }

  @Test
  void should_name_the_messages_of_a_queue_that_failed_and_take_the_others() throws IOException {
    JsonNode answer =
        invoke(
            ingestion,
            sqs(
                "no json",
                OBSERVATIONS.replaceFirst("\\{", "{\"graph\": \"test\", "),
                "{\"graph\": \"test\", \"observations\": []}"));

    assertThat(answer.get("batchItemFailures").findValuesAsText("itemIdentifier"))
        .containsExactly("message-0", "message-2");
    assertThat(new MemoryGraph(fixture.table(), GRAPH).lastTurn("s")).isEqualTo(2);
  }

  @Test
  void should_name_a_message_whose_turns_stay_pending() throws IOException {
    fixture.embedding().fail(true);
    String message = OBSERVATIONS.replaceFirst("\\{", "{\"graph\": \"test\", ");

    assertThat(invoke(ingestion, sqs(message)).get("batchItemFailures")).hasSize(1);
    fixture.embedding().fail(false);
    assertThat(invoke(ingestion, sqs(message)).get("batchItemFailures")).isEmpty();
    assertThat(new MemoryGraph(fixture.table(), GRAPH).pendingTurns(10)).isEmpty();
  }

  @Test
  void should_reconsolidate_the_records_of_a_stream_once() throws IOException {
    String query = completedQuery();
    String event = stream("QUERY#test#" + query);

    assertThat(invoke(reconsolidation, event).get("batchItemFailures")).isEmpty();
    assertThat(status(query)).isEqualTo(Status.RECONSOLIDATED);
    var edits = new QueryTraces(fixture.table(), GRAPH).find(query, Clock.systemUTC());

    assertThat(invoke(reconsolidation, event).get("batchItemFailures")).isEmpty();
    assertThat(new QueryTraces(fixture.table(), GRAPH).find(query, Clock.systemUTC()))
        .isEqualTo(edits);
  }

  @Test
  void should_name_the_first_record_that_fails_after_those_that_did_not() throws IOException {
    String query = completedQuery();

    JsonNode answer =
        invoke(reconsolidation, stream("QUERY#test#" + query, "QUERY#poison", "QUERY#x#y"));

    assertThat(answer.get("batchItemFailures").findValuesAsText("itemIdentifier"))
        .containsExactly("101");
    assertThat(status(query)).isEqualTo(Status.RECONSOLIDATED);
  }

  @Test
  void should_fail_as_a_whole_when_the_first_record_fails() {
    assertThatThrownBy(() -> invoke(reconsolidation, stream("QUERY#poison")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private List<JsonNode> metrics() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : functions.printed().toString(StandardCharsets.UTF_8).lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  @Test
  void should_count_what_was_done_and_lead_from_log_to_log_by_the_query() throws IOException {
    String query = completedQuery();
    invoke(
        retrieval,
        "{\"graph\": \"%s\", \"operation\": \"query\", \"text\": \"Who keeps bees?\"}"
            .formatted(GRAPH.value()));
    invoke(
        reconsolidation, "{\"graph\": \"%s\", \"query\": \"%s\"}".formatted(GRAPH.value(), query));

    List<JsonNode> lines = metrics();
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst().path("Operation").asText()).isEqualTo("query");
    assertThat(lines.getFirst().path("RecalledNodes").asInt()).isPositive();
    assertThat(lines.getFirst().path("SeedMillis").asDouble()).isPositive();
    assertThat(lines.getFirst().toString()).doesNotContain("bees");
    assertThat(lines.getLast().path("Operation").asText()).isEqualTo("reconsolidate");
    assertThat(lines.getLast().path("Query").asText()).isEqualTo(query);
    assertThat(lines.getLast().path("Edits").asInt()).isPositive();
  }

  private static String post(String path, String body) throws IOException {
    var event = JSON.createObjectNode().put("version", "2.0").put("rawPath", path);
    event.putObject("requestContext").putObject("http").put("method", "POST").put("path", path);
    return event.put("body", body).put("isBase64Encoded", false).toString();
  }

  @Test
  void should_speak_the_model_context_protocol_in_the_graph_of_the_path() throws IOException {
    ModelContextFunction function = functions.modelContext();
    String call =
        "{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"tools/call\", \"params\": {\"name\": \"%s\","
            + " \"arguments\": %s}}";
    JsonNode kept =
        invoke(
            function,
            post(
                "/v1/graphs/mine/mcp",
                call.formatted(
                    1, "remember", "{\"observations\": [{\"text\": \"I keep bees.\"}]}")));
    assertThat(kept.path("statusCode").asInt()).isEqualTo(200);
    assertThat(body(kept).at("/result/isError").asBoolean()).isFalse();

    String recall = call.formatted(2, "recall", "{\"question\": \"bees\"}");
    assertThat(
            body(invoke(function, post("/v1/graphs/mine/mcp", recall)))
                .at("/result/content/0/text")
                .asText())
        .contains("I keep bees");
    assertThat(
            body(invoke(function, post("/v1/graphs/other/mcp", recall)))
                .at("/result/content/0/text")
                .asText())
        .doesNotContain("I keep bees");

    JsonNode notified =
        invoke(
            function,
            post(
                "/v1/graphs/mine/mcp",
                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}"));
    assertThat(notified.path("statusCode").asInt()).isEqualTo(202);
    assertThat(notified.path("body").asText()).isEmpty();
    assertThat(invoke(function, post("/v1/graphs/mine/queries", recall)).path("statusCode").asInt())
        .isEqualTo(404);
    assertThat(
            invoke(
                    function,
                    "{\"graph\": \"mine\", \"message\": {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\":"
                        + " \"ping\"}}")
                .has("result"))
        .isTrue();
  }
}
