package io.engraph.retrieval;

import io.engraph.agent.Move;
import io.engraph.agent.Sufficiency;
import io.engraph.graph.NodeId;
import java.util.List;

/**
 * Goes on from the best few nodes at each distance, whatever was found so far: for a question whose
 * answer lies behind something that is not itself like the question.
 */
record SubgraphBeam(Move move) implements Atom {

  @Override
  public void apply(Expansion expansion) {
    int width = Math.min(expansion.budgets().entryNodes(), Sufficiency.MAX_EXPANDED);
    for (int hop = 0; hop < expansion.budgets().hops() && expansion.canGoOn(); hop++) {
      int distance = hop;
      List<NodeId> beam =
          expansion.ahead().stream()
              .filter(node -> node.hop() == distance)
              .limit(width)
              .map(Reached::node)
              .toList();
      if (beam.isEmpty()) {
        break;
      }
      expansion.expand(move, beam);
    }
  }
}
