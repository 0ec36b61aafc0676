package io.engraph.table;

import static java.util.Objects.requireNonNull;

/**
 * The identity of an {@link Item}: its partition and its place within it. Within a partition items
 * are ordered by the UTF-8 bytes of the sort key.
 *
 * @param partition the partition key, 1 to 2,048 bytes of UTF-8
 * @param sort the sort key, 1 to 1,024 bytes of UTF-8
 */
public record Key(String partition, String sort) {

  /** The most bytes of a partition key, as DynamoDB has it. */
  public static final int MAX_PARTITION_BYTES = 2_048;

  /** The most bytes of a sort key, as DynamoDB has it. */
  public static final int MAX_SORT_BYTES = 1_024;

  public Key {
    requireLength(requireNonNull(partition, "partition is null"), MAX_PARTITION_BYTES, "partition");
    requireLength(requireNonNull(sort, "sort is null"), MAX_SORT_BYTES, "sort");
  }

  private static void requireLength(String value, int most, String name) {
    int bytes = Utf8.length(value);
    if (bytes < 1 || bytes > most) {
      throw new IllegalArgumentException(
          "%s key must be 1 to %d bytes of UTF-8, but has %d".formatted(name, most, bytes));
    }
  }
}
