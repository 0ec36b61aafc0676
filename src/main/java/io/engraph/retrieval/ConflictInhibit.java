package io.engraph.retrieval;

import io.engraph.agent.Move;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.NodeId;
import io.engraph.graph.Relation;
import io.engraph.index.IndexEntry;
import io.engraph.index.TimeSpan;
import io.engraph.retrieval.Expansion.Change;
import io.engraph.retrieval.Expansion.Followed;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Has what is superseded, and the older of two that contradict each other, step back behind half of
 * what was reached. They are not dropped: both sides of a conflict can be seen.
 */
record ConflictInhibit(Move move) implements Atom {

  private static final double INHIBITED = 0.5;

  @Override
  public void apply(Expansion expansion) {
    Map<NodeId, Change> changes = new TreeMap<>();
    for (Expansion.Step step : expansion.steps()) {
      for (Followed followed : step.edges()) {
        EdgeKey edge = followed.edge().key();
        Optional<NodeId> inhibited =
            switch (edge.relation()) {
              case SUPERSEDES -> Optional.of(edge.target());
              case CONTRADICTS -> older(expansion, edge);
              default -> Optional.empty();
            };
        inhibited.ifPresent(node -> inhibit(expansion, node, edge, changes));
      }
    }
    expansion.change(move, changes.values());
  }

  private static void inhibit(
      Expansion expansion, NodeId node, EdgeKey edge, Map<NodeId, Change> changes) {
    Reached before = expansion.reached().get(node);
    if (before != null && expansion.reached().containsKey(edge.other(node))) {
      String reason =
          edge.relation() == Relation.SUPERSEDES ? "superseded by " : "contradicted by ";
      changes.put(
          node,
          new Change(
              before.access(),
              before.withAccess(before.access() * INHIBITED).withPath(0),
              reason + edge.other(node)));
    }
  }

  /** Empty where neither is known to be older. */
  private static Optional<NodeId> older(Expansion expansion, EdgeKey edge) {
    Optional<Instant> source = since(expansion, edge.source());
    Optional<Instant> target = since(expansion, edge.target());
    if (source.isEmpty() || target.isEmpty() || source.equals(target)) {
      return Optional.empty();
    }
    return Optional.of(source.get().isBefore(target.get()) ? edge.source() : edge.target());
  }

  private static Optional<Instant> since(Expansion expansion, NodeId node) {
    return expansion.view().entry(node).flatMap(IndexEntry::time).map(TimeSpan::start);
  }
}
