package io.engraph.retrieval;

import io.engraph.agent.SeedPlan;
import java.util.HashMap;
import java.util.Map;

/**
 * How much each channel counts.
 *
 * @param weights by the channel's name, 0 or more, their sum above 0; channels without one count
 *     nothing
 */
public record RetrievalPolicy(Map<String, Double> weights) {

  /**
   * The channel of the walk: what the best way to a node brought along. It is known only after the
   * walk, and so is no {@link Channel} of the search.
   */
  public static final String PATH = "path";

  static final RetrievalPolicy DENSE_ONLY = new RetrievalPolicy(Map.of(DenseChannel.NAME, 1.0));
  static final RetrievalPolicy LEXICAL_ONLY = new RetrievalPolicy(Map.of(LexicalChannel.NAME, 1.0));

  public RetrievalPolicy {
    weights = Map.copyOf(weights);
    double sum = 0;
    for (double weight : weights.values()) {
      if (!(weight >= 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("a weight must be finite and at least 0: " + weights);
      }
      sum += weight;
    }
    if (!(sum > 0)) {
      throw new IllegalArgumentException("the weights must not all be 0: " + weights);
    }
  }

  /** No channel counts more than three times what meaning does, or less than nothing. */
  private static final double MOST = 2;

  /**
   * This policy as use has moved it.
   *
   * @param shifts how far each weight has moved, by the channel's name
   */
  RetrievalPolicy moved(Map<String, Double> shifts) {
    Map<String, Double> moved = new HashMap<>(weights);
    shifts.forEach(
        (channel, by) ->
            moved.put(channel, Math.clamp(weights.getOrDefault(channel, 0.0) + by, 0, MOST)));
    return moved.values().stream().allMatch(weight -> weight == 0)
        ? this
        : new RetrievalPolicy(moved);
  }

  /** Whether a weight is named, though it may be 0. */
  boolean learns(String channel) {
    return weights.containsKey(channel);
  }

  double weight(String channel) {
    return weights.getOrDefault(channel, 0.0);
  }

  /** How much the way to a node counts against all that the search says of it. */
  double pathShare() {
    double search =
        weights.entrySet().stream()
            .filter(weight -> !weight.getKey().equals(PATH))
            .mapToDouble(Map.Entry::getValue)
            .sum();
    return search > 0 ? weight(PATH) / search : 0;
  }

  /** The policy of a seed plan's mode: the graph's own, or a single channel. */
  RetrievalPolicy in(SeedPlan.Mode mode) {
    return switch (mode) {
      case HYBRID_MATCH -> this;
      case QUERY_MATCH -> DENSE_ONLY;
      case KEYWORDS_MATCH -> LEXICAL_ONLY;
    };
  }
}
