package io.engraph.retrieval;

import io.engraph.agent.TimeFocus;
import io.engraph.index.CompactIndex;

/**
 * How new a node is, from the oldest to the newest. It speaks only when the question asks for how
 * things are now: what is old is not for that less true of the past.
 */
final class RecencyChannel implements Channel {

  static final String NAME = "recency";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(Candidates candidates) {
    float[] scores = candidates.silence();
    if (candidates.search().focus() == TimeFocus.PRESENT) {
      CompactIndex index = candidates.index();
      long oldest = Long.MAX_VALUE;
      long newest = Long.MIN_VALUE;
      for (int slot = 0; slot < scores.length; slot++) {
        if (index.isLive(slot) && index.entry(slot).time().isPresent()) {
          long second = index.entry(slot).time().get().end().getEpochSecond();
          oldest = Math.min(oldest, second);
          newest = Math.max(newest, second);
        }
      }
      for (int slot = 0; slot < scores.length && newest > oldest; slot++) {
        if (index.isLive(slot) && index.entry(slot).time().isPresent()) {
          long second = index.entry(slot).time().get().end().getEpochSecond();
          scores[slot] = (float) (second - oldest) / (newest - oldest);
        }
      }
    }
    return scores;
  }
}
