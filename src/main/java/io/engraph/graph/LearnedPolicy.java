package io.engraph.graph;

import java.util.Map;
import java.util.TreeMap;

/**
 * How far use has moved the weights of a graph's ranking channels from those that it began with. It
 * counts in whole millionths, so that steps add up to the same in any order, and a step that is
 * taken back leaves nothing behind.
 *
 * @param millionths by the channel's name; channels that were not moved are missing
 * @param version how often it was changed, from 1; 0 for what was never changed
 */
public record LearnedPolicy(Map<String, Long> millionths, long version) {

  public static final LearnedPolicy NONE = new LearnedPolicy(Map.of(), 0);

  private static final double MILLION = 1e6;

  public LearnedPolicy {
    millionths = Map.copyOf(millionths);
    if (version < 0) {
      throw new IllegalArgumentException("version must be at least 0, but is " + version);
    }
  }

  /** A step as it is counted. */
  public static long millionths(double step) {
    return Math.round(step * MILLION);
  }

  /** What was counted as a weight. */
  static double weight(long millionths) {
    return millionths / MILLION;
  }

  /** How far a channel's weight has moved. */
  public double shift(String channel) {
    return weight(millionths.getOrDefault(channel, 0L));
  }

  /** This policy after a step, one version on. */
  public LearnedPolicy plus(Map<String, Long> step) {
    Map<String, Long> moved = new TreeMap<>(millionths);
    step.forEach((channel, by) -> moved.merge(channel, by, Long::sum));
    moved.values().removeIf(by -> by == 0);
    return new LearnedPolicy(moved, version + 1);
  }

  /** The same, none of it further from 0 than {@code limit}. */
  public LearnedPolicy within(long limit) {
    Map<String, Long> clipped = new TreeMap<>();
    millionths.forEach((channel, by) -> clipped.put(channel, Math.clamp(by, -limit, limit)));
    return new LearnedPolicy(clipped, version);
  }

  /** The step that leads from {@code other} to this. */
  public Map<String, Long> minus(LearnedPolicy other) {
    Map<String, Long> step = new TreeMap<>(millionths);
    other.millionths.forEach((channel, by) -> step.merge(channel, -by, Long::sum));
    step.values().removeIf(by -> by == 0);
    return step;
  }
}
