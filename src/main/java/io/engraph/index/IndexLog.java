package io.engraph.index;

import static java.util.Objects.requireNonNull;

import io.engraph.table.Cursor;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.SortRange;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The compact index of a graph as it is stored: an append-only log in a few partitions. All records
 * of a node are in one of them, in the order in which they were made.
 */
public final class IndexLog {

  /** Partitions of a graph's log: they bear writes, and are read, side by side. */
  static final int SHARDS = 4;

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

  /** Gives the reader every record that was made at or after {@code since}. */
  void read(Table table, Optional<Instant> since, Consumer<IndexLogRecord> reader) {
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
        pages.get(i).items().forEach(item -> reader.accept(IndexLogCodec.decode(item)));
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
    return "INDEX#%s#%d".formatted(graph, shard);
  }
}
