package io.engraph.ingestion;

import io.engraph.table.Table;
import io.engraph.table.Write;
import java.util.List;

/** Writes more than one transaction holds, in order, in several. */
final class Chunks {

  private Chunks() {}

  /** Writes everything, the last write last; nothing for no writes. */
  static void transact(Table table, List<Write> writes) {
    for (int start = 0; start < writes.size(); start += Table.MAX_TRANSACTION_WRITES) {
      int end = Math.min(writes.size(), start + Table.MAX_TRANSACTION_WRITES);
      table.transact(List.copyOf(writes.subList(start, end)));
    }
  }
}
