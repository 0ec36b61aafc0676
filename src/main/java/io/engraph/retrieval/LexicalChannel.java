package io.engraph.retrieval;

import io.engraph.index.Bm25;

/** Likeness of words: BM25 over the analysed terms, from the least score to the greatest. */
final class LexicalChannel implements Channel {

  static final String NAME = "lexical";

  /**
   * Turns of a dialogue are short: what a word says does not grow much when it is repeated, nor is
   * a longer turn about less.
   */
  private static final Bm25 SHORT_TEXTS = new Bm25(0.9, 0.4);

  private static final int BEST = 256;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void find(Candidates candidates) {
    candidates.considerBest(candidates.lexicalScores(SHORT_TEXTS), BEST);
  }

  @Override
  public SlotScore over(Candidates candidates) {
    float[] scores = candidates.lexicalScores(SHORT_TEXTS);
    return candidates.normalised(slot -> scores[slot]);
  }
}
