package io.engraph.embedding;

import java.util.List;

/**
 * Turns text into vectors of unit length, whose dot product tells how alike two texts are. Cosines
 * of different models are not comparable, so a graph keeps to the model it was made with.
 */
public interface EmbeddingModel {

  /** The name under which a graph remembers its model. */
  String name();

  /** Loads what there is to load, so that the first text does not wait for it. */
  default void load() {}

  /** The length of every vector. */
  int dimension();

  /**
   * The vector of a question.
   *
   * @throws EmbeddingException if the model cannot be used
   */
  float[] embedQuery(String text);

  /**
   * The vectors of texts that are to be found, in their order. Text over the model's own limit is
   * split and pooled, never cut.
   *
   * @throws EmbeddingException if the model cannot be used
   */
  List<float[]> embedPassages(List<String> texts);
}
