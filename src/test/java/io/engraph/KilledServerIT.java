package io.engraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.demo.PrivateServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed while it ingests has, once it is started again, all that it answered. */
class KilledServerIT {

  private static final Path APPLICATION =
      Path.of(System.getProperty("engraph.test.application", "target/quarkus-app/quarkus-run.jar"));
  private static final JsonMapper JSON = new JsonMapper();
  private static final int WRITERS = 3;
  private static final int TURNS_OF_A_CALL = 5;
  private static final int CALLS_BEFORE_THE_KILL = 12;

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir Path folder;

  private HttpResponse<String> post(String address, String path, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(address + "/v1/graphs/killed" + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String text(int number) {
    return "Parcel number%05d went to the harbour.".formatted(number);
  }

  private static String observations(int first) {
    return "{\"observations\": [%s]}"
        .formatted(
            String.join(
                ",",
                IntStream.range(first, first + TURNS_OF_A_CALL)
                    .mapToObj(
                        i ->
                            "{\"id\": \"%d\", \"session\": \"s\", \"speaker\": \"Ana\", \"text\": \"%s\", \"at\": \"2026-03-04T09:30:00Z\"}"
                                .formatted(i, text(i)))
                    .toList()));
  }

  @Test
  void should_lose_no_acknowledged_turn_when_it_is_killed_during_ingestion() throws Exception {
    List<Integer> acknowledged = new CopyOnWriteArrayList<>();
    AtomicInteger next = new AtomicInteger();
    PrivateServer server = PrivateServer.start(APPLICATION, folder);
    try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
      for (int writer = 0; writer < WRITERS; writer++) {
        writers.execute(
            () -> {
              while (true) {
                int first = next.getAndAdd(TURNS_OF_A_CALL);
                try {
                  HttpResponse<String> answer =
                      post(server.address(), "/observations", observations(first));
                  if (answer.statusCode() >= 300) {
                    return;
                  }
                  IntStream.range(first, first + TURNS_OF_A_CALL).forEach(acknowledged::add);
                  if (acknowledged.size() >= CALLS_BEFORE_THE_KILL * TURNS_OF_A_CALL) {
                    server.kill();
                    return;
                  }
                } catch (IOException e) {
                  // The server is dead: this is what the test is about.
                  return;
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                  return;
                }
              }
            });
      }
    }
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(CALLS_BEFORE_THE_KILL * TURNS_OF_A_CALL);

    try (PrivateServer again = PrivateServer.start(APPLICATION, folder)) {
      for (int number : acknowledged) {
        JsonNode recalled =
            JSON.readTree(
                post(
                        again.address(),
                        "/queries",
                        "{\"text\": \"parcel number%05d\", \"limit\": 1}".formatted(number))
                    .body());
        assertThat(recalled.get("nodes").get(0).get("text").asText()).isEqualTo(text(number));
      }
      // What was sent is known by its id, once: kept turns are duplicates, or are integrated now.
      List<String> statuses = new ArrayList<>();
      for (int number : acknowledged) {
        if (number % TURNS_OF_A_CALL == 0) {
          JsonNode sent =
              JSON.readTree(post(again.address(), "/observations", observations(number)).body());
          sent.get("observations").forEach(turn -> statuses.add(turn.get("status").asText()));
        }
      }
      assertThat(statuses).hasSize(acknowledged.size()).containsOnly("duplicate");
    }
  }
}
