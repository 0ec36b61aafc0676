package io.engraph.index;

import static java.util.Objects.requireNonNull;

import io.engraph.table.Chunks;
import io.engraph.table.Cursor;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.SortRange;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * The compact index of a graph as it is stored: an append-only log in a few partitions. All records
 * of a node are in one of them, in the order in which they were made.
 */
public final class IndexLog {

  /** Partitions of a graph's log: they bear writes, and are read, side by side. */
  static final int SHARDS = 4;

  private static final String PARTITION = "INDEX#";

  private final String graph;
  private final Ulids ulids;

  /**
   * @param graph the graph's id, without {@code #}
   */
  public IndexLog(String graph, Ulids ulids) {
    this.graph = requireNonNull(graph, "graph is null");
    this.ulids = requireNonNull(ulids, "ulids is null");
  }

  /** The write that sets a node's entry; it belongs into the transaction that writes the node. */
  public Write upsert(IndexEntry entry) {
    return Write.put(
        IndexLogCodec.encode(
            partition(shard(entry.node())), new IndexLogRecord.Upsert(ulids.next(), entry)));
  }

  /** The write that takes a node out of the index for good. */
  public Write tombstone(String node) {
    return Write.put(
        IndexLogCodec.encode(
            partition(shard(node)), new IndexLogRecord.Tombstone(ulids.next(), node)));
  }

  /**
   * Removes what the log holds of nodes, but for their tombstones.
   *
   * @param nodes the nodes that are gone; empty for all
   * @return how many records were removed
   */
  public int purge(Table table, Optional<Set<String>> nodes) {
    int removed = 0;
    for (int shard = 0; shard < SHARDS; shard++) {
      PartitionQuery query = PartitionQuery.of(partition(shard)).consistently();
      Page page = table.query(query);
      while (true) {
        List<Write> deletions = new ArrayList<>();
        for (Item item : page.items()) {
          boolean isWanted = nodes.isEmpty() || nodes.get().contains(IndexLogCodec.node(item));
          boolean isContent = IndexLogCodec.isContent(item);
          boolean isOldTombstone = nodes.isEmpty() && IndexLogCodec.isTombstone(item);
          if (isWanted && (isContent || isOldTombstone)) {
            deletions.add(Write.delete(item.key()));
          }
        }
        Chunks.transact(table, deletions);
        removed += deletions.size();
        if (page.next().isEmpty()) {
          break;
        }
        page = table.query(query.after(page.next().get()));
      }
    }
    return removed;
  }

  /** Takes all nodes out of the index, also out of those that are held in memory elsewhere. */
  public void clear(Table table) {
    List<Write> writes = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      writes.add(
          Write.put(
              IndexLogCodec.encode(partition(shard), new IndexLogRecord.Cleared(ulids.next()))));
    }
    table.transact(writes);
  }

  /** One page of the nodes that a shard's records set, with the sessions that they stand in. */
  public Optional<Logged> firstLogged(Table table) {
    for (int shard = 0; shard < SHARDS; shard++) {
      Page page = table.query(PartitionQuery.of(partition(shard)).atMost(100).consistently());
      Set<String> nodes = new LinkedHashSet<>();
      Set<String> sessions = new LinkedHashSet<>();
      List<Key> records = new ArrayList<>();
      for (Item item : page.items()) {
        IndexLogRecord record = IndexLogCodec.decode(item);
        if (!(record instanceof IndexLogRecord.Cleared)) {
          records.add(item.key());
          nodes.add(record.node());
          item.findText("session").ifPresent(sessions::add);
        }
      }
      if (!records.isEmpty()) {
        return Optional.of(new Logged(List.copyOf(nodes), List.copyOf(sessions), records));
      }
    }
    return Optional.empty();
  }

  /**
   * Some records of the log.
   *
   * @param nodes the nodes that they are of
   * @param sessions the sessions that these stand in
   * @param records the keys of the records
   */
  public record Logged(List<String> nodes, List<String> sessions, List<Key> records) {
    public Logged {
      nodes = List.copyOf(nodes);
      sessions = List.copyOf(sessions);
      records = List.copyOf(records);
    }
  }

  /** Gives the reader every record of a node as it is stored, shard by shard, in order. */
  public void scan(Table table, Consumer<Item> reader) {
    for (int shard = 0; shard < SHARDS; shard++) {
      PartitionQuery query = PartitionQuery.of(partition(shard)).consistently();
      Page page = table.query(query);
      while (true) {
        page.items().stream()
            .filter(item -> !(IndexLogCodec.decode(item) instanceof IndexLogRecord.Cleared))
            .forEach(reader);
        if (page.next().isEmpty()) {
          break;
        }
        page = table.query(query.after(page.next().get()));
      }
    }
  }

  /** Whether an item is of a log, and sets a node's entry with an embedding. */
  public static boolean hasVector(Item item) {
    return item.key().partition().startsWith(PARTITION)
        && IndexLogCodec.decode(item) instanceof IndexLogRecord.Upsert(String _, IndexEntry entry)
        && entry.vector().isPresent();
  }

  /**
   * The same record with another embedding.
   *
   * @param item sets a node's entry
   */
  public static Item withVector(Item item, QuantizedVector vector) {
    if (!(IndexLogCodec.decode(item)
        instanceof IndexLogRecord.Upsert(String ulid, IndexEntry entry))) {
      throw new IllegalArgumentException("%s sets no entry".formatted(item.key()));
    }
    return IndexLogCodec.encode(
        item.key().partition(), new IndexLogRecord.Upsert(ulid, entry.withVector(vector)));
  }

  /** Whether any record was made at or after {@code since}. */
  public boolean hasNews(Table table, Instant since) {
    List<PartitionQuery> newest = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      newest.add(
          PartitionQuery.of(partition(shard))
              .within(SortRange.from(Ulids.least(since)))
              .atMost(1)
              .consistently());
    }
    return table.queryAll(newest).stream().anyMatch(page -> !page.items().isEmpty());
  }

  /**
   * Gives the reader every record that was made at or after {@code since}. What this log writes
   * afterwards comes after all of them.
   *
   * @param isKnown whether the reader has the record of a node with that ULID already; such ones
   *     are not given again
   */
  void read(
      Table table,
      Optional<Instant> since,
      BiPredicate<String, String> isKnown,
      Consumer<IndexLogRecord> reader) {
    SortRange range =
        since.<SortRange>map(time -> SortRange.from(Ulids.least(time))).orElse(SortRange.all());
    List<PartitionQuery> round = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      round.add(PartitionQuery.of(partition(shard)).within(range).consistently());
    }
    while (!round.isEmpty()) {
      List<Page> pages = table.queryAll(round);
      List<PartitionQuery> next = new ArrayList<>();
      for (int i = 0; i < pages.size(); i++) {
        List<Item> items = pages.get(i).items();
        items.stream()
            .filter(item -> !isKnown.test(IndexLogCodec.node(item), item.key().sort()))
            .forEach(item -> reader.accept(IndexLogCodec.decode(item)));
        if (!items.isEmpty()) {
          ulids.observe(items.getLast().key().sort());
        }
        Optional<Cursor> more = pages.get(i).next();
        if (more.isPresent()) {
          next.add(round.get(i).after(more.get()));
        }
      }
      round = next;
    }
  }

  private static int shard(String node) {
    return Math.floorMod(node.hashCode(), SHARDS);
  }

  private String partition(int shard) {
    return "%s%s#%d".formatted(PARTITION, graph, shard);
  }
}
