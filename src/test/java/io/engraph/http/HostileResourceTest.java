package io.engraph.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.table.TableConfig;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is sent to a local server, it answers with a status that the contract has, never with a
 * fault of its own, and what it refuses leaves nothing behind. A failure names the number of its
 * request; {@code -Dengraph.hostile.requests} asks for more of them.
 */
@QuarkusTest
class HostileResourceTest {

  private static final int REQUESTS = Integer.getInteger("engraph.hostile.requests", 1_500);
  private static final long SEED = 11;

  @TestHTTPResource("/")
  URI server;

  @Inject TableConfig table;

  /** What only a request that is taken may add to: turns, traces, graphs and deletions. */
  private int kept() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + table.file().toAbsolutePath());
        Statement statement = connection.createStatement();
        ResultSet count =
            statement.executeQuery(
                """
                SELECT count(*) FROM item
                WHERE pk LIKE 'SESSION#%' OR pk LIKE 'QUERY#%' OR pk LIKE 'DELETION#%' OR sk = 'GRAPH'
                """)) {
      return count.getInt(1);
    }
  }

  private List<String> told() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      post(
          client,
          "observations",
          "{\"observations\": [{\"session\": \"s\", \"text\": \"I keep bees.\", \"at\": \"2026-03-04T09:30:00Z\"}]}");
      String recalled = post(client, "queries", "{\"text\": \"bees\"}");
      List<String> ids = new ArrayList<>(List.of("hostile", "s", "1"));
      var answer = new com.fasterxml.jackson.databind.json.JsonMapper().readTree(recalled);
      ids.add(answer.path("queryId").asText());
      ids.add(answer.path("nodes").path(0).path("id").asText());
      return ids;
    }
  }

  private String post(HttpClient client, String path, String body)
      throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(server.resolve("/v1/graphs/hostile/" + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void should_answer_whatever_is_sent_as_the_contract_says() throws Exception {
    HostileRequests requests = new HostileRequests(SEED, told());
    Set<Integer> seen = new TreeSet<>();
    for (int number = 0; number < REQUESTS; number++) {
      HostileRequests.Request request = requests.next(number);
      int before = kept();
      RawHttp.Answer answer = RawHttp.send(server, request);

      assertThat(request.documented())
          .as("request %d, %s %s: %s", number, request.method(), shown(request), answer.text())
          .contains(answer.status());
      if (answer.status() >= 400) {
        assertThat(kept()).as("request %d, %s", number, shown(request)).isEqualTo(before);
      }
      seen.add(answer.status());
    }
    // Neither all taken nor all refused for the same reason.
    assertThat(seen).contains(200, 400, 404, 415);
  }

  private static String shown(HostileRequests.Request request) {
    String body = new String(request.body(), StandardCharsets.UTF_8);
    return request.path()
        + " "
        + request.headers()
        + " "
        + body.substring(0, Math.min(500, body.length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/graphs HTTP/9.9\r\n\r\n",
        "GET\r\n\r\n",
        "\r\n\r\n\r\n",
        "GET /v1/graphs HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "GET /v1/graphs HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /v1/graphs/g/queries HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        "POST /v1/graphs/g/queries HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "GET /v1/graphs\u0000 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /v1/\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET //v1//graphs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "GET /v1/graphs/../../q/openapi HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      })
  void should_refuse_what_is_no_request_and_go_on(String sent) throws IOException {
    RawHttp.Answer answer =
        RawHttp.send(server, sent.getBytes(StandardCharsets.UTF_8), new byte[0]);

    assertThat(answer.status()).as(answer.text()).isLessThan(500);
    assertThat(
            RawHttp.send(
                    server,
                    "GET /v1/graphs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.UTF_8),
                    new byte[0])
                .status())
        .isEqualTo(200);
  }

  @Test
  void should_refuse_a_header_of_a_hundred_kilobytes() throws IOException {
    String head =
        "GET /v1/graphs HTTP/1.1\r\nHost: x\r\nX-Long: " + "x".repeat(100_000) + "\r\n\r\n";

    assertThat(RawHttp.send(server, head.getBytes(StandardCharsets.UTF_8), new byte[0]).status())
        .isIn(400, 431);
  }
}
