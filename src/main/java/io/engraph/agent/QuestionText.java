package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeKind;
import io.engraph.index.TimeSpan;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.Set;

/**
 * A question as the agent reads it.
 *
 * @param text the words
 * @param at when it is asked
 * @param kinds the kinds of node that the caller wants; empty for any
 * @param range the time that the caller wants; empty for any
 */
public record QuestionText(
    String text, OffsetDateTime at, Set<NodeKind> kinds, Optional<TimeSpan> range) {
  public QuestionText {
    requireNonNull(text, "text is null");
    requireNonNull(at, "at is null");
    kinds = Set.copyOf(kinds);
    requireNonNull(range, "range is null");
  }
}
