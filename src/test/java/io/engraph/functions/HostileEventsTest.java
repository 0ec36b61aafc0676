package io.engraph.functions;

import static io.engraph.functions.TestFunctions.JSON;
import static io.engraph.functions.TestFunctions.http;
import static io.engraph.functions.TestFunctions.invoke;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.engraph.MemoryFixture;
import io.engraph.http.HostileRequests;
import io.engraph.retrieval.Recall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same requests as events of the functions, and events that are none at all. */
class HostileEventsTest {

  private static final int REQUESTS = Integer.getInteger("engraph.hostile.requests", 1_500);
  private static final long SEED = 12;

  @TempDir Path folder;
  private MemoryFixture fixture;
  private TestFunctions functions;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
    functions = TestFunctions.on(fixture, Map.of());
    fixture.say("s", "Ana: I keep bees on the roof.", "Ben: Trams are loud.");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private RequestStreamHandler of(String method, String path) {
    if (path.contains("/observations")) {
      return functions.ingestion();
    }
    boolean isConsolidation =
        method.equals("DELETE")
            || path.contains("/consolidations")
            || path.contains("/retention")
            || path.contains("/deletions");
    return isConsolidation ? functions.consolidation() : functions.retrieval();
  }

  @Test
  void should_answer_whatever_comes_over_http_as_the_contract_says() throws IOException {
    Recall recall = fixture.ask("bees");
    HostileRequests requests =
        new HostileRequests(
            SEED,
            List.of(
                "test",
                "s",
                "1",
                recall.trace().orElseThrow().query(),
                recall.nodes().getFirst().node().id().value()));
    Random random = new Random(SEED);
    Set<Integer> seen = new TreeSet<>();
    for (int number = 0; number < REQUESTS; number++) {
      HostileRequests.Request request = requests.next(number);
      String[] path = request.path().split("\\?", 2);
      boolean isBase64 = random.nextBoolean();
      ObjectNode event =
          http(
              request.method(),
              path[0],
              isBase64
                  ? Base64.getEncoder().encodeToString(request.body())
                  : new String(request.body(), StandardCharsets.UTF_8),
              isBase64);
      if (path.length > 1) {
        ObjectNode parameters = event.putObject("queryStringParameters");
        for (String parameter : path[1].split("&", -1)) {
          String[] pair = parameter.split("=", 2);
          parameters.put(pair[0], pair.length > 1 ? pair[1] : "");
        }
      }
      JsonNode answer = invoke(of(request.method(), path[0]), event.toString());

      int status = answer.path("statusCode").asInt();
      assertThat(request.documented())
          .as("request %d, %s %s: %s", number, request.method(), request.path(), answer)
          .contains(status);
      assertThat(JSON.readTree(answer.path("body").asText()).isObject()).isTrue();
      seen.add(status);
    }
    assertThat(seen).contains(200, 400, 404);
  }

  /** A value of any shape. */
  private static JsonNode any(Random random, int depth) {
    return switch (random.nextInt(depth > 3 ? 5 : 7)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.getNodeFactory().numberNode(random.nextLong());
      case 2 -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
      case 3, 4 ->
          JSON.getNodeFactory()
              .textNode(HostileRequests.TEXTS.get(random.nextInt(HostileRequests.TEXTS.size())));
      case 5 -> {
        ArrayNode array = JSON.createArrayNode();
        for (int i = 0; i < random.nextInt(3); i++) {
          array.add(any(random, depth + 1));
        }
        yield array;
      }
      default -> {
        ObjectNode object = JSON.createObjectNode();
        for (int i = 0; i < random.nextInt(4); i++) {
          object.set(FIELDS.get(random.nextInt(FIELDS.size())), any(random, depth + 1));
        }
        yield object;
      }
    };
  }

  private static final List<String> FIELDS =
      List.of(
          "operation",
          "graph",
          "query",
          "node",
          "session",
          "turn",
          "text",
          "observations",
          "body",
          "records",
          "requestContext",
          "http",
          "rawPath",
          "isBase64Encoded",
          "influence",
          "at",
          "x");

  private static final List<String> OPERATIONS =
      List.of(
          "query",
          "feedback",
          "explain",
          "node",
          "nodes",
          "graph",
          "graphs",
          "edits",
          "undo",
          "ingest",
          "consolidate",
          "forget",
          "x");

  @Test
  void should_answer_whatever_it_is_invoked_with_directly() throws IOException {
    Random random = new Random(SEED);
    for (int number = 0; number < REQUESTS; number++) {
      ObjectNode event = JSON.createObjectNode();
      event.put("operation", OPERATIONS.get(random.nextInt(OPERATIONS.size())));
      if (random.nextBoolean()) {
        // One that is there is not forgotten as a whole by an event that says nothing more.
        event.put("graph", "x-" + number % 3);
      }
      for (int i = 0; i < random.nextInt(4); i++) {
        event.set(FIELDS.get(random.nextInt(FIELDS.size())), any(random, 0));
      }
      for (RequestStreamHandler function :
          List.of(functions.ingestion(), functions.retrieval(), functions.consolidation())) {
        JsonNode answer = invoke(function, event.toString());
        assertThat(answer.path("status").asInt(answer.path("statusCode").asInt(200)))
            .as("event %d, %s: %s", number, event, answer)
            .isLessThan(500);
      }
    }
    assertThat(fixture.ask("bees").nodes()).isNotEmpty();
  }

  @Test
  void should_return_to_the_queue_whatever_message_is_none() throws IOException {
    Random random = new Random(SEED);
    for (int number = 0; number < 200; number++) {
      ObjectNode event = JSON.createObjectNode();
      ArrayNode records = event.putArray("Records");
      for (int i = 0; i < 5; i++) {
        records.addObject().put("messageId", "m" + i).set("body", any(random, 0));
      }
      JsonNode answer = invoke(functions.ingestion(), event.toString());
      assertThat(answer.path("batchItemFailures").size()).as("%s", event).isEqualTo(5);
    }
  }
}
