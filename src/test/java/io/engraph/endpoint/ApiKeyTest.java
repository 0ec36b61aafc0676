package io.engraph.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.endpoint.ModelServer.Answer;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiKeyTest {

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

  private static ApiKey parameter(ModelServer server) {
    return new ApiKey(
        Optional.empty(),
        Optional.of("/engraph/key"),
        Optional.of(URI.create(server.address().replace("/v1", ""))));
  }

  @Test
  void should_be_what_is_configured_or_none() {
    assertThat(new ApiKey(Optional.of("k"), Optional.of("/other")).get()).isEqualTo("k");
    assertThat(new ApiKey(Optional.empty(), Optional.empty()).get()).isEqualTo("none");
  }

  @Test
  void should_be_read_once_from_a_parameter_decrypted() {
    try (ModelServer server =
        new ModelServer(_ -> Answer.status(200, "{\"Parameter\": {\"Value\": \"secret\"}}"))) {
      ApiKey key = parameter(server);

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
      ApiKey key = parameter(server);

      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(key::get)
            .isInstanceOf(EndpointException.class)
            .hasMessage("the parameter of the key could not be read");
      }
      assertThat(server.requests()).hasSize(2);
    }
  }
}
