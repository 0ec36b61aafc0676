package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeKind;
import io.engraph.index.TimeSpan;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One way to find entry nodes (REALM).
 *
 * @param mode what the search goes by
 * @param query the text that is compared by meaning
 * @param keywords the terms that are compared by letter, analysed
 * @param kinds the kinds of node that may be found; empty for any
 * @param range the time that they must touch; only in hybrid mode, and a node without a time stays
 * @param time the time that the question speaks of: what is near it ranks higher, and nothing is
 *     left out for it
 */
public record SeedPlan(
    Mode mode,
    String query,
    List<String> keywords,
    Set<NodeKind> kinds,
    Optional<TimeSpan> range,
    Optional<TimeSpan> time) {

  /** What a search goes by. */
  public enum Mode {
    /** Meaning alone. */
    QUERY_MATCH,
    /** Words alone. */
    KEYWORDS_MATCH,
    /** Both, and every other channel of the graph's policy. */
    HYBRID_MATCH
  }

  public SeedPlan {
    requireNonNull(mode, "mode is null");
    requireNonNull(query, "query is null");
    keywords = List.copyOf(keywords);
    kinds = Set.copyOf(kinds);
    requireNonNull(range, "range is null");
    requireNonNull(time, "time is null");
  }
}
