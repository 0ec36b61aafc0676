package io.engraph.ingestion;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;
import io.engraph.graph.SourceRef;
import java.util.List;
import java.util.Optional;

/**
 * What became of an observation.
 *
 * @param id the caller's id, if it gave one
 * @param source the turn that it is kept as
 * @param status how far it has come
 * @param nodes the nodes that it made or added to, its episodes first
 * @param note what the caller should know beside; empty if nothing
 */
public record TurnOutcome(
    Optional<String> id,
    SourceRef source,
    Status status,
    List<NodeId> nodes,
    Optional<String> note) {

  /**
   * How far an observation has come. Whichever of the first three it is, the turn is kept and can
   * be found.
   */
  public enum Status {
    /** What it says is part of the graph. */
    INTEGRATED,
    /** It was sent before; nothing has changed. */
    DUPLICATE,
    /** It is kept, and will be made part of the graph later. */
    PENDING,
    /** It was deleted, and is not taken again. */
    FORGOTTEN
  }

  public TurnOutcome {
    requireNonNull(id, "id is null");
    requireNonNull(source, "source is null");
    requireNonNull(status, "status is null");
    nodes = List.copyOf(nodes);
    requireNonNull(note, "note is null");
  }
}
