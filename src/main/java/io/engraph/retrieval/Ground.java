package io.engraph.retrieval;

import io.engraph.agent.Move;
import io.engraph.graph.NodeId;
import io.engraph.retrieval.Expansion.Change;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Brings the source turn of each fact, claim and event that may be answered, as well reached as the
 * unit itself: what was derived is shown with what was said.
 */
record Ground(Move move) implements Atom {

  @Override
  public void apply(Expansion expansion) {
    Map<NodeId, Change> changes = new TreeMap<>();
    for (Reached unit :
        expansion.answers().stream().limit(expansion.budgets().loadedNodes()).toList()) {
      Optional<NodeId> source = expansion.view().turnOf(unit.node());
      if (source.isPresent() && expansion.view().mayAnswer(source.get())) {
        Reached before = expansion.reached().get(source.get());
        double access = before == null ? 0 : before.access();
        if (access < unit.access() && !changes.containsKey(source.get())) {
          Reached grounded =
              before == null
                  ? new Reached(
                      source.get(),
                      unit.access(),
                      expansion.view().similarity(source.get()),
                      unit.path(),
                      unit.hop(),
                      unit.origins())
                  : before.withAccess(unit.access());
          changes.put(
              source.get(), new Change(access, grounded, "is the source of " + unit.node()));
        }
      }
    }
    expansion.change(move, changes.values());
  }
}
