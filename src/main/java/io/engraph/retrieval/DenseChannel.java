package io.engraph.retrieval;

/** Likeness of meaning: the cosine of the embeddings, from the least alike to the most alike. */
final class DenseChannel implements Channel {

  static final String NAME = "dense";

  /** So many of the closest by a rough look are looked at exactly. */
  private static final int CLOSEST = 512;

  /** And so many of the farthest, which say where the scale begins. */
  private static final int FARTHEST = 32;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void find(Candidates candidates) {
    candidates.consider(candidates.roughly(CLOSEST, false));
  }

  @Override
  public SlotScore over(Candidates candidates) {
    return candidates.normalised(candidates::cosine, candidates.roughly(FARTHEST, true));
  }
}
