package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ApiRequest;
import io.engraph.http.ConsolidationApi;
import io.engraph.http.ForgettingApi;
import io.engraph.http.HttpConfig;
import io.engraph.http.UnknownOperationException;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * The function that puts graphs in order and deletes: all of them when its schedule invokes it, one
 * by direct invocation with {@code {"graph"}} or over HTTP. It stops before its time is over; the
 * next invocation goes on.
 */
@Singleton
@Named("consolidation")
public class ConsolidationFunction implements RequestStreamHandler {

  private final ConsolidationApi api;
  private final ForgettingApi forgetting;
  private final HttpConfig config;

  public ConsolidationFunction(ConsolidationApi api, ForgettingApi forgetting, HttpConfig config) {
    this.api = api;
    this.config = config;
    this.forgetting = forgetting;
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
      FunctionEvents.writeHttp(Invocations.guarded(() -> route(request)), output);
    } else {
      output.write(Invocations.guarded(() -> direct(event)).json());
    }
  }

  private ApiAnswer route(ApiRequest request) {
    return api.answer(request)
        .or(() -> forgetting.answer(request))
        .orElseThrow(() -> UnknownOperationException.path(request.method(), request.shownPath()));
  }

  /** {@code {"operation": "forget", "graph", ...}} names a node, a session, a turn or none. */
  private ApiAnswer direct(JsonNode event) {
    String operation = event.path("operation").asText("consolidate");
    String graph = event.path("graph").asText();
    boolean isDryRun = event.path("dryRun").asBoolean();
    return switch (operation) {
      case "consolidate" ->
          event.hasNonNull("graph") ? api.consolidate(graph) : api.consolidateAll();
      case "forget" -> {
        if (event.hasNonNull("node")) {
          yield forgetting.node(
              graph, event.get("node").asText(), event.path("keepSources").asBoolean(), isDryRun);
        }
        if (event.hasNonNull("turn")) {
          yield forgetting.turn(
              graph, event.path("session").asText(), event.get("turn").asText(), isDryRun);
        }
        yield event.hasNonNull("session")
            ? forgetting.session(graph, event.get("session").asText(), isDryRun)
            : forgetting.graph(graph, isDryRun);
      }
      default ->
          throw UnknownOperationException.operation(operation, List.of("consolidate", "forget"));
    };
  }
}
