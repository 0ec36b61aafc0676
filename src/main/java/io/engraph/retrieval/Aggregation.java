package io.engraph.retrieval;

import io.engraph.graph.NodeId;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Picks the nodes to load from all that were reached. */
final class Aggregation {

  private static final Comparator<Reached> BEST_FIRST =
      Comparator.comparingDouble(Reached::score).reversed().thenComparing(Reached::node);

  private Aggregation() {}

  /** The best nodes that may be answered, best first. */
  static List<Reached> best(Collection<Reached> reached, Predicate<NodeId> mayAnswer, int limit) {
    return reached.stream()
        .filter(one -> one.score() > 0)
        .filter(one -> mayAnswer.test(one.node()))
        .sorted(BEST_FIRST)
        .limit(limit)
        .toList();
  }
}
