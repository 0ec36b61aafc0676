package io.engraph.example;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.lambda.LambdaClient;

/**
 * A Lambda agent with a long-term memory, whose functions it calls directly: no network address, no
 * API in between, and its role says which functions it may call. The variables ENGRAPH_INGESTION
 * and ENGRAPH_RETRIEVAL name them.
 *
 * <p>{@code {"user": ..., "say": ...}} is remembered; {@code {"user": ..., "ask": ...}} is
 * answered.
 */
public final class Agent implements RequestHandler<Map<String, String>, Map<String, String>> {

  private static final ObjectMapper JSON = new ObjectMapper();

  // Made once a sandbox, when it starts.
  private final LambdaClient functions =
      LambdaClient.builder().httpClient(UrlConnectionHttpClient.create()).build();

  @Override
  public Map<String, String> handleRequest(Map<String, String> event, Context context) {
    String graph = event.get("user");
    return event.containsKey("say")
        ? remember(graph, event.get("say"))
        : answer(graph, event.get("ask"));
  }

  private Map<String, String> remember(String graph, String text) {
    ObjectNode request = JSON.createObjectNode().put("graph", graph);
    request
        .putArray("observations")
        .addObject()
        .put("session", "chat")
        .put("speaker", "User")
        .put("text", text)
        .put("at", OffsetDateTime.now(ZoneOffset.UTC).toString());
    JsonNode kept = invoke("ENGRAPH_INGESTION", request);
    return Map.of("remembered", kept.at("/observations/0/status").asText());
  }

  private Map<String, String> answer(String graph, String question) {
    JsonNode recalled =
        invoke(
            "ENGRAPH_RETRIEVAL",
            JSON.createObjectNode()
                .put("operation", "query")
                .put("graph", graph)
                .put("text", question));
    String answer = think(recalled.path("context").asText());
    if (recalled.path("nodes").isEmpty()) {
      return Map.of("answer", answer);
    }
    String query = recalled.path("queryId").asText();
    ObjectNode feedback =
        JSON.createObjectNode()
            .put("operation", "feedback")
            .put("graph", graph)
            .put("query", query)
            .put("outcome", "helpful");
    // The first line is what the answer was made of.
    feedback.putArray("influence").add(recalled.at("/nodes/0/id").asText());
    invoke("ENGRAPH_RETRIEVAL", feedback);
    return Map.of("answer", answer, "query", query);
  }

  /** Where a real agent asks a language model, with the context in its prompt. */
  private static String think(String context) {
    return context.isEmpty() ? "I do not know." : context.lines().findFirst().orElseThrow();
  }

  private JsonNode invoke(String function, JsonNode request) {
    try {
      return JSON.readTree(
          functions
              .invoke(
                  call ->
                      call.functionName(System.getenv(function))
                          .payload(SdkBytes.fromUtf8String(request.toString())))
              .payload()
              .asInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
