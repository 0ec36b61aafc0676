package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * What a graph was made with.
 *
 * @param embeddingModel the name of its embedding model
 * @param dimension the length of its vectors
 * @param utilityRule how evidence turns into utility
 * @param createdAt when its first observation came
 */
public record GraphSettings(
    String embeddingModel, int dimension, UtilityRule utilityRule, Instant createdAt) {

  public GraphSettings {
    requireNonNull(embeddingModel, "embeddingModel is null");
    requireNonNull(utilityRule, "utilityRule is null");
    requireNonNull(createdAt, "createdAt is null");
    if (dimension < 1) {
      throw new IllegalArgumentException("dimension must be at least 1, but is " + dimension);
    }
  }

  /**
   * Refuses a model that the graph was not made with, since their vectors do not compare.
   *
   * @throws ModelMismatchException naming both
   */
  public void requireModel(GraphId graph, String model, int modelDimension) {
    if (!embeddingModel.equals(model) || dimension != modelDimension) {
      throw new ModelMismatchException(graph, embeddingModel, dimension, model, modelDimension);
    }
  }
}
