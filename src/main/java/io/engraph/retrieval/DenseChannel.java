package io.engraph.retrieval;

import io.engraph.index.CompactIndex;

/** Likeness of meaning: the cosine of the embeddings. */
final class DenseChannel implements Channel {

  static final String NAME = "dense";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(SearchText search, CompactIndex index) {
    return index.denseScores(search.vector());
  }
}
