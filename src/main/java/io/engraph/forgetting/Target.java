package io.engraph.forgetting;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;
import io.engraph.graph.SourceRef;

/** What is to be forgotten. */
public sealed interface Target {

  /** Everything of a graph. */
  record WholeGraph() implements Target {}

  /** A session with all its turns. */
  record Session(String name) implements Target {
    public Session {
      requireNonNull(name, "name is null");
    }
  }

  /** One turn. */
  record Turn(SourceRef ref) implements Target {
    public Turn {
      requireNonNull(ref, "ref is null");
    }
  }

  /**
   * A node with the turns that say it; of an entity, everything that names it.
   *
   * @param keepsSources whether only the node goes, and the turns that say it stay
   */
  record OfNode(NodeId node, boolean keepsSources) implements Target {
    public OfNode {
      requireNonNull(node, "node is null");
    }
  }
}
