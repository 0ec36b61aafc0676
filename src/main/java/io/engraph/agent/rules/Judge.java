package io.engraph.agent.rules;

import io.engraph.agent.RecallState;
import io.engraph.agent.RecallState.Found;
import io.engraph.agent.Sufficiency;
import java.util.List;

/** Goes on while the frontier has a node as good as the worst of those that would be answered. */
final class Judge {

  private Judge() {}

  static Sufficiency judge(RecallState state) {
    double bar = state.isFull() ? state.best().getLast().access() : Double.NEGATIVE_INFINITY;
    List<Found> promising =
        state.frontier().stream()
            .filter(found -> found.access() >= bar)
            .limit(Sufficiency.MAX_EXPANDED)
            .toList();
    return promising.isEmpty()
        ? Sufficiency.enough()
        : Sufficiency.expand(promising.stream().map(Found::node).toList());
  }
}
