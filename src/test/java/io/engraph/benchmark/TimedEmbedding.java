package io.engraph.benchmark;

import io.engraph.embedding.EmbeddingModel;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** An embedding model that tells how long it was at work. */
final class TimedEmbedding implements EmbeddingModel {

  private final EmbeddingModel model;
  private final AtomicLong nanos = new AtomicLong();

  TimedEmbedding(EmbeddingModel model) {
    this.model = model;
  }

  long nanos() {
    return nanos.get();
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
  public float[] embedQuery(String text) {
    return timed(() -> model.embedQuery(text));
  }

  @Override
  public List<float[]> embedPassages(List<String> texts) {
    return timed(() -> model.embedPassages(texts));
  }

  private <T> T timed(Supplier<T> work) {
    long start = System.nanoTime();
    try {
      return work.get();
    } finally {
      nanos.addAndGet(System.nanoTime() - start);
    }
  }
}
