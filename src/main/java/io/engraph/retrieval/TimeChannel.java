package io.engraph.retrieval;

import io.engraph.index.IndexEntry;
import io.engraph.index.TimeSpan;
import java.time.Duration;

/**
 * Whether a node's time, when it was said or that which it tells of, is that which the question
 * speaks of. What touches it counts 1, and what lies outside less the further it is away, by how
 * long the time itself is: a day off says more of "on 3 May" than of "in 2023". Silent for a
 * question without a time, and for a node without one.
 */
final class TimeChannel implements Channel {

  static final String NAME = "time";

  private static final Duration LEAST_SCALE = Duration.ofDays(1);

  /** Of a time with an open end, such as "before May", too. */
  private static final Duration GREATEST_SCALE = Duration.ofDays(365);

  /** So many of the closest in meaning that lie in the time are looked at. */
  private static final int CLOSEST = 512;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void find(Candidates candidates) {
    candidates
        .search()
        .plan()
        .time()
        .ifPresent(
            asked ->
                candidates.consider(
                    candidates.roughly(CLOSEST, entry -> closeness(entry, asked) == 1)));
  }

  @Override
  public SlotScore over(Candidates candidates) {
    return candidates
        .search()
        .plan()
        .time()
        .map(asked -> candidates.each(entry -> closeness(entry, asked)))
        .orElse(SlotScore.SILENT);
  }

  private static double closeness(IndexEntry entry, TimeSpan asked) {
    if (entry.time().isEmpty()) {
      return Double.NaN;
    }
    double told = entry.tells().map(time -> (double) closeness(time, asked)).orElse(0.0);
    return Math.max(closeness(entry.time().get(), asked), told);
  }

  static float closeness(TimeSpan time, TimeSpan asked) {
    Duration away = time.distance(asked);
    Duration length = Duration.between(asked.start(), asked.end());
    double scale =
        Math.clamp(length.toSeconds(), LEAST_SCALE.toSeconds(), GREATEST_SCALE.toSeconds());
    return (float) Math.pow(0.5, away.toSeconds() / scale);
  }
}
