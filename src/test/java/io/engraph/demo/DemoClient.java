package io.engraph.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Speaks to the API of one graph. */
final class DemoClient {

  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String graph;

  DemoClient(String address, String graph) {
    this.graph = address.replaceAll("/+$", "") + "/v1/graphs/" + graph;
  }

  JsonNode post(String path, JsonNode body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(graph + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
            .build());
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(graph + path)).GET().build());
  }

  private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    JsonNode answer = JSON.readTree(response.body());
    if (response.statusCode() >= 300) {
      throw new IOException(
          "%s %s answered %d: %s"
              .formatted(request.method(), request.uri(), response.statusCode(), answer));
    }
    return answer;
  }
}
