package io.engraph.retrieval;

import io.engraph.index.CompactIndex;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What two hops over shared keywords reach from the best nodes: the first hop leads from a node to
 * its keywords, the second from each of these to the other nodes that have it. Words that many
 * nodes have lead nowhere in particular and are passed over, and so are those of the question: what
 * shares them has been found already.
 */
final class KeywordSpreadChannel implements Channel {

  static final String NAME = "keywords";

  /** How many nodes the spread starts from. */
  private static final int STARTS = 5;

  /** A keyword that more than so many nodes, or a tenth of all, have tells little. */
  private static final int COMMON = 200;

  private static final int COMMON_SHARE = 10;

  /** Where nodes are few, a word of three of them is not common yet. */
  private static final int RARE = 3;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(Candidates candidates) {
    CompactIndex index = candidates.index();
    float[] base = candidates.base();
    List<Integer> starts = candidates.bestOfBase(STARTS);
    Map<String, int[]> reading = new HashMap<>();
    float[] reached = new float[base.length];
    Set<String> asked = Set.copyOf(candidates.search().plan().keywords());
    for (int start : starts) {
      List<String> terms = index.terms(start);
      for (String term : terms) {
        if (asked.contains(term)) {
          continue;
        }
        int[] slots = reading.computeIfAbsent(term, index::slotsWith);
        if (slots.length <= Math.max(RARE, Math.min(COMMON, index.size() / COMMON_SHARE))) {
          float share =
              base[start] * (float) (Math.log((double) index.size() / slots.length) / terms.size());
          for (int slot : slots) {
            if (slot != start) {
              reached[slot] += share;
            }
          }
        }
      }
    }
    return candidates.normalised(reached);
  }
}
