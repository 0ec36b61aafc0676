package io.engraph.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes more than one transaction holds, in order, in several. */
public final class Chunks {

  private Chunks() {}

  /**
   * Writes everything, the last write last, and nothing once the guard's condition fails.
   *
   * @param transaction carries out one transaction
   */
  public static void transact(Consumer<List<Write>> transaction, List<Write> writes, Write guard) {
    if (writes.size() <= Table.MAX_TRANSACTION_WRITES) {
      transaction.accept(writes);
      return;
    }
    int most = Table.MAX_TRANSACTION_WRITES - 1;
    for (int start = 0; start < writes.size(); start += most) {
      int end = Math.min(writes.size(), start + most);
      List<Write> chunk = new ArrayList<>(writes.subList(start, end));
      if (end < writes.size()) {
        chunk.add(guard);
      }
      transaction.accept(chunk);
    }
  }

  /** Writes everything, the last write last; nothing for no writes. */
  public static void transact(Table table, List<Write> writes) {
    for (int start = 0; start < writes.size(); start += Table.MAX_TRANSACTION_WRITES) {
      int end = Math.min(writes.size(), start + Table.MAX_TRANSACTION_WRITES);
      table.transact(List.copyOf(writes.subList(start, end)));
    }
  }
}
