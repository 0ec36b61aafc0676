package io.engraph.embedding;

import io.engraph.index.TextAnalysis;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A small embedding for tests: texts are alike as far as they share words. It can be made to fail.
 */
public final class BagOfWordsEmbedding implements EmbeddingModel {

  public static final int DIMENSION = 1_024;

  private final AtomicBoolean isFailing = new AtomicBoolean();

  public void fail(boolean failing) {
    isFailing.set(failing);
  }

  @Override
  public String name() {
    return "bag-of-words";
  }

  @Override
  public int dimension() {
    return DIMENSION;
  }

  @Override
  public float[] embedQuery(String text) {
    if (isFailing.get()) {
      throw new EmbeddingException("the model was made to fail", new IllegalStateException());
    }
    float[] sum = new float[DIMENSION];
    for (String term : TextAnalysis.terms(text)) {
      Random random = new Random(term.hashCode());
      for (int i = 0; i < DIMENSION; i++) {
        sum[i] += (float) random.nextGaussian();
      }
    }
    double length = 0;
    for (float value : sum) {
      length += value * value;
    }
    for (int i = 0; i < DIMENSION; i++) {
      sum[i] = length == 0 ? 0 : (float) (sum[i] / Math.sqrt(length));
    }
    return sum;
  }

  @Override
  public List<float[]> embedPassages(List<String> texts) {
    return texts.stream().map(this::embedQuery).toList();
  }
}
