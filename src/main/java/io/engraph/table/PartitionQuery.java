package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A read of one partition, in the order of its sort keys.
 *
 * @param index the index to read through; empty for the table itself
 * @param partition the value of the partition key
 * @param range which sort keys
 * @param direction ascending or descending sort keys
 * @param limit the most items of the page, 1 to 1,000
 * @param after where an earlier page ended
 * @param consistent whether every write acknowledged before must be seen; never through a global
 *     index
 */
public record PartitionQuery(
    Optional<Index> index,
    String partition,
    SortRange range,
    Direction direction,
    int limit,
    Optional<Cursor> after,
    boolean consistent) {

  /** The most items of one page. */
  public static final int MAX_LIMIT = 1_000;

  /** The order in which sort keys are read. */
  public enum Direction {
    ASCENDING,
    DESCENDING
  }

  public PartitionQuery {
    requireNonNull(index, "index is null");
    requireNonNull(partition, "partition is null");
    requireNonNull(range, "range is null");
    requireNonNull(direction, "direction is null");
    requireNonNull(after, "after is null");
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be 1 to %d, but is %d".formatted(MAX_LIMIT, limit));
    }
    if (consistent && index.isPresent() && !index.get().isLocal()) {
      throw new IllegalArgumentException("a global index cannot be read consistently");
    }
  }

  /** A query of a partition of the table itself, ascending, with the largest page. */
  public static PartitionQuery of(String partition) {
    return new PartitionQuery(
        Optional.empty(),
        partition,
        SortRange.all(),
        Direction.ASCENDING,
        MAX_LIMIT,
        Optional.empty(),
        false);
  }

  /** A query of a partition of {@code index}, ascending, with the largest page. */
  public static PartitionQuery of(Index index, String partition) {
    return new PartitionQuery(
        Optional.of(index),
        partition,
        SortRange.all(),
        Direction.ASCENDING,
        MAX_LIMIT,
        Optional.empty(),
        false);
  }

  public PartitionQuery within(SortRange newRange) {
    return new PartitionQuery(index, partition, newRange, direction, limit, after, consistent);
  }

  public PartitionQuery descending() {
    return new PartitionQuery(
        index, partition, range, Direction.DESCENDING, limit, after, consistent);
  }

  public PartitionQuery atMost(int newLimit) {
    return new PartitionQuery(index, partition, range, direction, newLimit, after, consistent);
  }

  public PartitionQuery after(Cursor cursor) {
    return new PartitionQuery(
        index, partition, range, direction, limit, Optional.of(cursor), consistent);
  }

  public PartitionQuery consistently() {
    return new PartitionQuery(index, partition, range, direction, limit, after, true);
  }
}
