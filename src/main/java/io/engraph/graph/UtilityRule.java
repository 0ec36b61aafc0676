package io.engraph.graph;

/**
 * How the evidence of an edge turns into the utility by which edges are ordered. Both rules count
 * the same evidence, and each keeps the other's figures up to date, so that a graph can change from
 * one to the other.
 */
public enum UtilityRule {
  /** The mean of the Beta posterior (GraphMemory). Evidence only adds up, so updates commute. */
  BETA_POSTERIOR {
    @Override
    public double utility(Evidence evidence) {
      return evidence.posteriorMean();
    }
  },
  /**
   * REALM's confidence-guided weight: {@code w = 0.8 c} when added, {@code w += eta c (1 - w)} when
   * strengthened, {@code w -= eta c (w - w_min)} when weakened.
   */
  CONFIDENCE_GUIDED {
    @Override
    public double utility(Evidence evidence) {
      return evidence.weight();
    }
  };

  private static final double ADDED = 0.8;

  /** eta: how far one observation moves the weight; REALM gives no value that must be kept to. */
  private static final double RATE = 0.3;

  /** w_min: an edge is never forgotten altogether by being unhelpful. */
  private static final double LEAST_WEIGHT = 0.05;

  /** The utility of an edge with this evidence, 0 to 1. */
  public abstract double utility(Evidence evidence);

  /**
   * The evidence of an edge that an agent makes.
   *
   * @param confidence how sure the agent is, 0 to 1
   */
  public static Evidence vouched(double confidence) {
    return new Evidence(requireUnit(confidence), 0, 0, clip(ADDED * confidence));
  }

  /**
   * The evidence of an edge that is learned from use.
   *
   * @param confidence how sure the observation is, 0 to 1
   */
  public static Evidence learned(double confidence) {
    return new Evidence(
        Evidence.UNIFORM_PRIOR, requireUnit(confidence), 0, clip(ADDED * confidence));
  }

  /** The evidence after the edge helped, which was observed with {@code confidence}, 0 to 1. */
  public static Evidence strengthened(Evidence evidence, double confidence) {
    double weight = evidence.weight();
    return new Evidence(
        evidence.prior(),
        evidence.helpful() + requireUnit(confidence),
        evidence.harmful(),
        clip(weight + RATE * confidence * (1 - weight)));
  }

  /** The evidence after the edge misled, which was observed with {@code confidence}, 0 to 1. */
  public static Evidence weakened(Evidence evidence, double confidence) {
    double weight = evidence.weight();
    return new Evidence(
        evidence.prior(),
        evidence.helpful(),
        evidence.harmful() + requireUnit(confidence),
        clip(weight - RATE * confidence * (weight - LEAST_WEIGHT)),
        evidence.isLatent());
  }

  private static double clip(double weight) {
    return Math.clamp(weight, LEAST_WEIGHT, 1);
  }

  private static double requireUnit(double confidence) {
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence must be 0 to 1, but is " + confidence);
    }
    return confidence;
  }
}
