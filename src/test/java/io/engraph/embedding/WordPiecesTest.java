package io.engraph.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our reading of text beside the one of the library that the model was made with. */
class WordPiecesTest {

  private static final int LIMIT = 512;

  private static WordPieces pieces;
  private static HuggingFaceTokenizer reference;

  @BeforeAll
  static void open() throws IOException {
    pieces = new WordPieces(ModelFolder.vocabularyOfClassPath());
    try (InputStream json = ModelFolder.resource("e5-small-v2-q-tokenizer.json")) {
      reference =
          HuggingFaceTokenizer.newInstance(json, Map.of("padding", "false", "truncation", "false"));
    }
  }

  @AfterAll
  static void close() {
    reference.close();
  }

  private static long[] expected(String text) {
    return reference.encode(text, true, false).getIds();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "passage: Ana: I keep bees on the roof.",
        "query: Where's the café's owner—José—from?",
        "don't can't won't it's o'clock rock'n'roll",
        "a.b,c;d:e!f?g(h)i[j]k{l}m<n>o\"p'q`r~s@t#u$v%w^x&y*z+1=2|3\\4/5_6-7",
        "Straße ÅNGSTRÖM İstanbul ΣΊΣΥΦΟΣ ǅ ﬁne Ⅷ ½ ²",
        "日本語のテキスト 中文字符 한국어 텍스트 𠀀𪜀",
        "emoji 😀👩‍👩‍👧‍👦🇵🇹 and ❤️ hearts",
        "العربية עברית हिन्दी ไทย",
        "tabs\tand\nnew\rlines\u000b\u000c\u0085\u00a0\u2003\u2028\u2029\u3000\u200b\u00adend",
        "zero\u0000width\u200d\ufeff\ufffd",
        "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
        "https://example.com/a?b=c&d=%20 1,234.56 2026-03-04T09:30:00+01:00",
        "## ##ing #tag [unused1] C++ C# .NET"
      })
  void should_read_as_the_reference(String text) {
    assertThat(pieces.of(text, LIMIT)).containsExactly(expected(text));
  }

  @Test
  void should_read_random_text_as_the_reference() {
    Random random = new Random(41);
    int[] blocks = {0x20, 0x20, 0x20, 0x2000, 0x3000, 0x4E00, 0xAC00, 0xFE00, 0x1F300, 0x20000};
    for (int round = 0; round < 3_000; round++) {
      String text =
          IntStream.range(0, 20)
              .map(_ -> blocks[random.nextInt(blocks.length)] + random.nextInt(0x5C0))
              .mapToObj(codePoint -> random.nextInt(4) == 0 ? " " : Character.toString(codePoint))
              .collect(Collectors.joining());
      assertThat(pieces.of(text, LIMIT)).as("%s", text).containsExactly(expected(text));
    }
  }

  /** The library's tables of kinds of characters are older than this platform's. */
  @Test
  void should_read_every_character_as_the_reference_but_some_of_rare_scripts() {
    List<Integer> others =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(Character::isDefined)
            .filter(codePoint -> Character.getType(codePoint) != Character.SURROGATE)
            .filter(codePoint -> Character.getType(codePoint) != Character.PRIVATE_USE)
            .filter(
                codePoint -> {
                  String text = "a" + Character.toString(codePoint) + "b";
                  return !Arrays.equals(pieces.of(text, LIMIT), expected(text));
                })
            .boxed()
            .toList();

    assertThat(others).hasSizeLessThan(700).allMatch(codePoint -> codePoint > 0x600);
  }

  @Test
  void should_have_a_word_of_a_hundred_letters_and_not_a_longer_one() {
    String longest = "a".repeat(100);

    assertThat(pieces.of(longest, LIMIT)).containsExactly(expected(longest)).hasSizeGreaterThan(3);
    assertThat(pieces.of(longest + "a", LIMIT))
        .containsExactly(expected(longest + "a"))
        .containsExactly(101, 100, 102);
  }

  @Test
  void should_leave_out_the_last_tokens_above_the_limit() {
    long[] all = pieces.of("one two three four", LIMIT);

    assertThat(pieces.of("one two three four", 4)).containsExactly(all[0], all[1], all[2], 102);
    assertThat(pieces.of("one", 2)).containsExactly(101, 102);
  }

  @Test
  void should_take_what_looks_like_a_mark_as_text() {
    assertThat(pieces.of("[SEP]", LIMIT)).hasSize(5).startsWith(101).endsWith(102);
  }

  @Test
  void should_refuse_a_vocabulary_without_the_marks() {
    assertThatThrownBy(() -> new WordPieces(List.of("[CLS]", "[SEP]", "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[UNK]");
  }
}
