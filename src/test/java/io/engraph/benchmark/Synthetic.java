package io.engraph.benchmark;

import io.engraph.embedding.EmbeddingModel;
import java.util.List;
import java.util.Random;

/** Texts and vectors from a seeded generator: in them, as in language, few words are common. */
final class Synthetic {

  static final int DIMENSION = 384;
  static final List<String> NAMES = List.of("Ana", "Ben", "Nora", "Tomas");
  private static final int VOCABULARY = 8_000;

  private Synthetic() {}

  static String name(Random random) {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  /** Words by Zipf's law: the n-th is n times as rare as the first. */
  static String words(Random random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int rank = (int) Math.pow(VOCABULARY, random.nextDouble());
      words.append(words.isEmpty() ? "" : " ").append("w").append(Integer.toString(rank, 36));
    }
    return words.toString();
  }

  /** Vectors that tell every text from every other. */
  static final class RandomEmbedding implements EmbeddingModel {

    @Override
    public String name() {
      return "random";
    }

    @Override
    public int dimension() {
      return DIMENSION;
    }

    @Override
    public float[] embedQuery(String text) {
      Random random = new Random(text.hashCode());
      float[] vector = new float[DIMENSION];
      double length = 0;
      for (int i = 0; i < DIMENSION; i++) {
        vector[i] = (float) random.nextGaussian();
        length += vector[i] * vector[i];
      }
      for (int i = 0; i < DIMENSION; i++) {
        vector[i] /= (float) Math.sqrt(length);
      }
      return vector;
    }

    @Override
    public List<float[]> embedPassages(List<String> texts) {
      return texts.stream().map(this::embedQuery).toList();
    }
  }
}
