package io.engraph.reconsolidation;

import io.engraph.agent.CompletedRecall.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * Feedback as it was taken.
 *
 * @param influence the reported nodes that the query had loaded, in order, each once
 * @param ignored what was reported beside: unknown ids, ids that were not loaded, repetitions
 * @param outcome whether they helped
 * @param confidence how sure the caller is, 0 to 1
 * @param answer what the agent answered in the end
 * @param isInferred whether nobody said which nodes shaped the answer, and they were inferred from
 *     its words: such a report counts half
 * @param transitions what was said of steps between loaded nodes
 * @param caller who reported
 * @param reportedAt when the report came
 */
public record RecordedFeedback(
    List<String> influence,
    List<String> ignored,
    Outcome outcome,
    double confidence,
    Optional<String> answer,
    boolean isInferred,
    List<FeedbackReport.Transition> transitions,
    String caller,
    String reportedAt) {
  public RecordedFeedback {
    influence = List.copyOf(influence);
    ignored = List.copyOf(ignored);
    transitions = List.copyOf(transitions);
  }

  private static final double INFERRED_SHARE = 0.5;

  /** How much the report counts, 0 to 1: what is inferred counts half of what is said. */
  double weight() {
    return isInferred ? INFERRED_SHARE * confidence : confidence;
  }
}
