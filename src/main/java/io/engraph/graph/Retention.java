package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a graph keeps what it is told.
 *
 * @param sources how long after it was said a turn is forgotten, with what was made of nothing
 *     else; empty for never
 * @param traces how long the trace of a query is kept; empty for what is configured for all graphs
 */
public record Retention(Optional<Duration> sources, Optional<Duration> traces) {

  /** What a graph begins with. */
  public static final Retention DEFAULT = new Retention(Optional.empty(), Optional.empty());

  public Retention {
    requireNonNull(sources, "sources is null");
    requireNonNull(traces, "traces is null");
  }
}
