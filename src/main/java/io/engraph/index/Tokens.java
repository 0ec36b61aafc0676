package io.engraph.index;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;

/** Counts the tokens of text as the cl100k_base encoding has them: close for most models. */
public final class Tokens {

  private static final class Loaded {
    private static final Encoding ENCODING =
        Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.CL100K_BASE);
  }

  private Tokens() {}

  /** The tokens of a text. */
  public static int count(String text) {
    // "Ordinary": text that looks like a control token is text.
    return Loaded.ENCODING.countTokensOrdinary(text);
  }
}
