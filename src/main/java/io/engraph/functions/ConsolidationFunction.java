package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ConsolidationApi;
import io.engraph.http.UnknownOperationException;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * The function that puts graphs in order: all of them when its schedule invokes it, one by direct
 * invocation with {@code {"graph"}} or over HTTP. It stops before its time is over; the next
 * invocation goes on.
 */
@Singleton
@Named("consolidation")
public class ConsolidationFunction implements RequestStreamHandler {

  private final ConsolidationApi api;

  public ConsolidationFunction(ConsolidationApi api) {
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
      output.write(
          Invocations.guarded(
                  () ->
                      event.hasNonNull("graph")
                          ? api.consolidate(event.get("graph").asText())
                          : api.consolidateAll())
              .json());
    }
  }

  private ApiAnswer route(FunctionEvents.HttpRequest request) {
    List<String> path = request.path();
    boolean isConsolidation =
        request.method().equals("POST")
            && path.size() == 4
            && path.subList(0, 2).equals(List.of("v1", "graphs"))
            && path.get(3).equals("consolidations");
    if (!isConsolidation) {
      throw UnknownOperationException.path(request.method(), String.join("/", path));
    }
    return api.consolidate(path.get(2));
  }
}
