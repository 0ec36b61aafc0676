package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ApiRequest;
import io.engraph.http.GraphAccess;
import io.engraph.http.HttpConfig;
import io.engraph.http.RecallApi;
import io.engraph.http.UnknownOperationException;
import io.engraph.table.Table;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * The function that recalls, takes feedback and reads, by direct invocation and over the HTTP API.
 */
@Singleton
@Named("retrieval")
public final class RetrievalFunction implements RequestStreamHandler {

  private static final List<String> OPERATIONS =
      List.of("query", "feedback", "explain", "node", "nodes", "graph", "graphs", "edits", "undo");

  private final RecallApi api;
  private final HttpConfig config;
  private final OperationMetrics metrics;

  public RetrievalFunction(
      RecallApi api,
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

  void rehearse() {
    ApiAnswer _ =
        Invocations.guarded(
            () ->
                direct(
                    Rehearsal.event(
                        """
                        {"operation": "query", "graph": "%s", "text": "What was said of rain?"}
                        """)));
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Invocations.within(context, () -> handle(input, output));
  }

  private void handle(InputStream input, OutputStream output) throws IOException {
    JsonNode event = FunctionEvents.read(input);
    if (FunctionEvents.isHttp(event)) {
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
    String idField =
        switch (event.path("operation").asText()) {
          case "node" -> "node";
          // Here a query is what chooses among edits, one of the fields.
          case "edits", "undo" -> "id";
          default -> "query";
        };
    FunctionEvents.DirectRequest request = FunctionEvents.direct(event, idField);
    return switch (request.operation().orElse("query")) {
      case "query" -> api.ask(request.graph(), request.body());
      case "feedback" -> api.report(request.graph(), request.id(), request.body());
      case "explain" -> api.explain(request.graph(), request.id());
      case "node" -> api.node(request.graph(), request.id());
      case "nodes" -> api.nodes(request.graph(), request.body());
      case "graphs" -> api.graphs(GraphAccess.ALL);
      case "graph" -> api.graph(request.graph());
      case "edits" -> api.edits(request.graph(), request.body());
      case "undo" -> api.undo(request.graph(), request.body());
      default ->
          throw UnknownOperationException.operation(request.operation().orElseThrow(), OPERATIONS);
    };
  }
}
