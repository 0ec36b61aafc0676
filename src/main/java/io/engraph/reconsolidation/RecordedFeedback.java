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
 * @param caller who reported
 * @param reportedAt when the report came
 */
public record RecordedFeedback(
    List<String> influence,
    List<String> ignored,
    Outcome outcome,
    double confidence,
    Optional<String> answer,
    String caller,
    String reportedAt) {
  public RecordedFeedback {
    influence = List.copyOf(influence);
    ignored = List.copyOf(ignored);
  }
}
