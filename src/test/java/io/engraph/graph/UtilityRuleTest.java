package io.engraph.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UtilityRuleTest {

  private static final double PRECISION = 1e-9;

  private static double beta(Evidence evidence) {
    return UtilityRule.BETA_POSTERIOR.utility(evidence);
  }

  private static double weight(Evidence evidence) {
    return UtilityRule.CONFIDENCE_GUIDED.utility(evidence);
  }

  @Test
  void should_start_a_vouched_edge_from_the_confidence_of_its_agent() {
    // a = 1 + 2p, b = 1 + 2(1 - p)
    assertThat(beta(UtilityRule.vouched(1))).isCloseTo(3.0 / 4, within(PRECISION));
    assertThat(beta(UtilityRule.vouched(0.5))).isCloseTo(1.0 / 2, within(PRECISION));
    assertThat(beta(UtilityRule.vouched(0))).isCloseTo(1.0 / 4, within(PRECISION));
  }

  @Test
  void should_start_a_learned_edge_from_a_uniform_prior_and_what_was_seen() {
    assertThat(beta(UtilityRule.learned(0))).isCloseTo(1.0 / 2, within(PRECISION));
    assertThat(beta(UtilityRule.learned(1))).isCloseTo(2.0 / 3, within(PRECISION));
  }

  @Test
  void should_add_up_evidence_as_a_beta_posterior() {
    Evidence evidence = UtilityRule.learned(1);
    evidence = UtilityRule.strengthened(evidence, 1);
    evidence = UtilityRule.weakened(evidence, 0.5);

    // (1 + 2) / (2 + 2 + 0.5)
    assertThat(beta(evidence)).isCloseTo(3.0 / 4.5, within(PRECISION));
  }

  @Test
  void should_come_to_the_same_posterior_in_any_order() {
    Random random = new Random(3);
    List<Double> steps = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      steps.add(random.nextDouble() * 2 - 1);
    }
    double expected = beta(apply(steps));
    for (int round = 0; round < 10; round++) {
      Collections.shuffle(steps, random);
      assertThat(beta(apply(steps))).isCloseTo(expected, within(PRECISION));
    }
  }

  private static Evidence apply(List<Double> steps) {
    Evidence evidence = UtilityRule.vouched(0.5);
    for (double step : steps) {
      evidence =
          step > 0
              ? UtilityRule.strengthened(evidence, step)
              : UtilityRule.weakened(evidence, -step);
    }
    return evidence;
  }

  @Test
  void should_follow_the_confidence_guided_weight_of_REALM() {
    // w = 0.8 c; w += 0.3 c (1 - w); w -= 0.3 c (w - 0.05)
    Evidence added = UtilityRule.vouched(0.5);
    assertThat(weight(added)).isCloseTo(0.4, within(PRECISION));

    Evidence strengthened = UtilityRule.strengthened(added, 1);
    assertThat(weight(strengthened)).isCloseTo(0.58, within(PRECISION));

    Evidence weakened = UtilityRule.weakened(strengthened, 0.5);
    assertThat(weight(weakened)).isCloseTo(0.58 - 0.15 * 0.53, within(PRECISION));
  }

  @Test
  void should_keep_every_utility_between_0_and_1_however_often_it_is_changed() {
    Evidence up = UtilityRule.learned(1);
    Evidence down = UtilityRule.learned(0);
    for (int i = 0; i < 1_000; i++) {
      up = UtilityRule.strengthened(up, 1);
      down = UtilityRule.weakened(down, 1);
    }

    assertThat(beta(up)).isBetween(0.99, 1.0);
    assertThat(weight(up)).isBetween(0.99, 1.0);
    assertThat(beta(down)).isBetween(0.0, 0.01);
    assertThat(weight(down)).isCloseTo(0.05, within(PRECISION));
  }

  @Test
  void should_refuse_a_confidence_outside_0_to_1() {
    Evidence evidence = UtilityRule.learned(1);
    for (double wrong : new double[] {-0.01, 1.01, Double.NaN}) {
      assertThatThrownBy(() -> UtilityRule.strengthened(evidence, wrong))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> UtilityRule.weakened(evidence, wrong))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> UtilityRule.learned(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
