package io.engraph.retrieval;

import io.engraph.agent.Move;
import io.engraph.graph.NodeId;
import io.engraph.index.IndexEntry;
import io.engraph.index.TimeSpan;
import io.engraph.retrieval.Expansion.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Has older nodes step back, for a question about how things are now: half of a node's access fades
 * with its age, and half stays, since what nobody has changed since still holds.
 */
record TemporalDecay(Move move) implements Atom {

  /** A month: habits, plans and places of people change at about that pace. */
  private static final Duration HALF_LIFE = Duration.ofDays(30);

  private static final double STAYS = 0.5;

  @Override
  public void apply(Expansion expansion) {
    Optional<Instant> newest =
        expansion.reached().keySet().stream()
            .flatMap(node -> time(expansion, node).stream())
            .max(Instant::compareTo);
    Map<NodeId, Change> changes = new TreeMap<>();
    for (Reached node : expansion.answers()) {
      Optional<Instant> time = time(expansion, node.node());
      if (newest.isPresent() && time.isPresent()) {
        Duration age = Duration.between(time.get(), newest.get());
        double kept =
            STAYS + (1 - STAYS) * Math.pow(0.5, (double) age.toSeconds() / HALF_LIFE.toSeconds());
        if (age.isPositive()) {
          changes.put(
              node.node(),
              new Change(
                  node.access(),
                  node.withAccess(node.access() * kept),
                  "%d days older than the newest".formatted(age.toDays())));
        }
      }
    }
    expansion.change(move, changes.values());
  }

  private static Optional<Instant> time(Expansion expansion, NodeId node) {
    return expansion.view().entry(node).flatMap(IndexEntry::time).map(TimeSpan::end);
  }
}
