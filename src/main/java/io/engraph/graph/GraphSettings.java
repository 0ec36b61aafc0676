package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a graph was made with.
 *
 * @param embeddingModel the name of its embedding model
 * @param dimension the length of its vectors
 * @param utilityRule how evidence turns into utility
 * @param sharesPolicy whether it begins with what other graphs have learned of the weights of the
 *     ranking channels, and adds to what new ones begin with
 * @param prior how far the weights were moved when it began, in millionths by the channel's name
 * @param createdAt when its first observation came
 * @param retention how long it keeps what it is told
 * @param schema the {@link SchemaVersion} of the form in which it is stored
 */
public record GraphSettings(
    String embeddingModel,
    int dimension,
    UtilityRule utilityRule,
    boolean sharesPolicy,
    Map<String, Long> prior,
    Instant createdAt,
    Retention retention,
    int schema) {

  public GraphSettings {
    requireNonNull(embeddingModel, "embeddingModel is null");
    requireNonNull(utilityRule, "utilityRule is null");
    prior = Map.copyOf(prior);
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(retention, "retention is null");
    if (dimension < 1) {
      throw new IllegalArgumentException("dimension must be at least 1, but is " + dimension);
    }
  }

  /** Settings of a graph that keeps what it is told. */
  public GraphSettings(
      String embeddingModel,
      int dimension,
      UtilityRule utilityRule,
      boolean sharesPolicy,
      Map<String, Long> prior,
      Instant createdAt) {
    this(
        embeddingModel,
        dimension,
        utilityRule,
        sharesPolicy,
        prior,
        createdAt,
        Retention.DEFAULT,
        SchemaVersion.CURRENT);
  }

  /** The same, keeping what it is told for another time. */
  public GraphSettings keeping(Retention other) {
    return stored(other, schema);
  }

  /** Whether what is written to the graph from now on is in a newer form than it says. */
  public boolean isOld() {
    return schema < SchemaVersion.CURRENT;
  }

  /** The same, in the form of this release. */
  public GraphSettings migrated() {
    return stored(retention, SchemaVersion.CURRENT);
  }

  private GraphSettings stored(Retention kept, int form) {
    return new GraphSettings(
        embeddingModel, dimension, utilityRule, sharesPolicy, prior, createdAt, kept, form);
  }

  /** How far the weights have moved in all, by the channel's name: the prior and what use adds. */
  public Map<String, Double> shifts(LearnedPolicy learned) {
    Map<String, Double> shifts = new TreeMap<>();
    prior.forEach((channel, by) -> shifts.put(channel, LearnedPolicy.weight(by)));
    learned
        .millionths()
        .keySet()
        .forEach(channel -> shifts.merge(channel, learned.shift(channel), Double::sum));
    return shifts;
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
