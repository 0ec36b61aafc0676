package io.engraph.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.engraph.endpoint.ModelServer;
import io.engraph.endpoint.ModelServer.Answer;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteEmbeddingModelTest {

  private ModelServer server;

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
  }

  private RemoteEmbeddingModel model(Function<JsonNode, Answer> answers, String... properties) {
    server = new ModelServer(answers);
    Map<String, String> all = new HashMap<>();
    all.put("engraph.embedding.base-url", server.address());
    all.put("engraph.embedding.model", "embedder");
    all.put("engraph.embedding.dimension", "3");
    all.put("engraph.embedding.api-key", "secret");
    for (int i = 0; i < properties.length; i += 2) {
      all.put("engraph.embedding." + properties[i], properties[i + 1]);
    }
    return new RemoteEmbeddingModel(
        new SmallRyeConfigBuilder()
            .withMapping(EmbeddingConfig.class)
            .withSources(new PropertiesConfigSource(all, "test", 100))
            .build()
            .getConfigMapping(EmbeddingConfig.class),
        Clock.systemUTC());
  }

  /** For each text (its letters, 4, 0). */
  private static Answer byLength(JsonNode request) {
    ObjectNode answer = ModelServer.JSON.createObjectNode().put("object", "list");
    ArrayNode data = answer.putArray("data");
    int index = 0;
    for (JsonNode text : request.get("input")) {
      ArrayNode vector =
          data.addObject().put("object", "embedding").put("index", index++).putArray("embedding");
      vector.add(text.asText().length()).add(4).add(0);
    }
    return Answer.status(200, answer.toString());
  }

  @Test
  void should_send_the_texts_and_give_their_vectors_unit_length() {
    List<float[]> vectors =
        model(RemoteEmbeddingModelTest::byLength).embedPassages(List.of("abc", ""));

    assertThat(vectors.get(0)).containsExactly(new float[] {0.6f, 0.8f, 0}, within(1e-6f));
    assertThat(vectors).hasSize(2);
    JsonNode request = server.requests().getFirst();
    assertThat(server.lastPath()).isEqualTo("/v1/embeddings");
    assertThat(server.lastHeader("Authorization")).isEqualTo("Bearer secret");
    assertThat(request.get("model").asText()).isEqualTo("embedder");
    assertThat(request.get("input").get(0).asText()).isEqualTo("abc");
  }

  @Test
  void should_send_many_texts_in_calls_of_a_bounded_size() {
    List<String> texts = IntStream.range(0, 150).mapToObj(Integer::toString).toList();

    assertThat(model(RemoteEmbeddingModelTest::byLength).embedPassages(texts)).hasSize(150);
    assertThat(server.requests())
        .extracting(one -> one.get("input").size())
        .containsExactly(64, 64, 22);
  }

  @Test
  void should_split_a_text_over_the_limit_and_pool_its_vectors() {
    String text =
        IntStream.range(0, 60).mapToObj("word%d "::formatted).collect(Collectors.joining());
    float[] vector =
        model(RemoteEmbeddingModelTest::byLength, "input-tokens", "50").embedQuery(text);

    assertThat(server.requests().getFirst().get("input").size()).isGreaterThan(1);
    double length = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1]);
    assertThat(length).isCloseTo(1, within(1e-5));
  }

  @Test
  void should_refuse_vectors_of_another_length() {
    RemoteEmbeddingModel model = model(RemoteEmbeddingModelTest::byLength, "dimension", "1536");

    assertThatThrownBy(() -> model.embedQuery("bees"))
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("1536")
        .hasMessageContaining("3");
  }

  @Test
  void should_say_why_the_endpoint_cannot_be_asked() {
    RemoteEmbeddingModel model = model(_ -> Answer.status(401, "{}"));

    assertThatThrownBy(() -> model.embedQuery("bees"))
        .isInstanceOf(EmbeddingException.class)
        .hasMessage("the embedding model could not be asked: the endpoint answered 401");
  }

  @Test
  void should_refuse_a_configuration_without_a_model_or_a_length() {
    assertThatThrownBy(() -> model(RemoteEmbeddingModelTest::byLength, "model", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("engraph.embedding.model");
    assertThatThrownBy(() -> model(RemoteEmbeddingModelTest::byLength, "dimension", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("engraph.embedding.dimension");
  }
}
