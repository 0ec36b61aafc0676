package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** A table whose caller dies at some transactions: before it, or before it hears of it. */
public final class MortalTable implements Table {

  private final Table table;
  private final IntPredicate before;
  private final IntPredicate after;
  private final AtomicInteger calls = new AtomicInteger();

  /**
   * @param before at which transactions, counted from 1, it dies before the commit
   * @param after at which it dies after it
   */
  public MortalTable(Table table, IntPredicate before, IntPredicate after) {
    this.table = requireNonNull(table, "table is null");
    this.before = requireNonNull(before, "before is null");
    this.after = requireNonNull(after, "after is null");
  }

  /** How many transactions were begun. */
  public int calls() {
    return calls.get();
  }

  @Override
  public Optional<Item> get(Key key) {
    return table.get(key);
  }

  @Override
  public List<Item> getAll(Collection<Key> keys) {
    return table.getAll(keys);
  }

  @Override
  public Page query(PartitionQuery query) {
    return table.query(query);
  }

  @Override
  public List<Page> queryAll(List<PartitionQuery> queries) {
    return table.queryAll(queries);
  }

  @Override
  public void transact(List<Write> writes) {
    int call = calls.incrementAndGet();
    if (before.test(call)) {
      throw new TableException("died before the commit", new IllegalStateException());
    }
    table.transact(writes);
    if (after.test(call)) {
      throw new TableException("died after the commit", new IllegalStateException());
    }
  }

  @Override
  public void close() {
    table.close();
  }
}
