package io.engraph.retrieval;

import io.engraph.agent.Intent;
import io.engraph.graph.NodeKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Which kinds of node answer a question of that intent. Silent for intents that any kind answers.
 */
final class KindChannel implements Channel {

  static final String NAME = "kind";

  private static final Map<Intent, Set<NodeKind>> PREFERRED = new EnumMap<>(Intent.class);

  static {
    PREFERRED.put(Intent.BELIEF, Set.of(NodeKind.CLAIM));
    PREFERRED.put(Intent.WHEN, Set.of(NodeKind.EVENT));
    PREFERRED.put(Intent.WHY, Set.of(NodeKind.EVENT));
    PREFERRED.put(Intent.HOW, Set.of(NodeKind.STRATEGY));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(Candidates candidates) {
    Set<NodeKind> preferred = PREFERRED.get(candidates.search().intent());
    return preferred == null
        ? candidates.silence()
        : candidates.each(entry -> preferred.contains(NodeKind.valueOf(entry.kind())) ? 1 : 0);
  }
}
