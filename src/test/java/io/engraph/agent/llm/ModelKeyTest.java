package io.engraph.agent.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.agent.llm.ModelServer.Answer;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModelKeyTest {

  private static final Map<String, String> CREDENTIALS =
      Map.of(
          "aws.region", "eu-central-1", "aws.accessKeyId", "test", "aws.secretAccessKey", "test");

  @BeforeEach
  void haveCredentials() {
    CREDENTIALS.forEach(System::setProperty);
  }

  @AfterEach
  void haveNone() {
    CREDENTIALS.keySet().forEach(System::clearProperty);
  }

  private static ModelConfig config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withMapping(ModelConfig.class)
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .build()
        .getConfigMapping(ModelConfig.class);
  }

  private static ModelKey parameter(ModelServer server) {
    return new ModelKey(
        config(Map.of("engraph.agent.api-key-parameter", "/engraph/key")),
        Optional.of(URI.create(server.address().replace("/v1", ""))));
  }

  @Test
  void should_be_what_is_configured_or_none() {
    assertThat(new ModelKey(config(Map.of("engraph.agent.api-key", "k")), Optional.empty()).get())
        .isEqualTo("k");
    assertThat(new ModelKey(config(Map.of()), Optional.empty()).get()).isEqualTo("none");
  }

  @Test
  void should_be_read_once_from_a_parameter_decrypted() {
    try (ModelServer server =
        new ModelServer(_ -> Answer.status(200, "{\"Parameter\": {\"Value\": \"secret\"}}"))) {
      ModelKey key = parameter(server);

      assertThat(key.get()).isEqualTo("secret");
      assertThat(key.get()).isEqualTo("secret");
      assertThat(server.requests()).hasSize(1);
      assertThat(server.requests().getFirst().get("Name").asText()).isEqualTo("/engraph/key");
      assertThat(server.requests().getFirst().get("WithDecryption").asBoolean()).isTrue();
      assertThat(server.lastHeader("X-Amz-Target")).isEqualTo("AmazonSSM.GetParameter");
    }
  }

  @Test
  void should_say_that_it_cannot_be_read_and_try_again_the_next_time() {
    try (ModelServer server =
        new ModelServer(
            _ -> Answer.status(400, "{\"__type\": \"ParameterNotFound\", \"message\": \"no\"}"))) {
      ModelKey key = parameter(server);

      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(key::get)
            .isInstanceOf(ModelUnavailableException.class)
            .hasMessage("the parameter of the key could not be read");
      }
      assertThat(server.requests()).hasSize(2);
    }
  }
}
