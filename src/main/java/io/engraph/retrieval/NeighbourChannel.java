package io.engraph.retrieval;

import io.engraph.index.CompactIndex;
import java.util.stream.IntStream;

/**
 * How well the turns beside a turn fit: an answer often shares no word with the question before it,
 * which is the one that shares its words with the query.
 */
final class NeighbourChannel implements Channel {

  static final String NAME = "neighbour";

  /** What comes after a turn explains it a little less than what came before it. */
  private static final float NEXT_SHARE = 0.8f;

  /** The turns beside so many of the best are heard. */
  private static final int BEST = 256;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void find(Candidates candidates) {
    CompactIndex.View view = candidates.view();
    for (int slot : candidates.bestOfBase(BEST)) {
      if (view.turn(slot) >= 0) {
        IntStream.of(view.before(slot), view.after(slot))
            .filter(beside -> beside >= 0)
            .forEach(candidates::consider);
      }
    }
  }

  @Override
  public SlotScore over(Candidates candidates) {
    CompactIndex.View view = candidates.view();
    return slot -> {
      if (view.turn(slot) < 0) {
        return Float.NaN;
      }
      float previous = base(candidates, view.before(slot));
      return Math.max(previous, NEXT_SHARE * base(candidates, view.after(slot)));
    };
  }

  /** Of a large index, the turns that were not looked at fit less than all that were. */
  private static float base(Candidates candidates, int slot) {
    return slot >= 0 && candidates.isCandidate(slot) ? candidates.base(slot) : 0;
  }
}
