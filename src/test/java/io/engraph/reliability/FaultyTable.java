package io.engraph.reliability;

import static java.util.Objects.requireNonNull;

import io.engraph.table.ContentionException;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.Table;
import io.engraph.table.TableException;
import io.engraph.table.Write;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A table that fails as tables do, at random: it throttles reads and writes, cancels transactions,
 * does not answer before or after it has committed, and has its caller die before or after a write.
 * Whoever has died does nothing more: a {@link #revived} one goes on.
 */
final class FaultyTable implements Table {

  /** The process ends here. No code of the product catches an error, so it does nothing more. */
  static final class Killed extends Error {
    private Killed() {
      super("killed", null, false, false);
    }
  }

  /**
   * How often what happens, each from 0 to 1, of the calls.
   *
   * @param throttled of any call: refused, with nothing done
   * @param cancelled of transactions: refused because of another one
   * @param lost of transactions: no answer, and not done
   * @param unheard of transactions: no answer, but done
   * @param killed of transactions: the caller dies, before or after it is done
   */
  record Rates(double throttled, double cancelled, double lost, double unheard, double killed) {
    static final Rates NONE = new Rates(0, 0, 0, 0, 0);
  }

  private final Table table;
  private final Random random;
  private final Set<Key> written;
  private Rates rates;
  private boolean isDead;
  private int faults;

  FaultyTable(Table table, Random random, Rates rates) {
    this(table, random, rates, new HashSet<>());
  }

  private FaultyTable(Table table, Random random, Rates rates, Set<Key> written) {
    this.table = requireNonNull(table, "table is null");
    this.random = requireNonNull(random, "random is null");
    this.rates = requireNonNull(rates, "rates is null");
    this.written = written;
  }

  /** The same table for the process that comes after. */
  FaultyTable revived() {
    return new FaultyTable(table, random, rates, written);
  }

  synchronized void rates(Rates other) {
    rates = other;
  }

  synchronized boolean isDead() {
    return isDead;
  }

  /** How often anything went wrong. */
  synchronized int faults() {
    return faults;
  }

  /** Everything that is stored of what was ever written through this table. */
  synchronized List<Item> stored() {
    return table.getAll(written);
  }

  private boolean happens(double rate) {
    boolean happens = random.nextDouble() < rate;
    faults += happens ? 1 : 0;
    return happens;
  }

  private <T> T read(Supplier<T> reading) {
    synchronized (this) {
      requireAlive();
      if (happens(rates.throttled)) {
        throw new ContentionException("throttled", null);
      }
    }
    return reading.get();
  }

  private void requireAlive() {
    if (isDead) {
      throw new Killed();
    }
  }

  @Override
  public Optional<Item> get(Key key) {
    return read(() -> table.get(key));
  }

  @Override
  public List<Item> getAll(Collection<Key> keys) {
    return read(() -> table.getAll(keys));
  }

  @Override
  public Page query(PartitionQuery query) {
    return read(() -> table.query(query));
  }

  @Override
  public List<Page> queryAll(List<PartitionQuery> queries) {
    return read(() -> table.queryAll(queries));
  }

  @Override
  public synchronized void transact(List<Write> writes) {
    requireAlive();
    if (happens(rates.throttled) || happens(rates.cancelled)) {
      throw new ContentionException("throttled or cancelled", null);
    }
    if (happens(rates.lost)) {
      throw new TableException("no answer, and not done", new IllegalStateException());
    }
    boolean isKilled = happens(rates.killed);
    if (isKilled && random.nextBoolean()) {
      isDead = true;
      throw new Killed();
    }
    writes.forEach(write -> written.add(write.key()));
    table.transact(writes);
    if (isKilled) {
      isDead = true;
      throw new Killed();
    }
    if (happens(rates.unheard)) {
      throw new TableException("no answer, but done", new IllegalStateException());
    }
  }

  @Override
  public void scrub() {
    table.scrub();
  }

  /** Does nothing: the table belongs to whoever opened it. */
  @Override
  public void close() {}
}
