package io.engraph.benchmark;

import io.engraph.embedding.DelegatingEmbedding;
import io.engraph.embedding.EmbeddingModel;
import java.util.HashMap;
import java.util.Map;

/** An embedding model that embeds each query once, however many runs ask it. */
final class RememberedEmbedding extends DelegatingEmbedding {

  private final Map<String, float[]> queries = new HashMap<>();

  RememberedEmbedding(EmbeddingModel model) {
    super(model);
  }

  @Override
  public synchronized float[] embedQuery(String text) {
    return queries.computeIfAbsent(text, super::embedQuery).clone();
  }
}
