package io.engraph.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpMessagesTest {

  private static final JsonMapper JSON = new JsonMapper();

  private final McpMessages messages =
      new McpMessages(
          new MemoryTools(
              (method, path, _, _) ->
                  path.contains("broken")
                      ? failing()
                      : new MemoryPort.Answer(200, JSON.createObjectNode().put("method", method)),
              "me",
              Clock.systemUTC()));

  private static MemoryPort.Answer failing() {
    throw new IllegalStateException("a secret of the memory");
  }

  private JsonNode answer(String message) throws IOException {
    return JSON.readTree(messages.answer(message).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{                                                                       | -32700",
        "[]                                                                      | -32600",
        "1                                                                       | -32600",
        "{\"id\": 1, \"method\": \"ping\"}                                         | -32600",
        "{\"jsonrpc\": \"2.0\", \"id\": 1}                                         | -32600",
        "{\"jsonrpc\": \"2.0\", \"id\": null, \"method\": \"ping\"}                  | -32600",
        "{\"jsonrpc\": \"2.0\", \"id\": [1], \"method\": \"ping\"}                   | -32600",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"prompts/list\"}             | -32601",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"guess\"}} | -32602",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"resources/read\", \"params\": {\"uri\": \"engraph://other/nodes/fact-1\"}} | -32002",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"resources/read\", \"params\": {\"uri\": \"file:///etc/passwd\"}} | -32002",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"resources/read\", \"params\": {\"uri\": \"engraph://me/nodes/%zz\"}} | -32002",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"resources/read\", \"params\": {\"uri\": \"\"}} | -32002",
      })
  void should_refuse_what_is_no_message_of_the_protocol(String message, int code)
      throws IOException {
    assertThat(answer(message).at("/error/code").asInt()).isEqualTo(code);
  }

  @Test
  void should_not_answer_notifications_and_answers() {
    assertThat(messages.answer("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}"))
        .isEmpty();
    assertThat(messages.answer("{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}}"))
        .isEqualTo(Optional.empty());
  }

  @Test
  void should_answer_each_request_of_a_batch() throws IOException {
    JsonNode answers =
        answer(
            "[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"},"
                + " {\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"},"
                + " {\"jsonrpc\": \"2.0\", \"id\": \"b\", \"method\": \"tools/list\"}]");
    assertThat(answers).hasSize(2);
    assertThat(answers.get(0).path("id").asInt()).isEqualTo(1);
    assertThat(answers.get(1).at("/result/tools")).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource({"2024-11-05, 2024-11-05", "2025-06-18, 2025-06-18", "1999-01-01, 2025-06-18"})
  void should_speak_the_revision_that_is_asked_for_if_it_knows_it(String asked, String spoken)
      throws IOException {
    JsonNode result =
        answer(
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\":"
                    + " {\"protocolVersion\": \"%s\"}}".formatted(asked))
            .path("result");
    assertThat(result.path("protocolVersion").asText()).isEqualTo(spoken);
    assertThat(result.path("instructions").asText()).contains("feedback");
  }

  @Test
  void should_say_that_a_failure_failed_and_nothing_of_why() throws IOException {
    JsonNode answer =
        answer(
            "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\":"
                + " \"explain\", \"arguments\": {\"query\": \"broken\"}}}");
    assertThat(answer.at("/error/code").asInt()).isEqualTo(-32603);
    assertThat(answer.toString()).doesNotContain("secret");
  }
}
