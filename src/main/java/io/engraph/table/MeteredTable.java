package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the items that one use of a table reads and writes. */
public final class MeteredTable implements Table {

  private final Table table;
  private final AtomicLong itemsRead = new AtomicLong();
  private final AtomicLong itemsWritten = new AtomicLong();

  public MeteredTable(Table table) {
    this.table = requireNonNull(table, "table is null");
  }

  public long itemsRead() {
    return itemsRead.get();
  }

  /** The writes of the transactions that were carried out, condition checks included. */
  public long itemsWritten() {
    return itemsWritten.get();
  }

  @Override
  public Optional<Item> get(Key key) {
    Optional<Item> item = table.get(key);
    itemsRead.addAndGet(item.isPresent() ? 1 : 0);
    return item;
  }

  @Override
  public List<Item> getAll(Collection<Key> keys) {
    List<Item> items = table.getAll(keys);
    itemsRead.addAndGet(items.size());
    return items;
  }

  @Override
  public Page query(PartitionQuery query) {
    Page page = table.query(query);
    itemsRead.addAndGet(page.items().size());
    return page;
  }

  @Override
  public List<Page> queryAll(List<PartitionQuery> queries) {
    List<Page> pages = table.queryAll(queries);
    pages.forEach(page -> itemsRead.addAndGet(page.items().size()));
    return pages;
  }

  @Override
  public void transact(List<Write> writes) {
    table.transact(writes);
    itemsWritten.addAndGet(writes.size());
  }

  @Override
  public void transactUnsynced(List<Write> writes) {
    table.transactUnsynced(writes);
    itemsWritten.addAndGet(writes.size());
  }

  /** Does nothing: the table belongs to whoever opened it. */
  @Override
  public void close() {}
}
