package io.engraph.cli;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A memory behind a server. */
final class ServerMemory implements Memory {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final URI server;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  ServerMemory(URI server) {
    this.server = requireNonNull(server, "server is null");
  }

  @Override
  public Reply send(
      String method, List<String> path, Map<String, String> parameters, JsonNode body) {
    String query =
        parameters.entrySet().stream()
            .map(one -> encode(one.getKey()) + "=" + encode(one.getValue()))
            .collect(Collectors.joining("&"));
    String address =
        "%s/v1/graphs%s%s"
            .formatted(
                server.toString().replaceAll("/+$", ""),
                path.stream().map(part -> "/" + encode(part)).collect(Collectors.joining()),
                query.isEmpty() ? "" : "?" + query);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()))
            .build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      return new Reply(response.statusCode(), JSON.readTree(response.body()));
    } catch (IOException e) {
      throw new CommandException(
          "%s does not answer as Engraph does: %s"
              .formatted(
                  server, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted");
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void close() {
    client.close();
  }
}
