package io.engraph.retrieval;

import io.engraph.agent.Agent;
import io.engraph.agent.Intent;
import io.engraph.agent.Move;
import io.engraph.agent.Sufficiency;
import io.engraph.graph.NodeId;
import java.util.List;

/**
 * Goes on round by round: in each, the agent says whether what was reached is enough, and if not,
 * from which nodes to go on.
 */
record Traverse(Move move, Agent agent, String question, Intent intent) implements Atom {

  @Override
  public void apply(Expansion expansion) {
    while (expansion.canGoOn()) {
      Sufficiency sufficiency = agent.judge(expansion.state(question, intent));
      List<NodeId> next =
          sufficiency.expand().stream().filter(expansion::isAhead).distinct().toList();
      if (next.isEmpty()) {
        break;
      }
      expansion.expand(move, next);
    }
  }
}
