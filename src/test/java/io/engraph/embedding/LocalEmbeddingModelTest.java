package io.engraph.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.model.embedding.onnx.e5smallv2q.E5SmallV2QuantizedEmbeddingModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalEmbeddingModelTest {

  private static final LocalEmbeddingModel MODEL = new LocalEmbeddingModel();

  private static double dot(float[] one, float[] two) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * two[i];
    }
    return sum;
  }

  @Test
  void should_give_unit_vectors_of_its_dimension() {
    float[] vector = MODEL.embedQuery("Where does she live?");

    assertThat(vector).hasSize(384).hasSize(MODEL.dimension());
    assertThat(dot(vector, vector)).isCloseTo(1, within(1e-4));
    assertThat(MODEL.name()).isEqualTo("e5-small-v2-q");
  }

  /** Whose code takes the tokens of a text apart and together again before it embeds them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Where does she live?",
        "I don't work at the café (any more), it's closed since 3/4/2026!",
        "Straße, 日本語, emoji 😀 and tabs\tin one text"
      })
  void should_give_the_vectors_of_the_library_that_the_model_comes_from(String text) {
    float[] ofLibrary =
        new E5SmallV2QuantizedEmbeddingModel().embed("query: " + text).content().vector();

    assertThat(MODEL.embedQuery(text)).containsExactly(ofLibrary);
  }

  @Test
  void should_find_the_passage_that_answers_nearer_than_one_that_does_not() {
    float[] question = MODEL.embedQuery("Which city does the nurse live in?");
    List<float[]> passages =
        MODEL.embedPassages(
            List.of("I work at the hospital here in Lisbon.", "The cake needs three more eggs."));

    assertThat(dot(question, passages.get(0))).isGreaterThan(dot(question, passages.get(1)));
  }

  @Test
  void should_give_the_same_vector_alone_and_among_others() {
    String text = "The trams are loud at night.";

    List<float[]> many = MODEL.embedPassages(List.of("Another text.", text, "And a third."));

    assertThat(many.get(1)).containsExactly(MODEL.embedPassages(List.of(text)).getFirst());
  }

  @Test
  void should_tell_a_question_from_a_passage_of_the_same_words() {
    assertThat(MODEL.embedQuery("trams"))
        .isNotEqualTo(MODEL.embedPassages(List.of("trams")).get(0));
  }

  @Test
  void should_read_all_of_a_text_over_the_limit_of_the_model() {
    String filler = "The meeting went on about nothing in particular. ".repeat(120);

    List<float[]> vectors =
        MODEL.embedPassages(List.of(filler, filler + "Then the volcano erupted over Naples."));

    assertThat(vectors.get(0)).isNotEqualTo(vectors.get(1));
    assertThat(MODEL.embedPassages(List.of())).isEmpty();
  }
}
