package io.engraph.agent;

import java.util.List;

/**
 * What a turn says.
 *
 * @param mentions the entities that it names, each once
 * @param units the facts, claims and events in it
 */
public record Extraction(List<EntityMention> mentions, List<MemoryUnit> units) {
  public Extraction {
    mentions = List.copyOf(mentions);
    units = List.copyOf(units);
  }
}
