package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.CompletedRecall.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * How the answer to a question went.
 *
 * @param influence the nodes that shaped the answer, in order; empty if nobody says, and then they
 *     are inferred from the answer, where there is one
 * @param outcome whether they helped
 * @param confidence how sure the caller is, 0 to 1
 * @param answer what the agent answered in the end
 * @param transitions what is said of single steps between recalled nodes
 * @param caller who reports: what one caller may move the policy by is limited, and what they
 *     reported can be undone together
 */
public record FeedbackReport(
    Optional<List<String>> influence,
    Outcome outcome,
    double confidence,
    Optional<String> answer,
    List<Transition> transitions,
    String caller) {

  /** Who reports when nobody says. */
  public static final String ANYBODY = "anybody";

  /** The form of a caller's name. */
  public static final String CALLER_FORM = "[A-Za-z0-9._:@-]{1,128}";

  /**
   * What is said of one step.
   *
   * @param from the id of the node before
   * @param to the id of the node after
   * @param label whether that helped
   * @param confidence how sure the caller is, 0 to 1
   */
  public record Transition(String from, String to, Outcome label, double confidence) {
    public Transition {
      requireNonNull(from, "from is null");
      requireNonNull(to, "to is null");
      requireNonNull(label, "label is null");
      requireUnit(confidence);
    }
  }

  public FeedbackReport {
    influence = influence.map(List::copyOf);
    requireNonNull(outcome, "outcome is null");
    requireUnit(confidence);
    requireNonNull(answer, "answer is null");
    transitions = List.copyOf(transitions);
    if (!caller.matches(CALLER_FORM)) {
      throw new IllegalArgumentException("caller must match " + CALLER_FORM);
    }
  }

  /** A report of the nodes that shaped the answer, and nothing else. */
  public FeedbackReport(
      List<String> influence,
      Outcome outcome,
      double confidence,
      Optional<String> answer,
      String caller) {
    this(Optional.of(influence), outcome, confidence, answer, List.of(), caller);
  }

  private static void requireUnit(double confidence) {
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence must be 0 to 1, but is " + confidence);
    }
  }
}
