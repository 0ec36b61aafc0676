package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.engraph.EmbeddedMemory;
import io.engraph.MemoryFixture;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.consolidation.ConsolidationConfig;
import io.engraph.http.ConsolidationApi;
import io.engraph.http.ForgettingApi;
import io.engraph.http.HttpConfig;
import io.engraph.http.IngestionApi;
import io.engraph.http.RecallApi;
import io.engraph.http.WholeApi;
import io.engraph.reconsolidation.Feedback;
import io.engraph.table.Ulids;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;

/**
 * The functions on one memory, as a deployment has them.
 *
 * @param printed what they print: the lines of their metrics
 */
record TestFunctions(
    IngestionFunction ingestion,
    RetrievalFunction retrieval,
    ReconsolidationFunction reconsolidation,
    ConsolidationFunction consolidation,
    ModelContextFunction modelContext,
    ByteArrayOutputStream printed) {

  static final JsonMapper JSON = new JsonMapper();

  /** An invocation that has as long as the template gives it. */
  static final Context CONTEXT =
      (Context)
          Proxy.newProxyInstance(
              Context.class.getClassLoader(),
              new Class<?>[] {Context.class},
              (_, method, _) -> {
                return switch (method.getName()) {
                  case "getRemainingTimeInMillis" -> 29_000;
                  case "getAwsRequestId" -> "request-1";
                  default -> throw new UnsupportedOperationException(method.getName());
                };
              });

  /**
   * @param properties settings of the way in, such as {@code engraph.http.graph-claim}
   */
  static TestFunctions on(MemoryFixture fixture, Map<String, String> properties) {
    EmbeddedMemory memory = fixture.memory();
    Clock clock = Clock.systemUTC();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    OperationMetrics metrics =
        new OperationMetrics(clock, new PrintStream(printed, true, StandardCharsets.UTF_8), true);
    var config =
        new SmallRyeConfigBuilder()
            .withMapping(ConsolidationConfig.class)
            .withMapping(HttpConfig.class)
            .withSources(new PropertiesConfigSource(properties, "properties", 100))
            .build();
    HttpConfig http = config.getConfigMapping(HttpConfig.class);
    IngestionApi ingestion = new IngestionApi(memory.ingestion());
    RecallApi recall =
        new RecallApi(
            fixture.table(),
            memory.retrieval(),
            new Feedback(fixture.table(), new RulesAgent(), clock, new StreamCompletions()),
            memory.undo(),
            memory.indexes(),
            new Ulids(clock, new SecureRandom()),
            clock);
    ConsolidationApi consolidation =
        new ConsolidationApi(
            memory.consolidation(),
            memory.forgetting(),
            fixture.table(),
            config.getConfigMapping(ConsolidationConfig.class),
            clock);
    ForgettingApi forgetting = new ForgettingApi(memory.forgetting(), fixture.table());
    return new TestFunctions(
        new IngestionFunction(ingestion, fixture.table(), fixture.embedding(), http, metrics),
        new RetrievalFunction(recall, fixture.table(), fixture.embedding(), http, metrics),
        new ReconsolidationFunction(memory.reconsolidation(), metrics),
        new ConsolidationFunction(consolidation, forgetting, http),
        new ModelContextFunction(
            new WholeApi(ingestion, recall, consolidation, forgetting),
            fixture.table(),
            fixture.embedding(),
            http,
            clock),
        printed);
  }

  static JsonNode invoke(RequestStreamHandler function, String event) throws IOException {
    return invoke(function, event.getBytes(StandardCharsets.UTF_8));
  }

  static JsonNode invoke(RequestStreamHandler function, byte[] event) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    function.handleRequest(new ByteArrayInputStream(event), out, CONTEXT);
    return JSON.readTree(out.toByteArray());
  }

  /** An event of an HTTP API, payload format 2.0. */
  static ObjectNode http(String method, String path, String body, boolean isBase64) {
    ObjectNode event = JSON.createObjectNode();
    event.put("version", "2.0").put("routeKey", method + " " + path).put("rawPath", path);
    event.put("rawQueryString", "").put("body", body).put("isBase64Encoded", isBase64);
    ObjectNode context = event.putObject("requestContext").put("stage", "$default");
    context.putObject("http").put("method", method).put("path", path).put("protocol", "HTTP/1.1");
    return event;
  }

  static JsonNode body(JsonNode response) throws IOException {
    return JSON.readTree(response.get("body").asText());
  }
}
