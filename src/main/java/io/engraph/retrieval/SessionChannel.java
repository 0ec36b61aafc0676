package io.engraph.retrieval;

/** How well the best turn of the session fits: what belongs to one occasion is told together. */
final class SessionChannel implements Channel {

  static final String NAME = "session";

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
              float best = 0;
              for (int slot : turns.values()) {
                best = Math.max(best, base[slot]);
              }
              for (int slot : turns.values()) {
                scores[slot] = best;
              }
            });
    candidates.shareWithUnits(scores);
    return scores;
  }
}
