package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Node;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.index.IndexEntry;
import io.engraph.index.TimeSpan;
import java.time.Instant;
import java.util.Optional;

/**
 * Answers as of a moment: only with what held then, or only with what had been told by then.
 *
 * @param moment the moment
 * @param sense in which of the two senses
 */
public record AsOf(Instant moment, Sense sense) {

  /** Which of its two times decides about a node. */
  public enum Sense {
    /** When it was true: what had begun, and nothing had taken its place. */
    VALID,
    /** When it was learned: what had been told. */
    RECORDED
  }

  public AsOf {
    requireNonNull(moment, "moment is null");
    requireNonNull(sense, "sense is null");
  }

  /** Whether a node may be answered, by what the index knows of it. */
  boolean admits(IndexEntry entry) {
    Optional<Instant> from =
        switch (sense) {
          case RECORDED -> entry.recorded();
          // A turn may tell of what was long before it.
          case VALID -> entry.tells().or(entry::time).map(TimeSpan::start).or(entry::recorded);
        };
    return from.filter(start -> start.isAfter(moment)).isEmpty();
  }

  /** Whether a node may be answered, by itself. */
  boolean admits(Node node) {
    return switch (sense) {
      case RECORDED -> !node.learnedAt().isAfter(moment);
      case VALID -> node.kind() == NodeKind.EPISODE || node.heldAt(moment);
    };
  }

  /** The node as it stood: what was superseded only later still held. */
  Node then(Node node) {
    boolean heldThen = node.until().filter(moment::isBefore).isPresent();
    return node.status() == NodeStatus.SUPERSEDED && heldThen ? node.stillCurrent() : node;
  }
}
