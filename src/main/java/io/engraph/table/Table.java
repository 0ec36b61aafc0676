package io.engraph.table;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The single table that holds all state: the port behind which an engine stands. Every engine
 * passes the same contract suite.
 *
 * <p>Safe for use by many threads. Methods throw {@link TableException} when the engine fails, and
 * {@link ContentionException} when trying again later may help.
 */
public interface Table extends AutoCloseable {

  /** The most writes of one transaction. */
  int MAX_TRANSACTION_WRITES = 100;

  /** The most bytes of one item, names and values counted as DynamoDB counts them. */
  long MAX_ITEM_BYTES = 400L * 1_024;

  /** The item of that key, with every write seen that was acknowledged before. */
  Optional<Item> get(Key key);

  /**
   * The items of those keys that exist, in no particular order; a key given twice counts once.
   * Batched: any number of keys may be asked for.
   */
  List<Item> getAll(Collection<Key> keys);

  /** One page of one partition. */
  Page query(PartitionQuery query);

  /**
   * The pages of several independent queries, in their order. Engines behind a network read them at
   * the same time.
   */
  default List<Page> queryAll(List<PartitionQuery> queries) {
    return queries.stream().map(this::query).toList();
  }

  /**
   * Carries out all writes, or none.
   *
   * @param writes 1 to {@value #MAX_TRANSACTION_WRITES} writes, each on another key
   * @throws IllegalArgumentException if there are none, too many, or two on one key
   * @throws ItemTooLargeException if an item is over {@link #MAX_ITEM_BYTES}
   * @throws ConditionFailedException if a condition does not hold; it names the first such write
   */
  void transact(List<Write> writes);

  /**
   * The same, for what is made again or missed by nobody should it be lost: where the engine is a
   * file, it need not have reached the disk when this returns. A process that dies loses none of
   * it; a machine that does may lose what was written so last, each transaction whole, and nothing
   * that another transaction has been acknowledged after.
   */
  default void transactUnsynced(List<Write> writes) {
    transact(writes);
  }

  /**
   * The time that all who write to this table agree on. It is this machine's, where the engine is;
   * engines behind a network set it right by what their answers say.
   */
  default Clock clock() {
    return Clock.systemUTC();
  }

  /**
   * Makes what was removed unreadable where it may be left behind, as in the journal of a file.
   * Nothing to do for engines that leave nothing.
   */
  default void scrub() {}

  @Override
  void close();
}
