package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.http.ApiAnswer;
import io.engraph.http.EditsRequest;
import io.engraph.http.RecallApi;
import io.engraph.http.UnknownOperationException;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * The function that recalls, takes feedback and reads, by direct invocation and over the HTTP API.
 */
@Singleton
@Named("retrieval")
public class RetrievalFunction implements RequestStreamHandler {

  private static final List<String> OPERATIONS =
      List.of("query", "feedback", "explain", "node", "graph", "edits", "undo");

  private final RecallApi api;

  public RetrievalFunction(RecallApi api) {
    this.api = api;
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Invocations.within(context, () -> handle(input, output));
  }

  private void handle(InputStream input, OutputStream output) throws IOException {
    JsonNode event = FunctionEvents.read(input);
    if (FunctionEvents.isHttp(event)) {
      FunctionEvents.HttpRequest request = FunctionEvents.http(event);
      FunctionEvents.writeHttp(Invocations.guarded(() -> route(request)), output);
    } else {
      output.write(Invocations.guarded(() -> direct(event)).json());
    }
  }

  private ApiAnswer route(FunctionEvents.HttpRequest request) {
    List<String> path = request.path();
    if (path.size() < 3 || !path.subList(0, 2).equals(List.of("v1", "graphs"))) {
      throw UnknownOperationException.path(request.method(), String.join("/", path));
    }
    String graph = path.get(2);
    List<String> rest = path.subList(3, path.size());
    boolean isGet = request.method().equals("GET");
    boolean isPost = request.method().equals("POST");
    if (isGet && rest.isEmpty()) {
      return api.graph(graph);
    }
    if (isGet && rest.size() == 2 && rest.getFirst().equals("nodes")) {
      return api.node(graph, rest.get(1));
    }
    if (isGet && rest.size() == 2 && rest.getFirst().equals("queries")) {
      return api.explain(graph, rest.get(1));
    }
    if (isGet && rest.equals(List.of("edits"))) {
      return api.edits(graph, edits(request.parameters()));
    }
    if (isPost && rest.equals(List.of("edits:undo"))) {
      return api.undo(graph, request.body());
    }
    if (isPost && rest.equals(List.of("queries"))) {
      return api.ask(graph, request.body());
    }
    if (isPost
        && rest.size() == 3
        && rest.getFirst().equals("queries")
        && rest.get(2).equals("feedback")) {
      return api.report(graph, rest.get(1), request.body());
    }
    throw UnknownOperationException.path(request.method(), String.join("/", path));
  }

  private static EditsRequest edits(Map<String, String> parameters) {
    return new EditsRequest(
        parameters.get("query"),
        parameters.get("caller"),
        parameters.get("from"),
        parameters.get("to"),
        parameters.get("after"));
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
      case "graph" -> api.graph(request.graph());
      case "edits" -> api.edits(request.graph(), request.body());
      case "undo" -> api.undo(request.graph(), request.body());
      default ->
          throw UnknownOperationException.operation(request.operation().orElseThrow(), OPERATIONS);
    };
  }
}
