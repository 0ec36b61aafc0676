package io.engraph.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextAnalysisTest {

  @Test
  void should_lower_stem_and_fold_words_and_drop_stop_words() {
    assertThat(TextAnalysis.terms("The Dogs were running to Müller's café"))
        .isEqualTo(List.of("dog", "were", "run", "muller", "cafe"));
  }

  @Test
  void should_count_terms() {
    assertThat(TextAnalysis.termCounts("Run, run, dog")).isEqualTo(Map.of("run", 2, "dog", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "_", "...", "!?", "the of and", "it is", "- -- ---"})
  void should_find_no_terms_in_stop_words_and_punctuation(String text) {
    assertThat(TextAnalysis.terms(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "我昨天在上海喝了龙井茶, 龙井茶",
    "我昨天在上海喝了龙井茶, 茶",
    "昨日は京都へ行きました, 京都",
    "コーヒーが好きです, コーヒー",
    "나는 커피를 좋아한다, 커피",
    "ผมชอบกินข้าวผัด, ข้าว",
    "ຂ້ອຍມັກກິນເຂົ້າ, ເຂົ້າ"
  })
  void should_find_a_word_within_a_text_without_spaces(String text, String word) {
    assertThat(TextAnalysis.terms(text)).containsAll(TextAnalysis.terms(word));
    assertThat(TextAnalysis.terms(word)).isNotEmpty();
  }
}
