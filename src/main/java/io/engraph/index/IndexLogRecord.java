package io.engraph.index;

import static java.util.Objects.requireNonNull;

/** One record of the index log: a node's entry was set, the node is gone, or all are. */
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

  /** Every node is gone, whose entry was set before. */
  record Cleared(String ulid) implements IndexLogRecord {
    public Cleared {
      requireNonNull(ulid, "ulid is null");
    }

    @Override
    public String node() {
      return EVERY_NODE;
    }
  }

  /** What a record of the whole graph has in the place of a node. */
  String EVERY_NODE = "*";

  /** The node is gone, whatever came before, also when that arrives later. */
  record Tombstone(String ulid, String node) implements IndexLogRecord {
    public Tombstone {
      requireNonNull(ulid, "ulid is null");
      requireNonNull(node, "node is null");
    }
  }
}
