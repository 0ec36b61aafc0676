package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeKind;
import io.engraph.index.TimeSpan;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A question to a memory.
 *
 * @param text the question, not blank
 * @param at when it is asked; empty for now
 * @param limit the most nodes of the answer, 1 or more; empty for the budget's
 * @param tokenBudget the most tokens of the context, 1 or more; empty for the budget's
 * @param kinds the kinds of node to answer with; empty for what the question asks for
 * @param range the time to answer about; a node without a time is answered too
 * @param asOf the moment as of which it is answered; empty for all that is known
 * @param isStrict whether only what is clearly about the question is answered, and else nothing: it
 *     shares a distinctive word with it or stands out in meaning
 */
public record RecallQuery(
    String text,
    Optional<OffsetDateTime> at,
    OptionalInt limit,
    OptionalInt tokenBudget,
    Set<NodeKind> kinds,
    Optional<TimeSpan> range,
    Optional<AsOf> asOf,
    boolean isStrict) {

  public RecallQuery {
    if (requireNonNull(text, "text is null").isBlank()) {
      throw new IllegalArgumentException("text is blank");
    }
    requireNonNull(at, "at is null");
    requireNonNull(limit, "limit is null");
    requireNonNull(tokenBudget, "tokenBudget is null");
    kinds = Set.copyOf(kinds);
    requireNonNull(range, "range is null");
    requireNonNull(asOf, "asOf is null");
  }

  /** A question about all that is known. */
  public RecallQuery(
      String text,
      Optional<OffsetDateTime> at,
      OptionalInt limit,
      OptionalInt tokenBudget,
      Set<NodeKind> kinds,
      Optional<TimeSpan> range,
      boolean isStrict) {
    this(text, at, limit, tokenBudget, kinds, range, Optional.empty(), isStrict);
  }

  /** A plain question. */
  public static RecallQuery of(String text) {
    return new RecallQuery(
        text,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Set.of(),
        Optional.empty(),
        false);
  }
}
