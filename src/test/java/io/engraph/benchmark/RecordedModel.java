package io.engraph.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.endpoint.ModelServer;
import io.engraph.endpoint.ModelServer.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A model's endpoint whose answers are kept in a folder, one file a question, so that a run can be
 * done again without it.
 */
final class RecordedModel implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Marks of quoted data, which differ from call to call. */
  private static final String MARKS = "<(/?)data [0-9a-f]{16}>";

  private final Optional<String> baseUrl;
  private final Optional<String> key;
  private final Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ModelServer server;

  private RecordedModel(Optional<String> baseUrl, Optional<String> key, Path folder) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.folder = folder;
    this.server = new ModelServer(this::answer);
  }

  /** The endpoint of the environment, or its recordings; empty, having said so, without either. */
  static Optional<RecordedModel> find() throws IOException {
    Optional<String> baseUrl = Optional.ofNullable(System.getenv("ENGRAPH_LLM_BASE_URL"));
    Path folder =
        Path.of(
            Optional.ofNullable(System.getenv("ENGRAPH_LLM_RECORDINGS"))
                .orElse("target/bench/agent-recordings"));
    if (baseUrl.isPresent()) {
      Files.createDirectories(folder);
      System.out.printf("asks the endpoint %s, and records into %s%n", baseUrl.get(), folder);
    } else if (hasFiles(folder)) {
      System.out.printf("answers from the recordings in %s%n", folder);
    } else {
      System.out.printf(
          "skipped: ENGRAPH_LLM_BASE_URL names no endpoint, and %s has no recordings%n", folder);
      return Optional.empty();
    }
    return Optional.of(
        new RecordedModel(
            baseUrl, Optional.ofNullable(System.getenv("ENGRAPH_LLM_API_KEY")), folder));
  }

  private static boolean hasFiles(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }

  String address() {
    return server.address();
  }

  private Answer answer(JsonNode request) {
    Path file = folder.resolve(name(request) + ".json");
    try {
      if (Files.exists(file)) {
        return Answer.status(200, Files.readString(file));
      }
      if (baseUrl.isEmpty()) {
        return Answer.status(404, "{\"error\": {\"message\": \"this was not recorded\"}}");
      }
      HttpRequest.Builder sent =
          HttpRequest.newBuilder(URI.create(baseUrl.get() + "/chat/completions"))
              .timeout(TIMEOUT)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(request.toString()));
      key.ifPresent(one -> sent.header("Authorization", "Bearer " + one));
      HttpResponse<String> response = client.send(sent.build(), BodyHandlers.ofString());
      if (response.statusCode() == 200) {
        Files.writeString(file, response.body());
      }
      return new Answer(
          response.statusCode(),
          response.body(),
          response
              .headers()
              .firstValue("Retry-After")
              .map(value -> Map.of("Retry-After", value))
              .orElse(Map.of()),
          0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static String name(JsonNode request) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(
                      request
                          .toString()
                          .replaceAll(MARKS, "<$1data>")
                          .getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public void close() {
    server.close();
    client.close();
  }
}
