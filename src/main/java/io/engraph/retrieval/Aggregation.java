package io.engraph.retrieval;

import io.engraph.graph.NodeId;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Picks the nodes to load from all that were reached. */
final class Aggregation {

  private Aggregation() {}

  /**
   * The best nodes that may be answered, best first.
   *
   * @param pathShare how much the way to a node counts
   */
  static List<Reached> best(
      Collection<Reached> reached, Predicate<NodeId> mayAnswer, double pathShare, int limit) {
    return reached.stream()
        .filter(one -> one.score(pathShare) > 0)
        .filter(one -> mayAnswer.test(one.node()))
        .sorted(
            Comparator.comparingDouble((Reached one) -> -one.score(pathShare))
                .thenComparing(Reached::node))
        .limit(limit)
        .toList();
  }
}
