package io.engraph.index;

import static java.util.Objects.requireNonNull;

/** One record of the index log: a node's entry was set, or the node is gone. */
sealed interface IndexLogRecord {

  /** Orders the records of a node: of two entries the later one holds. */
  String ulid();

  /** The node that the record is of. */
  String node();

  /** The node's entry from here on. */
  record Upsert(String ulid, IndexEntry entry) implements IndexLogRecord {
    public Upsert {
      requireNonNull(ulid, "ulid is null");
      requireNonNull(entry, "entry is null");
    }

    @Override
    public String node() {
      return entry.node();
    }
  }

  /** The node is gone for good, whatever is written of it before or after. */
  record Tombstone(String ulid, String node) implements IndexLogRecord {
    public Tombstone {
      requireNonNull(ulid, "ulid is null");
      requireNonNull(node, "node is null");
    }
  }
}
