package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.RelationKind;
import io.engraph.index.TimeSpan;
import java.util.Optional;
import java.util.Set;

/**
 * One move of a walk: an atom of the walk's strategy (REALM), and what it is limited to.
 *
 * @param atom what is done
 * @param relations the kinds of relation to follow; empty for any. When they lead nowhere, any does
 * @param time the time that what is reached must touch; what has no time passes
 */
public record Move(Atom atom, Set<RelationKind> relations, Optional<TimeSpan> time) {

  /** What a move may do. */
  public enum Atom {
    /** Goes on from the best nodes, round by round, until it is enough. */
    TRAVERSE,
    /** Goes out from the best entry nodes until their ways meet: what lies between links them. */
    PATH_SEARCH,
    /** Goes on from a fixed number of the best nodes at each distance, without asking. */
    SUBGRAPH_BEAM,
    /** Lifts what the things that the question names have in common. */
    INTERSECT,
    /** Brings the source turns of what was reached. */
    GROUND,
    /** Has what is contradicted or superseded step back. */
    CONFLICT_INHIBIT,
    /** Has what is older step back. */
    TEMPORAL_DECAY
  }

  public Move {
    requireNonNull(atom, "atom is null");
    relations = Set.copyOf(relations);
    requireNonNull(time, "time is null");
  }

  /** A move that nothing limits. */
  public static Move of(Atom atom) {
    return new Move(atom, Set.of(), Optional.empty());
  }

  /** A move along relations of some kinds. */
  public static Move along(Atom atom, Set<RelationKind> relations) {
    return new Move(atom, relations, Optional.empty());
  }
}
