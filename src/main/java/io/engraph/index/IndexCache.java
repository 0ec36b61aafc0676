package io.engraph.index;

import static java.util.Objects.requireNonNull;

import io.engraph.table.Table;
import io.engraph.table.Ulids;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The indexes that this process holds, one a graph, each brought up to date before it is read.
 *
 * <p>A warm read takes from the log only what may have been written since the last one. A writer's
 * clock may be behind and its transaction may take its time, so the read begins an overlap before;
 * records that come twice change nothing. Should this machine's clock be set meanwhile, the time
 * that has passed tells where to begin. When the indexes together are over their bound, those that
 * were not read for longest go.
 */
public final class IndexCache {

  private final Clock clock;
  private final LongSupplier ticker;
  private final Duration overlap;
  private final long maxBytes;
  private final Map<String, Cached> indexes = new LinkedHashMap<>(16, 0.75f, true);
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * @param overlap how far the clock of a writer may be behind, its transaction's time included
   * @param maxBytes the memory that the indexes together may take; the one in use always stays
   */
  public IndexCache(Clock clock, Duration overlap, long maxBytes) {
    this(clock, System::nanoTime, overlap, maxBytes);
  }

  /**
   * @param ticker counts nanoseconds, whatever happens to the clock
   */
  IndexCache(Clock clock, LongSupplier ticker, Duration overlap, long maxBytes) {
    this.clock = requireNonNull(clock, "clock is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.overlap = requireNonNull(overlap, "overlap is null");
    this.maxBytes = maxBytes;
    if (overlap.isNegative()) {
      throw new IllegalArgumentException("overlap must not be negative, but is " + overlap);
    }
  }

  /**
   * Reads a graph's index, with everything in it that was acknowledged before the call.
   *
   * @param reading must not keep the index: it changes once the call has returned
   */
  public <T> T read(Table table, IndexLog log, String graph, Function<CompactIndex, T> reading) {
    return read(table, log, graph, moment(), reading);
  }

  /** This moment, for {@link #read(Table, IndexLog, String, long, Function)}. */
  public long moment() {
    return ticker.getAsLong();
  }

  /**
   * Reads a graph's index, with everything in it that was acknowledged before a moment: if somebody
   * has begun to bring it up to date after that, it is not done again.
   *
   * @param since the {@link #moment}
   * @param reading must not keep the index: it changes once the call has returned
   */
  public <T> T read(
      Table table, IndexLog log, String graph, long since, Function<CompactIndex, T> reading) {
    Cached cached = cached(graph);
    try {
      return cached.read(table, log, since, reading);
    } finally {
      evict(graph);
    }
  }

  /** Whether this process has an index of that graph, so that only news must be read. */
  public boolean has(String graph) {
    lock.lock();
    try {
      return indexes.containsKey(graph);
    } finally {
      lock.unlock();
    }
  }

  private Cached cached(String graph) {
    lock.lock();
    try {
      return indexes.computeIfAbsent(graph, _ -> new Cached());
    } finally {
      lock.unlock();
    }
  }

  private void evict(String inUse) {
    lock.lock();
    try {
      long total = indexes.values().stream().mapToLong(cached -> cached.bytes).sum();
      var oldestFirst = indexes.entrySet().iterator();
      while (total > maxBytes && oldestFirst.hasNext()) {
        Map.Entry<String, Cached> oldest = oldestFirst.next();
        if (!oldest.getKey().equals(inUse)) {
          total -= oldest.getValue().bytes;
          oldestFirst.remove();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private final class Cached {
    /** Held by the one that brings the index up to date: nobody else changes anything. */
    private final ReentrantLock refreshing = new ReentrantLock();

    /** Of the index: many read it at once, and nobody while it changes. */
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    private CompactIndex index = new CompactIndex();

    /** When the last read began; what was acknowledged before is in the index. */
    private Optional<Instant> watermark = Optional.empty();

    private long began;
    private volatile long bytes;

    <T> T read(Table table, IndexLog log, long since, Function<CompactIndex, T> reading) {
      refreshing.lock();
      try {
        boolean isFresh = watermark.isPresent() && began - since > 0;
        if (!isFresh) {
          refresh(table, log);
        }
        lock.readLock().lock();
      } finally {
        refreshing.unlock();
      }
      try {
        return reading.apply(index);
      } finally {
        lock.readLock().unlock();
      }
    }

    private void refresh(Table table, IndexLog log) {
      long begins = ticker.getAsLong();
      if (watermark.isEmpty()) {
        // Nobody has it yet.
        change(() -> log.read(table, Optional.empty(), index::has, index::apply));
      } else {
        readOn(table, log, earliest(watermark.get(), begins));
      }
      // The clock is asked after the read, since the table's answers may have set it right.
      watermark = Optional.of(clock.instant().minusNanos(ticker.getAsLong() - begins));
      began = begins;
    }

    /** Those who read the index meanwhile wait only if something has changed. */
    private void readOn(Table table, IndexLog log, Instant since) {
      List<IndexLogRecord> news = new ArrayList<>();
      log.read(
          table,
          Optional.of(since),
          index::has,
          record -> {
            if (index.isNews(record)) {
              news.add(record);
            }
          });
      if (!news.isEmpty()) {
        change(() -> news.forEach(index::apply));
      }
      // Read on from then or later, or again with the tombstones in their places.
      index.dropTombstones(Ulids.least(since));
    }

    private void change(Runnable changes) {
      lock.writeLock().lock();
      try {
        changes.run();
        if (index.isSparse()) {
          index = index.compacted();
        }
        index.settle();
        bytes = index.bytes();
      } finally {
        lock.writeLock().unlock();
      }
    }

    /** The least time that a record may have that was not there at the last read. */
    private Instant earliest(Instant lastTime, long now) {
      Instant passed = clock.instant().minusNanos(now - began);
      return (passed.isBefore(lastTime) ? passed : lastTime).minus(overlap);
    }
  }
}
