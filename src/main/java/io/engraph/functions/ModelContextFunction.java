package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ApiRequest;
import io.engraph.http.HttpConfig;
import io.engraph.http.UnknownOperationException;
import io.engraph.http.WholeApi;
import io.engraph.mcp.McpMessages;
import io.engraph.mcp.MemoryPort;
import io.engraph.mcp.MemoryTools;
import io.engraph.table.Table;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The function that speaks the Model Context Protocol over the HTTP API: each message is a request,
 * and the graph is the one of its path, so that who may call the path may use that graph and no
 * other.
 */
@Singleton
@Named("mcp")
public final class ModelContextFunction implements RequestStreamHandler {

  private static final List<String> GRAPHS = List.of("v1", "graphs");

  private final WholeApi api;
  private final HttpConfig config;
  private final Clock clock;

  public ModelContextFunction(
      WholeApi api, Table table, EmbeddingModel embedding, HttpConfig config, Clock clock) {
    this.api = api;
    this.config = config;
    this.clock = clock;
    Thread _ = Preloading.start(embedding::load);
    new Rehearsal(table, embedding, this::rehearse).register(System.getenv());
  }

  void rehearse() {
    Optional<String> _ =
        messages(Rehearsal.GRAPH)
            .answer(
                """
                {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}""");
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Invocations.within(context, () -> handle(input, output));
  }

  private void handle(InputStream input, OutputStream output) throws IOException {
    JsonNode event = FunctionEvents.read(input);
    if (!FunctionEvents.isHttp(event)) {
      // Invoked directly: a graph, and a message.
      Optional<String> answer =
          messages(event.path("graph").asText()).answer(event.path("message").toString());
      output.write(answer.orElse("{}").getBytes(StandardCharsets.UTF_8));
      return;
    }
    ApiRequest request;
    String graph;
    try {
      request = FunctionEvents.http(event, config.graphClaim());
      if (!isPost(request)) {
        throw UnknownOperationException.path(request.method(), request.shownPath());
      }
      graph = request.graph();
    } catch (RuntimeException e) {
      FunctionEvents.writeHttp(ApiAnswer.of(e), output);
      return;
    }
    FunctionEvents.writeMessage(
        messages(graph).answer(new String(request.body(), StandardCharsets.UTF_8)), output);
  }

  private static boolean isPost(ApiRequest request) {
    return request.method().equals("POST")
        && request.path().size() == 4
        && request.path().subList(0, 2).equals(GRAPHS)
        && request.path().getLast().equals("mcp");
  }

  private McpMessages messages(String graph) {
    return new McpMessages(new MemoryTools(MemoryPort.of(api), graph, clock));
  }
}
