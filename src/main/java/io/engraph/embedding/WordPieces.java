package io.engraph.embedding;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Text as the tokens of BERT's uncased models: without what cannot be seen and without accents, in
 * small letters, cut at white space and around each punctuation mark and each Chinese character,
 * and every word as the longest pieces that a vocabulary has of it, from its beginning on (Devlin
 * et al. 2018, in the reading of Hugging Face's tokenizers). Text that looks like one of the
 * vocabulary's marks is text.
 */
final class WordPieces {

  private static final String CONTINUED = "##";

  /** A longer word, in code points, is unknown. */
  private static final int MAX_WORD = 100;

  private final Map<String, Integer> ids = new HashMap<>();
  private final int begin;
  private final int end;
  private final int unknown;

  /**
   * @param vocabulary the pieces by their ids, those that continue a word with "##" before them;
   *     with the marks [CLS], [SEP] and [UNK]
   */
  WordPieces(List<String> vocabulary) {
    for (String piece : vocabulary) {
      ids.put(piece, ids.size());
    }
    this.begin = id("[CLS]");
    this.end = id("[SEP]");
    this.unknown = id("[UNK]");
  }

  private int id(String mark) {
    Integer id = ids.get(mark);
    if (id == null) {
      throw new IllegalArgumentException("the vocabulary has no %s".formatted(mark));
    }
    return id;
  }

  /**
   * The ids of a text's tokens, between the marks of its beginning and its end.
   *
   * @param limit the most, with the marks, at least 2; the text's last tokens are left out
   */
  long[] of(String text, int limit) {
    LongStream.Builder tokens = LongStream.builder().add(begin);
    StringBuilder word = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFD)
        .codePoints()
        .forEach(
            codePoint -> {
              if (isSpace(codePoint)) {
                take(word, tokens);
              } else if (isSeen(codePoint)) {
                int small = Character.toLowerCase(codePoint);
                boolean isWord = isPunctuation(small) || isChinese(small);
                if (isWord) {
                  take(word, tokens);
                }
                word.appendCodePoint(small);
                if (isWord) {
                  take(word, tokens);
                }
              }
            });
    take(word, tokens);
    return LongStream.concat(tokens.build().limit(limit - 1L), LongStream.of(end)).toArray();
  }

  /** Adds the pieces of a word, and empties it. */
  private void take(StringBuilder word, LongStream.Builder tokens) {
    if (!word.isEmpty()) {
      pieces(word.toString()).forEach(tokens::add);
      word.setLength(0);
    }
  }

  private LongStream pieces(String word) {
    if (word.codePointCount(0, word.length()) > MAX_WORD) {
      return LongStream.of(unknown);
    }
    LongStream.Builder pieces = LongStream.builder();
    int start = 0;
    while (start < word.length()) {
      int stop = word.length();
      Integer id = ids.get(piece(word, start, stop));
      while (id == null) {
        stop = word.offsetByCodePoints(stop, -1);
        if (stop == start) {
          return LongStream.of(unknown);
        }
        id = ids.get(piece(word, start, stop));
      }
      pieces.add(id);
      start = stop;
    }
    return pieces.build();
  }

  private static String piece(String word, int start, int stop) {
    String letters = word.substring(start, stop);
    return start == 0 ? letters : CONTINUED + letters;
  }

  private static boolean isSpace(int codePoint) {
    return codePoint == '\t'
        || codePoint == '\n'
        || codePoint == '\r'
        || Character.isSpaceChar(codePoint);
  }

  private static boolean isSeen(int codePoint) {
    return codePoint != Character.MIN_VALUE
        && codePoint != 0xFFFD
        && switch (Character.getType(codePoint)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.SURROGATE,
              Character.PRIVATE_USE,
              Character.NON_SPACING_MARK ->
              false;
          default -> true;
        };
  }

  private static boolean isPunctuation(int codePoint) {
    // Of ASCII also the marks that Unicode counts among symbols.
    boolean isMark = codePoint > ' ' && codePoint < 0x7F && !Character.isLetterOrDigit(codePoint);
    return isMark
        || switch (Character.getType(codePoint)) {
          case Character.CONNECTOR_PUNCTUATION,
              Character.DASH_PUNCTUATION,
              Character.START_PUNCTUATION,
              Character.END_PUNCTUATION,
              Character.INITIAL_QUOTE_PUNCTUATION,
              Character.FINAL_QUOTE_PUNCTUATION,
              Character.OTHER_PUNCTUATION ->
              true;
          default -> false;
        };
  }

  /** The blocks of unified and of compatible ideographs. */
  private static boolean isChinese(int codePoint) {
    return (codePoint >= 0x4E00 && codePoint <= 0x9FFF)
        || (codePoint >= 0x3400 && codePoint <= 0x4DBF)
        || (codePoint >= 0x20000 && codePoint <= 0x2A6DF)
        || (codePoint >= 0x2A700 && codePoint <= 0x2B81F)
        || (codePoint >= 0x2B920 && codePoint <= 0x2CEAF)
        || (codePoint >= 0xF900 && codePoint <= 0xFAFF)
        || (codePoint >= 0x2F800 && codePoint <= 0x2FA1F);
  }
}
