package io.engraph.agent;

import io.engraph.graph.NodeId;
import java.util.List;

/**
 * Whether what was found is enough (REALM).
 *
 * @param isEnough whether the walk ends here
 * @param expand the frontier nodes to go on from, at most {@value #MAX_EXPANDED}; empty when it is
 *     enough
 */
public record Sufficiency(boolean isEnough, List<NodeId> expand) {

  public static final int MAX_EXPANDED = 6;

  public Sufficiency {
    expand = List.copyOf(expand);
    if (expand.size() > MAX_EXPANDED) {
      throw new IllegalArgumentException(
          "at most %d nodes are expanded at once, but %d were given"
              .formatted(MAX_EXPANDED, expand.size()));
    }
    if (isEnough && !expand.isEmpty()) {
      throw new IllegalArgumentException("nothing is expanded when it is enough");
    }
  }

  public static Sufficiency enough() {
    return new Sufficiency(true, List.of());
  }

  public static Sufficiency expand(List<NodeId> nodes) {
    return new Sufficiency(false, nodes);
  }
}
