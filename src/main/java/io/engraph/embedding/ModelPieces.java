package io.engraph.embedding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Text in pieces that a model reads whole, and the pooling of their vectors. How many tokens a
 * piece has is estimated from above, since only whole texts go to the tokenizer: two ASCII letters
 * are at most about one token, any other letter is one.
 */
final class ModelPieces {

  /** The local model's limit is 512 tokens, its prefix and its two marks included. */
  private static final int LOCAL_TOKENS = 480;

  private ModelPieces() {}

  /** The pieces of a text for the local model. */
  static List<String> of(String text) {
    return of(text, LOCAL_TOKENS);
  }

  /**
   * The pieces of a text, at least one. Cut after white space where there is any.
   *
   * @param tokens the most tokens of a piece
   */
  static List<String> of(String text, int tokens) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    int halfTokens = 0;
    int lastSpace = -1;
    for (int i = 0; i < text.length(); i++) {
      halfTokens += text.charAt(i) < 128 ? 1 : 2;
      if (halfTokens > 2 * tokens) {
        int end = lastSpace > start ? lastSpace : wholeCharacters(text, i);
        pieces.add(text.substring(start, end));
        start = end;
        i = end - 1;
        halfTokens = 0;
        lastSpace = -1;
      } else if (Character.isWhitespace(text.charAt(i))) {
        lastSpace = i + 1;
      }
    }
    if (start < text.length() || pieces.isEmpty()) {
      pieces.add(text.substring(start));
    }
    return pieces;
  }

  private static int wholeCharacters(String text, int end) {
    return Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
  }

  /**
   * The vectors of texts, each pooled from those of its pieces. What comes several times, such as a
   * turn that is one statement, is embedded once.
   *
   * @param pieces the pieces of each text
   * @param model gives the vectors of the pieces that it is given, in their order
   */
  static List<float[]> embed(
      List<List<String>> pieces, Function<List<String>, List<float[]>> model) {
    List<String> distinct = pieces.stream().flatMap(List::stream).distinct().toList();
    List<float[]> vectors = model.apply(distinct);
    Map<String, float[]> ofPieces = new HashMap<>();
    for (int i = 0; i < distinct.size(); i++) {
      ofPieces.put(distinct.get(i), vectors.get(i));
    }
    return pieces.stream()
        .map(ofText -> pool(ofText, ofText.stream().map(ofPieces::get).toList()))
        .toList();
  }

  /** The mean of the pieces' vectors by their lengths, brought to unit length. */
  static float[] pool(List<String> pieces, List<float[]> vectors) {
    if (vectors.size() == 1) {
      return vectors.getFirst();
    }
    float[] sum = new float[vectors.getFirst().length];
    for (int piece = 0; piece < vectors.size(); piece++) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += pieces.get(piece).length() * vectors.get(piece)[i];
      }
    }
    double squares = 0;
    for (float value : sum) {
      squares += (double) value * value;
    }
    float length = (float) Math.sqrt(squares);
    for (int i = 0; i < sum.length; i++) {
      sum[i] /= length;
    }
    return sum;
  }
}
