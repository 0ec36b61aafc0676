package io.engraph.agent.llm;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.GraphId;
import io.engraph.table.Condition;
import io.engraph.table.Key;
import io.engraph.table.Table;
import io.engraph.table.Value;
import io.engraph.table.Write;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tokens that each graph has used of a model today, over all processes: one item a graph and
 * day, which expires.
 */
final class DailyTokens {

  private static final Duration KEPT = Duration.ofDays(40);
  private static final String TOKENS = "tokens";

  private final Table table;
  private final Clock clock;

  DailyTokens(Table table, Clock clock) {
    this.table = requireNonNull(table, "table is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  long spent(GraphId graph) {
    return table
        .get(key(graph))
        .flatMap(item -> item.findNumber(TOKENS))
        .map(Double::longValue)
        .orElse(0L);
  }

  void spend(GraphId graph, long tokens) {
    if (tokens > 0) {
      table.transact(
          List.of(
              new Write.Update(
                  key(graph),
                  Map.of("expiresAt", Value.of(clock.instant().plus(KEPT).getEpochSecond())),
                  Map.of(TOKENS, new Value.Decimal(BigDecimal.valueOf(tokens))),
                  Set.of(),
                  Condition.none())));
    }
  }

  private Key key(GraphId graph) {
    return new Key(
        "USAGE#" + graph, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).toString());
  }
}
