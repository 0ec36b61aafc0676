package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * The turn that something was learned from.
 *
 * @param session the session's name
 * @param turn the turn's number in its session, from 1
 */
public record SourceRef(String session, int turn) implements Comparable<SourceRef> {

  private static final Comparator<SourceRef> ORDER =
      Comparator.comparing(SourceRef::session).thenComparingInt(SourceRef::turn);

  public SourceRef {
    requireNonNull(session, "session is null");
    if (turn < 1) {
      throw new IllegalArgumentException("turn must be at least 1, but is " + turn);
    }
  }

  @Override
  public int compareTo(SourceRef other) {
    return ORDER.compare(this, other);
  }
}
