package io.engraph.index;

import static java.util.Objects.requireNonNull;

import io.engraph.table.Table;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * The indexes that this process holds, one a graph, each brought up to date before it is read.
 *
 * <p>A warm read takes from the log only what may have been written since the last one. A writer's
 * clock may be behind and its transaction may take its time, so the read begins an overlap before;
 * records that come twice change nothing. When the indexes together are over their bound, those
 * that were not read for longest go.
 */
public final class IndexCache {

  private final Clock clock;
  private final Duration overlap;
  private final long maxBytes;
  private final Map<String, Cached> indexes = new LinkedHashMap<>(16, 0.75f, true);
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * @param overlap how far the clock of a writer may be behind, its transaction's time included
   * @param maxBytes the memory that the indexes together may take; the one in use always stays
   */
  public IndexCache(Clock clock, Duration overlap, long maxBytes) {
    this.clock = requireNonNull(clock, "clock is null");
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
    return read(table, log, graph, Instant.MAX, reading);
  }

  /**
   * Reads a graph's index, with everything in it that was acknowledged before {@code since}: if
   * somebody has begun to bring it up to date after that, it is not done again.
   *
   * @param reading must not keep the index: it changes once the call has returned
   */
  public <T> T read(
      Table table, IndexLog log, String graph, Instant since, Function<CompactIndex, T> reading) {
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
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private CompactIndex index = new CompactIndex();
    private Optional<Instant> watermark = Optional.empty();
    private volatile long bytes;

    <T> T read(Table table, IndexLog log, Instant since, Function<CompactIndex, T> reading) {
      lock.writeLock().lock();
      try {
        if (watermark.isEmpty() || !watermark.get().isAfter(since)) {
          refresh(table, log);
        }
        lock.readLock().lock();
      } finally {
        lock.writeLock().unlock();
      }
      try {
        return reading.apply(index);
      } finally {
        lock.readLock().unlock();
      }
    }

    private void refresh(Table table, IndexLog log) {
      Instant start = clock.instant();
      log.read(table, watermark.map(time -> time.minus(overlap)), index::apply);
      watermark = Optional.of(start);
      if (index.isSparse()) {
        index = index.compacted();
      }
      index.settle();
      bytes = index.bytes();
    }
  }
}
