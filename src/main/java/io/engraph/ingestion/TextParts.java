package io.engraph.ingestion;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cuts a long text into parts that a model reads whole, at the ends of sentences where there are
 * any. Joined, the parts are the text.
 */
final class TextParts {

  /** About 400 tokens of English; embedding models of this size read 512. */
  static final int MAX_LENGTH = 1_600;

  private TextParts() {}

  static List<String> of(String text) {
    if (text.length() <= MAX_LENGTH) {
      return List.of(text);
    }
    List<String> parts = new ArrayList<>();
    BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
    sentences.setText(text);
    int start = 0;
    while (text.length() - start > MAX_LENGTH) {
      int end = sentences.preceding(start + MAX_LENGTH + 1);
      if (end <= start) {
        end = wordEnd(text, start);
      }
      parts.add(text.substring(start, end));
      start = end;
    }
    parts.add(text.substring(start));
    return merged(parts);
  }

  /** The end of the last word that fits; without one, as many letters as fit. */
  private static int wordEnd(String text, int start) {
    int most = start + MAX_LENGTH;
    for (int end = most; end > start; end--) {
      if (Character.isWhitespace(text.charAt(end - 1))) {
        return end;
      }
    }
    return Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
  }

  /** A part of nothing but space cannot be embedded or found: it goes to the part before it. */
  private static List<String> merged(List<String> parts) {
    List<String> merged = new ArrayList<>();
    for (String part : parts) {
      if (part.isBlank() && !merged.isEmpty()) {
        merged.set(merged.size() - 1, merged.getLast() + part);
      } else if (!merged.isEmpty() && merged.getLast().isBlank()) {
        merged.set(merged.size() - 1, merged.getLast() + part);
      } else {
        merged.add(part);
      }
    }
    return merged;
  }
}
