package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;
import io.engraph.index.TimeSpan;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a turn says.
 *
 * @param mentions the entities that it names, each once
 * @param units the facts, claims and events in it
 * @param time the time that it speaks of, where it names one
 * @param isClaim whether all that it states is what one says of another
 */
public record Extraction(
    List<EntityMention> mentions,
    List<MemoryUnit> units,
    Optional<TimeSpan> time,
    boolean isClaim) {
  public Extraction {
    mentions = List.copyOf(mentions);
    units = List.copyOf(units);
    requireNonNull(time, "time is null");
  }

  /** The same, knowing whether all that the turn states is what one says of another. */
  public Extraction claiming(boolean claims) {
    return new Extraction(mentions, units, time, claims);
  }

  /**
   * What a turn says, with a mention of all that its units are about: that must have a node to
   * point to.
   *
   * @param named the entities that the turn names, in order
   */
  public static Extraction of(
      Collection<EntityMention> named, List<MemoryUnit> units, Optional<TimeSpan> time) {
    Map<NodeId, EntityMention> mentions = new LinkedHashMap<>();
    named.forEach(one -> mentions.putIfAbsent(one.node(), one));
    for (MemoryUnit unit : units) {
      unit.about().forEach(one -> mentions.putIfAbsent(one.node(), one));
      unit.roles()
          .ifPresent(
              roles -> {
                mentions.putIfAbsent(roles.source().node(), roles.source());
                mentions.putIfAbsent(roles.target().node(), roles.target());
              });
    }
    return new Extraction(List.copyOf(mentions.values()), units, time, false);
  }
}
