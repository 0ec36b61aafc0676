package io.engraph.table;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What every engine checks of a transaction before it is sent. */
final class Transactions {

  private static final int NUMBER_BYTES = 21;

  private Transactions() {}

  static void check(List<Write> writes) {
    if (writes.isEmpty() || writes.size() > Table.MAX_TRANSACTION_WRITES) {
      throw new IllegalArgumentException(
          "a transaction must have 1 to %d writes, but has %d"
              .formatted(Table.MAX_TRANSACTION_WRITES, writes.size()));
    }
    Set<Key> keys = new HashSet<>();
    for (Write write : writes) {
      if (!keys.add(write.key())) {
        throw new IllegalArgumentException("two writes of one transaction are on " + write.key());
      }
      switch (write) {
        case Write.Put put -> requireSize(put.key(), put.item().attributes());
        case Write.Update update -> requireSize(update.key(), update.set());
        case Write.Delete _, Write.Check _ -> {}
      }
    }
  }

  static void requireSize(Key key, Map<String, Value> attributes) {
    long bytes = size(key, attributes);
    if (bytes > Table.MAX_ITEM_BYTES) {
      throw new ItemTooLargeException(key, bytes, Table.MAX_ITEM_BYTES);
    }
  }

  /** The size of an item as DynamoDB counts it; numbers count as the most they can take. */
  static long size(Key key, Map<String, Value> attributes) {
    long bytes = 4L + Utf8.length(key.partition()) + Utf8.length(key.sort());
    for (Map.Entry<String, Value> attribute : attributes.entrySet()) {
      bytes += Utf8.length(attribute.getKey());
      bytes +=
          switch (attribute.getValue()) {
            case Value.Text(String text) -> Utf8.length(text);
            case Value.Decimal(BigDecimal _) -> NUMBER_BYTES;
            case Value.Binary binary -> binary.value().length;
          };
    }
    return bytes;
  }
}
