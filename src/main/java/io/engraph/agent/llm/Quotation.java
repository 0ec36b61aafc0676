package io.engraph.agent.llm;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Observations and memories as data in a prompt: between marks that are made anew for each call and
 * occur nowhere in it, so that nothing that was said can end its own quotation.
 */
final class Quotation {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 8;

  private Quotation() {}

  static String of(String data) {
    String mark = mark();
    while (data.contains(mark)) {
      mark = mark();
    }
    return "<data %s>\n%s\n</data %s>".formatted(mark, data.strip(), mark);
  }

  private static String mark() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
