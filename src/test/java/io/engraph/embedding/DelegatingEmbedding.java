package io.engraph.embedding;

import java.util.List;

/** A model that does what another one does, for those that look on or keep something. */
public abstract class DelegatingEmbedding implements EmbeddingModel {

  private final EmbeddingModel model;

  protected DelegatingEmbedding(EmbeddingModel model) {
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
  public void load() {
    model.load();
  }

  @Override
  public float[] embedQuery(String text) {
    return model.embedQuery(text);
  }

  @Override
  public List<float[]> embedPassages(List<String> texts) {
    return model.embedPassages(texts);
  }
}
