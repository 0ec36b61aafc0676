package io.engraph.benchmark;

import io.engraph.embedding.EmbeddingModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An embedding model that embeds each query once, however many runs ask it. */
final class RememberedEmbedding implements EmbeddingModel {

  private final EmbeddingModel model;
  private final Map<String, float[]> queries = new HashMap<>();

  RememberedEmbedding(EmbeddingModel model) {
    this.model = model;
  }

  @Override
  public String name() {
    return model.name();
  }

  @Override
  public int dimension() {
    return model.dimension();
  }

  @Override
  public synchronized float[] embedQuery(String text) {
    return queries.computeIfAbsent(text, model::embedQuery).clone();
  }

  @Override
  public List<float[]> embedPassages(List<String> texts) {
    return model.embedPassages(texts);
  }
}
