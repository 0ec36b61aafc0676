package io.engraph.forgetting;

import static java.util.Objects.requireNonNull;

import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The table as one long work of one thread sees it: between two calls it gives way to others, and
 * no call begins once there is no time for it.
 */
final class PacedTable implements Table {

  /** Beside others, a work of a second takes five. */
  private static final int RESTS = 4;

  private static final int PAGE_BESIDE_OTHERS = 100;
  private static final long LEAST_NANOS = Duration.ofMillis(1).toNanos();
  private static final long MOST_NANOS = Duration.ofMillis(200).toNanos();

  private final Table table;
  private final Others others;
  private final BooleanSupplier hasTime;
  private final LongSupplier ticker;
  private final LongConsumer pause;
  private long rested;

  /** There is no time for another call; what is left is for later. */
  static final class OutOfTimeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfTimeException() {
      super("no time is left for this deletion", null, false, false);
    }
  }

  /**
   * @param hasTime asked before each call
   */
  PacedTable(Table table, Others others, BooleanSupplier hasTime) {
    this(table, others, hasTime, System::nanoTime, LockSupport::parkNanos);
  }

  /**
   * @param ticker counts nanoseconds
   * @param pause takes the nanoseconds to rest
   */
  PacedTable(
      Table table,
      Others others,
      BooleanSupplier hasTime,
      LongSupplier ticker,
      LongConsumer pause) {
    this.table = requireNonNull(table, "table is null");
    this.others = requireNonNull(others, "others is null");
    this.hasTime = requireNonNull(hasTime, "hasTime is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.pause = requireNonNull(pause, "pause is null");
    this.rested = ticker.getAsLong();
  }

  private void begin() {
    if (!hasTime.getAsBoolean()) {
      throw new OutOfTimeException();
    }
  }

  /** Rests in proportion to the work since the last rest. */
  private void rest() {
    long worked = ticker.getAsLong() - rested;
    if (worked < LEAST_NANOS) {
      return;
    }
    if (others.areAtWork()) {
      pause.accept(Math.min(MOST_NANOS, RESTS * worked));
    }
    rested = ticker.getAsLong();
  }

  private <T> T paced(Supplier<T> call) {
    begin();
    T answer = call.get();
    rest();
    return answer;
  }

  private void paced(Runnable call) {
    begin();
    call.run();
    rest();
  }

  @Override
  public Optional<Item> get(Key key) {
    return paced(() -> table.get(key));
  }

  @Override
  public List<Item> getAll(Collection<Key> keys) {
    return paced(() -> table.getAll(keys));
  }

  /** Where no size is asked for, a page of it takes no longer than others can wait. */
  @Override
  public Page query(PartitionQuery query) {
    boolean isAny = query.limit() == PartitionQuery.MAX_LIMIT;
    return paced(
        () -> table.query(isAny && others.areAtWork() ? query.atMost(PAGE_BESIDE_OTHERS) : query));
  }

  @Override
  public List<Page> queryAll(List<PartitionQuery> queries) {
    return paced(() -> table.queryAll(queries));
  }

  @Override
  public void transact(List<Write> writes) {
    paced(() -> table.transact(writes));
  }

  @Override
  public void transactUnsynced(List<Write> writes) {
    paced(() -> table.transactUnsynced(writes));
  }

  /** Does nothing: the table belongs to whoever opened it. */
  @Override
  public void close() {}
}
