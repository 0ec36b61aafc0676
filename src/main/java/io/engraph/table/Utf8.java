package io.engraph.table;

import java.nio.charset.StandardCharsets;

/** Text as the table measures it: by its UTF-8 bytes. */
public final class Utf8 {

  private Utf8() {}

  /** The number of bytes that {@code text} takes in UTF-8. */
  public static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Whether {@code text} has no lone surrogate, so that UTF-8 can hold it unchanged. */
  public static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean isPair =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!isPair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
