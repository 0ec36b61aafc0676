package io.engraph.graph;

import static java.util.Objects.requireNonNull;

/**
 * Who says what of whom: the roles of a CLAIM node.
 *
 * @param source the entity that says it
 * @param target the entity that it is said of
 * @param predicate the verb, in its base form
 * @param sentiment how the source feels about it
 * @param confidence how sure the source is of it, 0 to 1
 */
public record Claim(
    NodeId source, NodeId target, String predicate, Sentiment sentiment, double confidence) {

  /** Of a source that does not say how sure they are. */
  public static final double USUAL_CONFIDENCE = 0.8;

  /** The polarity of a claim. */
  public enum Sentiment {
    POSITIVE,
    NEUTRAL,
    NEGATIVE
  }

  public Claim {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
    requireNonNull(predicate, "predicate is null");
    requireNonNull(sentiment, "sentiment is null");
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence must be 0 to 1, but is " + confidence);
    }
  }
}
