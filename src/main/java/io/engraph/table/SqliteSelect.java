package io.engraph.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@link PartitionQuery} as SQL; its last parameter, the limit, is left to the caller.
 *
 * @param sql the statement
 * @param arguments the values of all parameters but the limit
 */
record SqliteSelect(String sql, List<String> arguments) {

  static SqliteSelect of(PartitionQuery query) {
    String partition = query.index().map(Index::partitionAttribute).orElse("pk");
    String sort = query.index().map(Index::sortAttribute).orElse("sk");
    // Items with equal sort keys in an index are read in the order of their keys.
    String order = query.index().isPresent() ? "%s, pk, sk".formatted(sort) : "sk";
    boolean isAscending = query.direction() == PartitionQuery.Direction.ASCENDING;

    List<String> clauses = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    clauses.add(partition + " = ?");
    arguments.add(query.partition());
    if (query.index().isPresent()) {
      clauses.add(sort + " IS NOT NULL");
    }
    switch (query.range()) {
      case SortRange.All() -> {}
      case SortRange.Prefix(String prefix) -> {
        clauses.add(sort + " >= ?");
        arguments.add(prefix);
        successor(prefix)
            .ifPresent(
                end -> {
                  clauses.add(sort + " < ?");
                  arguments.add(end);
                });
      }
      case SortRange.Between(String low, String high) -> {
        clauses.add(sort + " BETWEEN ? AND ?");
        arguments.add(low);
        arguments.add(high);
      }
      case SortRange.From(String low) -> {
        clauses.add(sort + " >= ?");
        arguments.add(low);
      }
      case SortRange.UpTo(String high) -> {
        clauses.add(sort + " <= ?");
        arguments.add(high);
      }
    }
    query
        .after()
        .ifPresent(
            cursor -> {
              clauses.add(
                  "(%s) %s (%s)"
                      .formatted(
                          order,
                          isAscending ? ">" : "<",
                          query.index().isPresent() ? "?, ?, ?" : "?"));
              if (query.index().isPresent()) {
                arguments.add(cursor.indexSort().orElseThrow());
                arguments.add(cursor.key().partition());
              }
              arguments.add(cursor.key().sort());
            });
    String direction = isAscending ? "ASC" : "DESC";
    return new SqliteSelect(
        "SELECT pk, sk, attributes FROM item WHERE %s ORDER BY %s LIMIT ?"
            .formatted(
                String.join(" AND ", clauses),
                order.replace(",", " " + direction + ",") + " " + direction),
        arguments);
  }

  /** The least text that follows all texts with this prefix, in the order of code points. */
  static Optional<String> successor(String prefix) {
    int[] codePoints = prefix.codePoints().toArray();
    for (int last = codePoints.length - 1; last >= 0; last--) {
      if (codePoints[last] < Character.MAX_CODE_POINT) {
        codePoints[last]++;
        if (codePoints[last] == Character.MIN_SURROGATE) {
          codePoints[last] = Character.MAX_SURROGATE + 1;
        }
        return Optional.of(new String(codePoints, 0, last + 1));
      }
    }
    return Optional.empty();
  }
}
