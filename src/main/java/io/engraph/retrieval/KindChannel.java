package io.engraph.retrieval;

import io.engraph.agent.Intent;
import io.engraph.graph.NodeKind;
import java.util.EnumMap;
import java.util.Map;

/**
 * Which kinds of node answer a question of that intent. Silent for intents that any kind answers.
 */
final class KindChannel implements Channel {

  static final String NAME = "kind";

  private static final Map<Intent, String> PREFERRED = new EnumMap<>(Intent.class);

  static {
    PREFERRED.put(Intent.BELIEF, NodeKind.CLAIM.name());
    PREFERRED.put(Intent.WHEN, NodeKind.EVENT.name());
    PREFERRED.put(Intent.WHY, NodeKind.EVENT.name());
    PREFERRED.put(Intent.HOW, NodeKind.STRATEGY.name());
  }

  /** So many of that kind are looked at, the closest in meaning. */
  private static final int CLOSEST = 256;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void find(Candidates candidates) {
    String preferred = PREFERRED.get(candidates.search().intent());
    if (preferred != null) {
      candidates.consider(candidates.roughlyOfKind(CLOSEST, preferred));
    }
  }

  @Override
  public SlotScore over(Candidates candidates) {
    String preferred = PREFERRED.get(candidates.search().intent());
    return preferred == null
        ? SlotScore.SILENT
        : candidates.each(entry -> entry.kind().equals(preferred) ? 1 : 0);
  }
}
