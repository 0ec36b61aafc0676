package io.engraph.retrieval;

import java.util.List;

/**
 * How well the turns beside a turn fit: an answer often shares no word with the question before it,
 * which is the one that shares its words with the query.
 */
final class NeighbourChannel implements Channel {

  static final String NAME = "neighbour";

  /** What comes after a turn explains it a little less than what came before it. */
  private static final float NEXT_SHARE = 0.8f;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(Candidates candidates) {
    float[] scores = candidates.silence();
    float[] base = candidates.base();
    candidates
        .sessions()
        .forEach(
            turns -> {
              List<Integer> slots = List.copyOf(turns.values());
              for (int i = 0; i < slots.size(); i++) {
                float previous = i == 0 ? 0 : base[slots.get(i - 1)];
                float next = i == slots.size() - 1 ? 0 : NEXT_SHARE * base[slots.get(i + 1)];
                scores[slots.get(i)] = Math.max(previous, next);
              }
            });
    candidates.shareWithUnits(scores);
    return scores;
  }
}
