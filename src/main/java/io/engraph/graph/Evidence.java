package io.engraph.graph;

/**
 * What is known of how useful an edge is (GraphMemory, section 3).
 *
 * @param prior the confidence of the agent that made the edge, 0 to 1; NaN for an edge that was
 *     learned from use, whose prior is uniform
 * @param helpful S, the sum of the confidences with which it helped, 0 or more
 * @param harmful F, the sum of the confidences with which it misled, 0 or more
 * @param weight REALM's confidence-guided weight, 0 to 1
 * @param isLatent whether its ends were used together only once: no walk finds such an edge, and
 *     the next time that they are makes it one
 */
public record Evidence(
    double prior, double helpful, double harmful, double weight, boolean isLatent) {

  /** The prior of an edge that no agent vouched for. */
  public static final double UNIFORM_PRIOR = Double.NaN;

  /** k: how many observations an agent's confidence is worth. */
  private static final double PRIOR_STRENGTH = 2;

  public Evidence {
    if (!Double.isNaN(prior)) {
      requireUnit(prior, "prior");
    }
    if (!(helpful >= 0) || !(harmful >= 0) || !Double.isFinite(helpful + harmful)) {
      throw new IllegalArgumentException(
          "evidence must be finite and at least 0, but is %s and %s".formatted(helpful, harmful));
    }
    requireUnit(weight, "weight");
  }

  /** What is known of an edge that is there. */
  public Evidence(double prior, double helpful, double harmful, double weight) {
    this(prior, helpful, harmful, weight, false);
  }

  /**
   * The same of an edge that is only remembered until it is seen again, or of one that is there.
   */
  public Evidence latent(boolean latent) {
    return new Evidence(prior, helpful, harmful, weight, latent);
  }

  private static void requireUnit(double value, String name) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("%s must be 0 to 1, but is %s".formatted(name, value));
    }
  }

  /**
   * The mean of the Beta posterior, {@code (a + S) / (a + b + S + F)}, with {@code a = 1 + k p} and
   * {@code b = 1 + k (1 - p)}, or a = b = 1 for a learned edge; between 0 and 1.
   */
  public double posteriorMean() {
    double a = 1;
    double b = 1;
    if (!Double.isNaN(prior)) {
      a += PRIOR_STRENGTH * prior;
      b += PRIOR_STRENGTH * (1 - prior);
    }
    return (a + helpful) / (a + b + helpful + harmful);
  }
}
