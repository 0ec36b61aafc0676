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
  public void find(Candidates candidates) {
    spread(candidates, (slot, _) -> candidates.consider(slot));
  }

  @Override
  public SlotScore over(Candidates candidates) {
    float[] reached = new float[candidates.view().slots()];
    spread(candidates, (slot, share) -> reached[slot] += share);
    return candidates.normalised(slot -> reached[slot]);
  }

  /** Takes part of what a start gives to a node that it reaches. */
  private interface Reach {
    void take(int slot, float share);
  }

  private static void spread(Candidates candidates, Reach reach) {
    CompactIndex index = candidates.index();
    Map<String, int[]> reading = new HashMap<>();
    Set<String> asked = Set.copyOf(candidates.search().plan().keywords());
    int most = Math.max(RARE, Math.min(COMMON, index.size() / COMMON_SHARE));
    for (int start : candidates.bestOfBase(STARTS)) {
      List<String> terms = index.terms(start);
      for (String term : terms) {
        int count = index.countWith(term);
        if (asked.contains(term) || count > most) {
          continue;
        }
        float share =
            candidates.base(start)
                * (float) (Math.log((double) index.size() / count) / terms.size());
        for (int slot : reading.computeIfAbsent(term, index::slotsWith)) {
          if (slot != start) {
            reach.take(slot, share);
          }
        }
      }
    }
  }
}
