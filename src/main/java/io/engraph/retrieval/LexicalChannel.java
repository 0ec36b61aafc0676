package io.engraph.retrieval;

import io.engraph.index.Bm25;
import io.engraph.index.CompactIndex;

/** Likeness of words: BM25 over the analysed terms. */
final class LexicalChannel implements Channel {

  static final String NAME = "lexical";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(SearchText search, CompactIndex index) {
    return index.lexicalScores(search.plan().keywords(), Bm25.STANDARD);
  }
}
