package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.index.TimeSpan;
import java.util.List;
import java.util.Optional;

/**
 * What a turn says.
 *
 * @param mentions the entities that it names, each once
 * @param units the facts, claims and events in it
 * @param time the time that it speaks of, where it names one
 */
public record Extraction(
    List<EntityMention> mentions, List<MemoryUnit> units, Optional<TimeSpan> time) {
  public Extraction {
    mentions = List.copyOf(mentions);
    units = List.copyOf(units);
    requireNonNull(time, "time is null");
  }
}
