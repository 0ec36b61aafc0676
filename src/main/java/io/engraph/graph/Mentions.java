package io.engraph.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds any of some node ids in texts, in one pass over each text however many the ids are: every
 * id has a digest after its kind, and only where a digest stands is there something to compare.
 */
public final class Mentions {

  private final Map<String, List<String>> byDigest = new HashMap<>();

  /**
   * @param nodes valid ids of nodes
   */
  public Mentions(Collection<String> nodes) {
    for (String node : nodes) {
      int digest = node.indexOf('-') + 1;
      byDigest
          .computeIfAbsent(
              node.substring(digest, digest + NodeId.DIGEST_LENGTH), _ -> new ArrayList<>())
          .add(node);
    }
  }

  /** Whether any of the ids stands in that text, be it as a part of a longer word. */
  public boolean in(String text) {
    int dash = text.indexOf('-');
    while (dash >= 0 && dash + NodeId.DIGEST_LENGTH < text.length()) {
      if (isDigest(text, dash + 1)) {
        List<String> ids =
            byDigest.getOrDefault(
                text.substring(dash + 1, dash + 1 + NodeId.DIGEST_LENGTH), List.of());
        if (ids.stream().anyMatch(text::contains)) {
          return true;
        }
      }
      dash = text.indexOf('-', dash + 1);
    }
    return false;
  }

  private static boolean isDigest(String text, int from) {
    for (int i = from; i < from + NodeId.DIGEST_LENGTH; i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }
}
