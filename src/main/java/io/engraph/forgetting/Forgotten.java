package io.engraph.forgetting;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;
import io.engraph.graph.SourceRef;
import java.util.List;

/**
 * What a deletion does, or would do.
 *
 * @param id the id of the deletion
 * @param state how far it has come
 * @param turns the turns that go, at most the first {@value #MOST_LISTED}
 * @param nodes the nodes that go, at most the first {@value #MOST_LISTED}; only those that were
 *     named, if there was no time to look for more
 * @param rewritten the nodes that stay, without what they had of these
 * @param turnCount how many turns go
 * @param nodeCount how many nodes go
 */
public record Forgotten(
    String id,
    State state,
    List<SourceRef> turns,
    List<NodeId> nodes,
    List<NodeId> rewritten,
    int turnCount,
    int nodeCount) {

  /** The most turns and nodes that are listed. */
  public static final int MOST_LISTED = 200;

  /** How far a deletion has come. */
  public enum State {
    /** Nothing was deleted: it was only asked what would be. */
    PLANNED,
    /** It goes on, in the background or when it is asked for again. */
    RUNNING,
    /** All is gone. */
    DONE
  }

  public Forgotten {
    requireNonNull(id, "id is null");
    requireNonNull(state, "state is null");
    turns = turns.stream().limit(MOST_LISTED).toList();
    nodes = nodes.stream().limit(MOST_LISTED).toList();
    rewritten = rewritten.stream().limit(MOST_LISTED).toList();
  }

  /** The same, having come so far. */
  Forgotten in(State other) {
    return new Forgotten(id, other, turns, nodes, rewritten, turnCount, nodeCount);
  }
}
