package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ApiRequest;
import io.engraph.http.HttpConfig;
import io.engraph.http.IngestionApi;
import io.engraph.http.UnknownOperationException;
import io.engraph.table.Table;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The function that remembers: observations by direct invocation, over the HTTP API, and from the
 * queue. A message of the queue that cannot be taken, or whose turns are not all integrated, is
 * delivered again, and ends in the dead-letter queue.
 */
@Singleton
@Named("ingestion")
public final class IngestionFunction implements RequestStreamHandler {

  private final IngestionApi api;
  private final HttpConfig config;
  private final OperationMetrics metrics;

  public IngestionFunction(
      IngestionApi api,
      Table table,
      EmbeddingModel embedding,
      HttpConfig config,
      OperationMetrics metrics) {
    this.api = api;
    this.config = config;
    this.metrics = metrics;
    Thread _ = Preloading.start(embedding::load);
    new Rehearsal(table, embedding, this::rehearse).register(System.getenv());
  }

  /** Without observations there is nothing to take, and nothing is. */
  void rehearse() {
    ApiAnswer _ =
        Invocations.guarded(
            () ->
                direct(
                    Rehearsal.event(
                        """
                        {"graph": "%s", "observations": []}
                        """)));
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Invocations.within(context, () -> handle(input, output));
  }

  private void handle(InputStream input, OutputStream output) throws IOException {
    JsonNode event = FunctionEvents.read(input);
    if (FunctionEvents.isRecords(event)) {
      FunctionEvents.writeBatch(ingestAll(event.get("Records")), output);
    } else if (FunctionEvents.isHttp(event)) {
      ApiRequest request = FunctionEvents.http(event, config.graphClaim());
      FunctionEvents.writeHttp(metrics.of(Invocations.guarded(() -> route(request))), output);
    } else {
      output.write(metrics.of(Invocations.guarded(() -> direct(event))).json());
    }
  }

  private ApiAnswer route(ApiRequest request) {
    return api.answer(request)
        .orElseThrow(() -> UnknownOperationException.path(request.method(), request.shownPath()));
  }

  private ApiAnswer direct(JsonNode event) {
    FunctionEvents.DirectRequest request = FunctionEvents.direct(event, "query");
    String operation = request.operation().orElse("ingest");
    if (!operation.equals("ingest")) {
      throw UnknownOperationException.operation(operation, List.of("ingest"));
    }
    return api.ingest(request.graph(), request.body());
  }

  /** The ids of the messages that failed. */
  private List<String> ingestAll(JsonNode records) {
    List<String> failures = new ArrayList<>();
    for (JsonNode record : records) {
      ApiAnswer answer =
          metrics.of(
              Invocations.guarded(
                  () ->
                      direct(
                          FunctionEvents.parse(
                              record.path("body").asText().getBytes(StandardCharsets.UTF_8)))));
      if (answer.status() != 200) {
        failures.add(record.path("messageId").asText());
      }
    }
    return failures;
  }
}
