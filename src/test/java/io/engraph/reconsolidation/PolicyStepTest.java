package io.engraph.reconsolidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.reconsolidation.QueryTrace.Candidate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PolicyStepTest {

  private static final Map<String, Double> POLICY = Map.of("dense", 0.6, "lexical", 0.4);

  private static QueryTrace trace(Candidate... candidates) {
    return new QueryTrace(
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "?",
        "2026-03-04T09:00:00Z",
        "DETAIL",
        "ANY",
        List.of(),
        List.of(candidates),
        List.of(),
        List.of(),
        0,
        POLICY,
        List.of());
  }

  private static Candidate candidate(String node, Map<String, Double> channels) {
    return new Candidate(node, 0.5, channels, true);
  }

  private static RecordedFeedback feedback(Outcome outcome, double confidence, String... used) {
    return new RecordedFeedback(
        List.of(used),
        List.of(),
        outcome,
        confidence,
        Optional.empty(),
        false,
        List.of(),
        "agent",
        "2026-03-04T09:00:00Z");
  }

  /** The words were right about the node that helped, and the vectors about the other. */
  private static final QueryTrace WORDS_WERE_RIGHT =
      trace(
          candidate("a", Map.of("dense", 1.0, "lexical", 0.0)),
          candidate("b", Map.of("dense", 0.0, "lexical", 1.0)));

  @Test
  void should_have_the_channel_count_more_that_was_right_and_the_other_less() {
    Map<String, Long> step = PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HELPFUL, 1, "b"));

    // p(a) = 1 / (1 + e^-(8 * 0.2)); the gradient is -p(a) for dense and p(a) for lexical, and has
    // none of the policy's own direction left: (-x * 0.6 + y * 0.4) = 0
    double mass = 1 / (1 + Math.exp(-1.6));
    double along = (-mass * 0.6 + mass * 0.4) / (0.36 + 0.16);
    assertThat(step.get("dense") / 1e6).isCloseTo(0.03 * (-mass - along * 0.6), within(1e-6));
    assertThat(step.get("lexical") / 1e6).isCloseTo(0.03 * (mass - along * 0.4), within(1e-6));
  }

  @Test
  void should_go_half_as_far_the_other_way_when_it_misled() {
    Map<String, Long> helped = PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HELPFUL, 1, "b"));
    Map<String, Long> misled = PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HARMFUL, 1, "b"));

    helped.forEach(
        (channel, by) ->
            assertThat((double) misled.get(channel)).isCloseTo(-0.5 * by, within(1.0)));
  }

  @Test
  void should_go_as_far_as_the_caller_is_sure() {
    Map<String, Long> sure = PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HELPFUL, 1, "b"));
    Map<String, Long> half = PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HELPFUL, 0.5, "b"));

    assertThat((double) half.get("lexical")).isCloseTo(0.5 * sure.get("lexical"), within(1.0));
  }

  @Test
  void should_learn_nothing_where_the_feedback_says_nothing_of_the_ranking() {
    assertThat(PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.NEUTRAL, 1, "b"))).isEmpty();
    assertThat(PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HELPFUL, 1))).isEmpty();
    assertThat(PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HELPFUL, 1, "x"))).isEmpty();
    assertThat(PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HELPFUL, 1, "a", "b"))).isEmpty();
  }

  @Test
  void should_hold_what_a_channel_did_not_say_neither_for_nor_against_it() {
    QueryTrace silent =
        trace(
            candidate("a", Map.of("dense", 1.0)),
            candidate("b", Map.of("dense", 0.0, "lexical", 1.0)));

    Map<String, Long> step = PolicyStep.of(silent, feedback(Outcome.HELPFUL, 1, "a"));

    // It was not heard on the node that helped; what moves it is only that the scale is kept.
    assertThat(step.get("lexical")).isNegative();
    assertThat(step.get("dense")).isPositive();
    assertThat(0.6 * step.get("dense") + 0.4 * step.get("lexical")).isCloseTo(0, within(2.0));
  }

  @Test
  void should_count_what_is_inferred_half() {
    RecordedFeedback said = feedback(Outcome.HELPFUL, 1, "b");
    RecordedFeedback inferred =
        new RecordedFeedback(
            said.influence(),
            List.of(),
            Outcome.HELPFUL,
            1,
            Optional.of("so it was"),
            true,
            List.of(),
            "agent",
            said.reportedAt());

    assertThat((double) PolicyStep.of(WORDS_WERE_RIGHT, inferred).get("lexical"))
        .isCloseTo(0.5 * PolicyStep.of(WORDS_WERE_RIGHT, said).get("lexical"), within(1.0));
  }

  @Test
  void should_never_go_further_than_a_twentieth() {
    Map<String, Long> step = PolicyStep.of(WORDS_WERE_RIGHT, feedback(Outcome.HELPFUL, 1, "b"));

    assertThat(step.values()).allMatch(by -> Math.abs(by) <= 50_000);
  }
}
