package io.engraph.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelPiecesTest {

  @Test
  void should_leave_a_short_text_whole() {
    assertThat(ModelPieces.of("short")).containsExactly("short");
    assertThat(ModelPieces.of("")).containsExactly("");
    assertThat(ModelPieces.of("a".repeat(960))).hasSize(1);
  }

  @Test
  void should_cut_after_white_space_and_lose_nothing() {
    String text = "word ".repeat(1_000);

    List<String> pieces = ModelPieces.of(text);

    assertThat(String.join("", pieces)).isEqualTo(text);
    assertThat(pieces).allSatisfy(piece -> assertThat(piece.length()).isBetween(5, 960));
    assertThat(pieces).allSatisfy(piece -> assertThat(piece).endsWith("word "));
  }

  @Test
  void should_cut_text_without_white_space_between_characters() {
    for (String letter : List.of("x", "茶", "🎉")) {
      String text = letter.repeat(2_001);

      List<String> pieces = ModelPieces.of(text);

      assertThat(String.join("", pieces)).isEqualTo(text);
      assertThat(pieces).hasSizeGreaterThan(2);
      assertThat(pieces).allSatisfy(piece -> assertThat(piece.length() % letter.length()).isZero());
    }
  }

  @Test
  void should_pool_by_length_to_a_unit_vector() {
    float[] pooled =
        ModelPieces.pool(List.of("aaa", "b"), List.of(new float[] {1, 0}, new float[] {0, 1}));

    assertThat((double) pooled[0]).isCloseTo(3 / Math.sqrt(10), within(1e-6));
    assertThat((double) pooled[1]).isCloseTo(1 / Math.sqrt(10), within(1e-6));
  }

  @Test
  void should_embed_once_what_comes_several_times() {
    List<String> given = new ArrayList<>();

    List<float[]> vectors =
        ModelPieces.embed(
            List.of(List.of("a"), List.of("bb"), List.of("a"), List.of("bb", "a")),
            pieces -> {
              given.addAll(pieces);
              return pieces.stream().map(piece -> new float[] {piece.length(), 1}).toList();
            });

    assertThat(given).containsExactly("a", "bb");
    assertThat(vectors.subList(0, 3))
        .containsExactly(new float[] {1, 1}, new float[] {2, 1}, new float[] {1, 1});
    assertThat(vectors.get(3)[0]).isCloseTo((float) (5 / Math.sqrt(34)), within(1e-6f));
  }
}
