package io.engraph.retrieval;

import io.engraph.index.CompactIndex;

/** How well the best turn of the session fits: what belongs to one occasion is told together. */
final class SessionChannel implements Channel {

  static final String NAME = "session";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SlotScore over(Candidates candidates) {
    CompactIndex.View view = candidates.view();
    float[] best = new float[candidates.index().sessions()];
    candidates
        .slots()
        .filter(slot -> view.turn(slot) == slot)
        .forEach(
            turn -> {
              int session = view.session(turn);
              best[session] = Math.max(best[session], candidates.base(turn));
            });
    return slot -> {
      if (view.turn(slot) < 0) {
        return Float.NaN;
      }
      int session = view.session(slot);
      // A session none of whose turns were looked at: by its own.
      return session < best.length && best[session] > 0 ? best[session] : candidates.base(slot);
    };
  }
}
