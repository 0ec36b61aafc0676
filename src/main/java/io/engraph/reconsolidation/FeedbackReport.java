package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.CompletedRecall.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * How the answer to a question went.
 *
 * @param influence the nodes that shaped the answer, in order
 * @param outcome whether they helped
 * @param confidence how sure the caller is, 0 to 1
 * @param answer what the agent answered in the end
 * @param caller who reports: what one caller may move the policy by is limited, and what they
 *     reported can be undone together
 */
public record FeedbackReport(
    List<String> influence,
    Outcome outcome,
    double confidence,
    Optional<String> answer,
    String caller) {

  /** Who reports when nobody says. */
  public static final String ANYBODY = "anybody";

  /** The form of a caller's name. */
  public static final String CALLER_FORM = "[A-Za-z0-9._:@-]{1,128}";

  public FeedbackReport {
    influence = List.copyOf(influence);
    requireNonNull(outcome, "outcome is null");
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence must be 0 to 1, but is " + confidence);
    }
    requireNonNull(answer, "answer is null");
    if (!caller.matches(CALLER_FORM)) {
      throw new IllegalArgumentException("caller must match " + CALLER_FORM);
    }
  }
}
