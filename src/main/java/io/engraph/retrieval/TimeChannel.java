package io.engraph.retrieval;

import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import io.engraph.index.TimeSpan;
import java.time.Duration;
import java.util.Optional;

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

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(Candidates candidates) {
    float[] scores = candidates.silence();
    Optional<TimeSpan> asked = candidates.search().plan().time();
    if (asked.isPresent()) {
      CompactIndex index = candidates.index();
      for (int slot = 0; slot < scores.length; slot++) {
        if (index.isLive(slot) && index.entry(slot).time().isPresent()) {
          IndexEntry entry = index.entry(slot);
          float said = closeness(entry.time().get(), asked.get());
          float told = entry.tells().map(time -> closeness(time, asked.get())).orElse(0f);
          scores[slot] = Math.max(said, told);
        }
      }
    }
    return scores;
  }

  static float closeness(TimeSpan time, TimeSpan asked) {
    Duration away = time.distance(asked);
    Duration length = Duration.between(asked.start(), asked.end());
    double scale =
        Math.clamp(length.toSeconds(), LEAST_SCALE.toSeconds(), GREATEST_SCALE.toSeconds());
    return (float) Math.pow(0.5, away.toSeconds() / scale);
  }
}
