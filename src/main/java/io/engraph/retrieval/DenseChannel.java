package io.engraph.retrieval;

/** Likeness of meaning: the cosine of the embeddings, from the least alike to the most alike. */
final class DenseChannel implements Channel {

  static final String NAME = "dense";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(Candidates candidates) {
    return candidates.normalised(candidates.index().denseScores(candidates.search().vector()));
  }
}
