package io.engraph.retrieval;

import io.engraph.agent.Move;
import io.engraph.agent.Sufficiency;
import io.engraph.graph.NodeId;
import io.engraph.retrieval.Expansion.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Goes out from the best entry nodes until their ways meet. A node to which there is a way from
 * more than one of them lies between them, and counts by each of these ways.
 */
record PathSearch(Move move) implements Atom {

  /** So many entry nodes are linked: the more there are, the more meets by chance. */
  private static final int ENDS = 3;

  @Override
  public void apply(Expansion expansion) {
    List<NodeId> ends = expansion.entries().stream().limit(ENDS).toList();
    for (int hop = 0; hop < expansion.budgets().hops() && expansion.canGoOn(); hop++) {
      List<NodeId> next =
          expansion.ahead().stream()
              .filter(node -> node.origins().stream().anyMatch(ends::contains))
              .limit(Sufficiency.MAX_EXPANDED)
              .map(Reached::node)
              .toList();
      if (next.isEmpty() || (hop > 0 && !between(expansion, ends).isEmpty())) {
        break;
      }
      expansion.expand(move, next);
    }
    expansion.change(move, between(expansion, ends));
  }

  private static List<Change> between(Expansion expansion, List<NodeId> ends) {
    List<Change> changes = new ArrayList<>();
    for (Map.Entry<NodeId, Reached> one : expansion.reached().entrySet()) {
      Reached node = one.getValue();
      long ways = node.origins().stream().filter(ends::contains).count();
      if (ways > 1 && node.path() > 0) {
        changes.add(
            new Change(
                node.access(),
                node.withPath(Math.min(1, node.path() * ways)),
                "lies between %d entry nodes".formatted(ways)));
      }
    }
    changes.sort((a, b) -> a.after().node().compareTo(b.after().node()));
    return changes;
  }
}
