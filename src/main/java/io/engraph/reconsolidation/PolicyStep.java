package io.engraph.reconsolidation;

import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.graph.LearnedPolicy;
import io.engraph.reconsolidation.QueryTrace.Candidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one completed query says of the weights of the ranking channels: a step of a listwise
 * softmax (ListNet, Cao and others, 2007) over the candidates of its trace. A channel that scored
 * the nodes that helped above what the ranking expected is to count more, and one that scored them
 * below is to count less.
 *
 * <p>The step depends on the trace alone, not on what the policy is by now: steps add up to the
 * same in any order.
 */
final class PolicyStep {

  /**
   * How far one query moves a weight at most: a twentieth, so that twenty agree before one is lost.
   */
  static final double MOST = 0.05;

  /** How steep the softmax is: the best of the list gets most of the mass, not all of it. */
  private static final double STEEPNESS = 8;

  private static final double RATE = 0.03;

  /** That nodes misled says what should rank lower, and not what should rank higher. */
  private static final double MISLED = -0.5;

  private PolicyStep() {}

  /**
   * The step, in millionths by the channel's name; empty when the feedback says nothing of the
   * ranking: no candidate was used, or all were.
   */
  static Map<String, Long> of(QueryTrace trace, RecordedFeedback feedback) {
    List<Candidate> candidates = trace.candidates();
    Set<String> used = Set.copyOf(feedback.influence());
    long found = candidates.stream().filter(one -> used.contains(one.node())).count();
    if (feedback.outcome() == Outcome.NEUTRAL || found == 0 || found == candidates.size()) {
      return Map.of();
    }
    double[] expected = softmax(candidates, trace.policy());
    Map<String, Double> gradient = new HashMap<>();
    for (String channel : trace.policy().keySet()) {
      double mass = 0;
      double ofExpected = 0;
      double ofUsed = 0;
      int heard = 0;
      for (int i = 0; i < candidates.size(); i++) {
        Double score = candidates.get(i).channels().get(channel);
        // A channel that was silent on some says nothing of them, neither good nor bad.
        if (score != null) {
          mass += expected[i];
          ofExpected += expected[i] * score;
          if (used.contains(candidates.get(i).node())) {
            ofUsed += score;
            heard++;
          }
        }
      }
      if (heard > 0 && mass > 0) {
        gradient.put(channel, ofUsed / heard - ofExpected / mass);
      }
    }
    removeScale(gradient, trace.policy());
    double sign = feedback.outcome() == Outcome.HELPFUL ? 1 : MISLED;
    Map<String, Long> step = new TreeMap<>();
    gradient.forEach(
        (channel, by) -> {
          double bounded = Math.clamp(RATE * sign * feedback.weight() * by, -MOST, MOST);
          if (LearnedPolicy.millionths(bounded) != 0) {
            step.put(channel, LearnedPolicy.millionths(bounded));
          }
        });
    return step;
  }

  /**
   * Takes out of a gradient what would make all weights greater or smaller alike: that changes no
   * ranking, only how sure the softmax is.
   */
  private static void removeScale(Map<String, Double> gradient, Map<String, Double> policy) {
    double along = 0;
    double length = 0;
    for (Map.Entry<String, Double> weight : policy.entrySet()) {
      along += weight.getValue() * gradient.getOrDefault(weight.getKey(), 0.0);
      length += weight.getValue() * weight.getValue();
    }
    for (Map.Entry<String, Double> weight : policy.entrySet()) {
      gradient.merge(weight.getKey(), -along / length * weight.getValue(), Double::sum);
    }
  }

  private static double[] softmax(List<Candidate> candidates, Map<String, Double> policy) {
    List<Double> logits = new ArrayList<>();
    for (Candidate candidate : candidates) {
      double sum = 0;
      for (Map.Entry<String, Double> channel : candidate.channels().entrySet()) {
        sum += policy.getOrDefault(channel.getKey(), 0.0) * channel.getValue();
      }
      logits.add(STEEPNESS * sum);
    }
    double greatest = logits.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    double[] masses = logits.stream().mapToDouble(logit -> Math.exp(logit - greatest)).toArray();
    double total = 0;
    for (double mass : masses) {
      total += mass;
    }
    for (int i = 0; i < masses.length; i++) {
      masses[i] /= total;
    }
    return masses;
  }
}
