package io.engraph.reconsolidation;

import io.engraph.agent.EdgeDecision.Action;
import io.engraph.graph.Evidence;
import io.engraph.graph.UtilityRule;
import java.util.Optional;

/** What a decision makes of the evidence of an edge. */
final class EdgeChange {

  private EdgeChange() {}

  /**
   * The evidence after a decision.
   *
   * @param before the evidence before; empty if there is no such edge
   * @return empty if there is no such edge then: nothing is strengthened or weakened that is not
   *     there
   */
  static Optional<Evidence> after(Action action, double confidence, Optional<Evidence> before) {
    return switch (action) {
      case ADD ->
          Optional.of(
              before
                  .map(evidence -> UtilityRule.strengthened(evidence, confidence))
                  .orElseGet(() -> UtilityRule.learned(confidence)));
      case ASSOCIATE ->
          Optional.of(
              before
                  .map(evidence -> UtilityRule.strengthened(evidence, confidence))
                  .orElseGet(() -> UtilityRule.learned(confidence).latent(true)));
      case STRENGTHEN -> before.map(evidence -> UtilityRule.strengthened(evidence, confidence));
      case WEAKEN -> before.map(evidence -> UtilityRule.weakened(evidence, confidence));
    };
  }
}
