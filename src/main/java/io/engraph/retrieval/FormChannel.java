package io.engraph.retrieval;

import io.engraph.agent.Intent;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;

/**
 * Whether a node has the form of an answer: a turn that asks tells little, and one that is asked
 * when something happened answers best with a time.
 */
final class FormChannel implements Channel {

  static final String NAME = "form";

  private static final float TIMELESS = 0.5f;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(Candidates candidates) {
    float[] scores = candidates.silence();
    CompactIndex index = candidates.index();
    boolean isWhen = candidates.search().intent() == Intent.WHEN;
    for (int slot = 0; slot < scores.length; slot++) {
      if (index.isLive(slot)) {
        IndexEntry entry = index.entry(slot);
        float told = isWhen && entry.tells().isEmpty() ? TIMELESS : 1;
        scores[slot] = entry.asks() ? 0 : told;
      }
    }
    return scores;
  }
}
