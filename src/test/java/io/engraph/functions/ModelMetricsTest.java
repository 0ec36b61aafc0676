package io.engraph.functions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.agent.AgentReport.Usage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ModelMetricsTest {

  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(1_772_000_000_000L), ZoneOffset.UTC);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ModelMetrics metrics =
      new ModelMetrics(CLOCK, new PrintStream(bytes, true, StandardCharsets.UTF_8));

  private JsonNode line() throws IOException {
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).hasSize(1);
    return new JsonMapper().readTree(text);
  }

  @Test
  void should_count_a_degraded_decision_with_its_reason_beside_it() throws IOException {
    metrics.degraded("plan", "the endpoint answered 500");

    JsonNode line = line();
    assertThat(line.at("/_aws/Timestamp").asLong()).isEqualTo(1_772_000_000_000L);
    assertThat(line.at("/_aws/CloudWatchMetrics/0/Namespace").asText()).isEqualTo("Engraph");
    assertThat(line.at("/_aws/CloudWatchMetrics/0/Dimensions/0/0").asText()).isEqualTo("Decision");
    assertThat(line.at("/_aws/CloudWatchMetrics/0/Metrics/0/Name").asText()).isEqualTo("Degraded");
    assertThat(line.get("Decision").asText()).isEqualTo("plan");
    assertThat(line.get("Degraded").asInt()).isEqualTo(1);
    assertThat(line.get("Reason").asText()).isEqualTo("the endpoint answered 500");
  }

  @Test
  void should_count_tokens_by_decision() throws IOException {
    metrics.asked("extract", new Usage(2, 100, 60, 20));

    JsonNode line = line();
    assertThat(line.at("/_aws/CloudWatchMetrics/0/Metrics")).hasSize(4);
    assertThat(line.get("ModelCalls").asInt()).isEqualTo(2);
    assertThat(line.get("PromptTokens").asInt()).isEqualTo(100);
    assertThat(line.get("CachedTokens").asInt()).isEqualTo(60);
    assertThat(line.get("CompletionTokens").asInt()).isEqualTo(20);
  }
}
