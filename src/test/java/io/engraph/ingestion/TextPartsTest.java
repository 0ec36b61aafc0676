package io.engraph.ingestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextPartsTest {

  @Test
  void should_leave_a_text_of_the_limit_whole() {
    String text = "a".repeat(TextParts.MAX_LENGTH);

    assertThat(TextParts.of(text)).containsExactly(text);
  }

  @Test
  void should_cut_at_the_ends_of_sentences_and_lose_nothing() {
    String text = "This is one sentence of the text. ".repeat(200);

    List<String> parts = TextParts.of(text);

    assertThat(String.join("", parts)).isEqualTo(text);
    assertThat(parts)
        .allSatisfy(part -> assertThat(part.length()).isLessThanOrEqualTo(TextParts.MAX_LENGTH))
        .allSatisfy(part -> assertThat(part).startsWith("This is").endsWith("text. "));
  }

  @Test
  void should_cut_a_sentence_that_is_too_long_between_words_and_a_word_between_characters() {
    String words = "word ".repeat(1_000);
    assertThat(TextParts.of(words)).allSatisfy(part -> assertThat(part).endsWith("word "));
    assertThat(String.join("", TextParts.of(words))).isEqualTo(words);

    String emoji = "x" + "🎉".repeat(4_000);
    assertThat(String.join("", TextParts.of(emoji))).isEqualTo(emoji);
    assertThat(TextParts.of(emoji))
        .noneSatisfy(part -> assertThat(Character.isLowSurrogate(part.charAt(0))).isTrue());
  }

  @Test
  void should_make_no_part_of_nothing_but_space() {
    String text = "start" + " ".repeat(5_000) + "end";

    assertThat(String.join("", TextParts.of(text))).isEqualTo(text);
    assertThat(TextParts.of(text)).noneMatch(String::isBlank);
  }
}
