package io.engraph.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.table.MeteredTable;
import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCacheTest {

  private static final Instant START = Instant.parse("2026-03-04T10:00:00Z");
  private static final Duration OVERLAP = Duration.ofSeconds(30);

  private static final Random RANDOM = new Random(11);

  @TempDir Path folder;

  private Table table;

  @BeforeEach
  void open() {
    table = SqliteTable.open(folder.resolve("index.db"), Duration.ofSeconds(10));
  }

  @AfterEach
  void close() {
    table.close();
  }

  private static Clock at(Instant instant) {
    return Clock.fixed(instant, ZoneOffset.UTC);
  }

  private static IndexLog logWrittenAt(String graph, Instant instant) {
    return new IndexLog(graph, new Ulids(at(instant), RANDOM));
  }

  private void write(String graph, Instant at, String node) {
    table.transact(
        List.of(
            logWrittenAt(graph, at)
                .upsert(
                    new IndexEntry(
                        node,
                        "EPISODE",
                        Optional.of(new IndexEntry.Position("s", 3, 1)),
                        List.of("entity-a", "entity-b"),
                        Optional.of(TimeSpan.at(at)),
                        Map.of("tram", 2, "loud", 1),
                        Optional.of(QuantizedVector.of(new float[] {1, 0.5f}))))));
  }

  private int size(IndexCache cache, Table from, String graph) {
    return cache.read(from, logWrittenAt(graph, START), graph, CompactIndex::size);
  }

  @Test
  void should_read_entries_as_they_were_written() {
    write("g", START, "episode-1");
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);

    IndexEntry entry = cache.read(table, logWrittenAt("g", START), "g", index -> index.entry(0));

    assertThat(entry.node()).isEqualTo("episode-1");
    assertThat(entry.position()).contains(new IndexEntry.Position("s", 3, 1));
    assertThat(entry.entities()).containsExactly("entity-a", "entity-b");
    assertThat(entry.time()).contains(TimeSpan.at(START));
    assertThat(entry.vector()).contains(QuantizedVector.of(new float[] {1, 0.5f}));
  }

  @Test
  void should_see_at_once_what_was_written_after_the_last_read() {
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);
    assertThat(size(cache, table, "g")).isZero();

    write("g", START, "a");

    assertThat(size(cache, table, "g")).isEqualTo(1);
  }

  @Test
  void should_keep_no_reader_waiting_for_another_where_nothing_is_new() throws Exception {
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);
    write("g", START, "a");
    table.transact(List.of(logWrittenAt("g", START).tombstone("gone")));
    assertThat(size(cache, table, "g")).isEqualTo(1);
    CountDownLatch isReading = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    try (ExecutorService others = Executors.newFixedThreadPool(2)) {
      Future<List<Integer>> slow = others.submit(() -> sizes(cache, isReading, mayEnd));
      assertThat(awaited(isReading)).isTrue();

      Future<Integer> quick = others.submit(() -> size(cache, table, "g"));

      assertThat(quick.get(10, TimeUnit.SECONDS)).isEqualTo(1);
      mayEnd.countDown();
      assertThat(slow.get(10, TimeUnit.SECONDS)).containsExactly(1, 1);
    }
  }

  @Test
  void should_not_change_under_a_reader() throws Exception {
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);
    write("g", START, "a");
    CountDownLatch isReading = new CountDownLatch(1);
    CountDownLatch isWritten = new CountDownLatch(1);
    try (ExecutorService others = Executors.newFixedThreadPool(2)) {
      Future<List<Integer>> slow = others.submit(() -> sizes(cache, isReading, isWritten));
      assertThat(awaited(isReading)).isTrue();
      write("g", START, "b");

      Future<Integer> news = others.submit(() -> size(cache, table, "g"));
      isWritten.countDown();

      assertThat(slow.get(10, TimeUnit.SECONDS)).containsExactly(1, 1);
      assertThat(news.get(10, TimeUnit.SECONDS)).isEqualTo(2);
    }
  }

  /** Reads for as long as it is kept at it: the sizes at first and at last. */
  private List<Integer> sizes(IndexCache cache, CountDownLatch isReading, CountDownLatch mayEnd) {
    return cache.read(
        table,
        logWrittenAt("g", START),
        "g",
        index -> {
          int before = index.size();
          isReading.countDown();
          return awaited(mayEnd) ? List.of(before, index.size()) : List.of();
        });
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Test
  void should_not_read_again_what_somebody_has_read_since_the_question_came() {
    AtomicLong ticks = new AtomicLong(7);
    IndexCache cache = new IndexCache(at(START), ticks::get, OVERLAP, 1_000_000);
    assertThat(cache.has("g")).isFalse();
    assertThat(size(cache, table, "g")).isZero();
    assertThat(cache.has("g")).isTrue();
    ticks.set(9);
    write("g", START.plusMillis(7), "later");

    assertThat(sizeSince(cache, 6)).isZero();
    assertThat(sizeSince(cache, 7)).isEqualTo(1);
  }

  @Test
  void should_see_what_was_written_after_the_clock_was_set_back() {
    AtomicLong ticks = new AtomicLong();
    AtomicReference<Instant> time = new AtomicReference<>(START);
    IndexCache cache =
        new IndexCache(settable(time), ticks::get, Duration.ofSeconds(15), 1_000_000);
    assertThat(size(cache, table, "g")).isZero();
    // Ten seconds later the clock is set back by an hour, and what is written has its time.
    write("g", START.minusSeconds(3_590), "after");
    // An hour later the clock shows again what it did at the last read.
    ticks.set(Duration.ofSeconds(3_610).toNanos());
    time.set(START.plusSeconds(10));

    assertThat(size(cache, table, "g")).isEqualTo(1);
  }

  @Test
  void should_see_what_was_written_before_the_clock_was_set_forward() {
    AtomicLong ticks = new AtomicLong();
    AtomicReference<Instant> time = new AtomicReference<>(START);
    IndexCache cache =
        new IndexCache(settable(time), ticks::get, Duration.ofSeconds(15), 1_000_000);
    assertThat(size(cache, table, "g")).isZero();
    write("g", START.plusSeconds(1), "before");
    ticks.set(Duration.ofSeconds(2).toNanos());
    time.set(START.plusSeconds(3_602));

    assertThat(size(cache, table, "g")).isEqualTo(1);
  }

  @Test
  void should_keep_in_memory_only_the_tombstones_that_late_records_may_come_before() {
    AtomicLong ticks = new AtomicLong();
    AtomicReference<Instant> time = new AtomicReference<>(START);
    IndexCache cache = new IndexCache(settable(time), ticks::get, OVERLAP, 1_000_000);
    assertThat(size(cache, table, "g")).isZero();
    write("g", START, "gone");
    table.transact(List.of(logWrittenAt("g", START.plusSeconds(1)).tombstone("gone")));
    assertThat(tombstones(cache)).isEqualTo(1);

    // What another writer's clock or transaction has let come late is older, and stays away.
    table.transact(List.of(logWrittenAt("g", START.plusSeconds(2)).tombstone("late")));
    write("g", START.plusMillis(1_500), "late");
    pass(ticks, time, Duration.ofSeconds(2));
    assertThat(size(cache, table, "g")).isZero();

    pass(ticks, time, OVERLAP.plusSeconds(3));
    assertThat(size(cache, table, "g")).isZero();
    pass(ticks, time, OVERLAP.plusSeconds(3));
    assertThat(size(cache, table, "g")).isZero();
    assertThat(tombstones(cache)).isZero();

    // A clock that is set back has the same records read again, and the tombstones with them.
    ticks.addAndGet(Duration.ofSeconds(1).toNanos());
    time.set(START);
    assertThat(size(cache, table, "g")).isZero();
  }

  private int tombstones(IndexCache cache) {
    return cache.read(table, logWrittenAt("g", START), "g", CompactIndex::tombstones);
  }

  private static void pass(AtomicLong ticks, AtomicReference<Instant> time, Duration passed) {
    ticks.addAndGet(passed.toNanos());
    time.set(time.get().plus(passed));
  }

  @Test
  void should_prefer_an_embedded_entry_to_one_that_a_clock_ahead_wrote_without() {
    table.transact(
        List.of(
            logWrittenAt("g", START.plusSeconds(300))
                .upsert(
                    new IndexEntry(
                        "episode-1",
                        "EPISODE",
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Map.of("tram", 1),
                        Optional.empty()))));
    write("g", START, "episode-1");
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);

    boolean isEmbedded =
        cache.read(
            table,
            logWrittenAt("g", START),
            "g",
            index -> index.entry(index.slot("episode-1").orElseThrow()).vector().isPresent());

    assertThat(isEmbedded).isTrue();
  }

  @Test
  void should_write_after_all_that_was_read_however_far_ahead_its_writer_was() {
    write("g", START.plusSeconds(300), "ahead");
    IndexLog behind = logWrittenAt("g", START);
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);
    assertThat(cache.<Integer>read(table, behind, "g", CompactIndex::size)).isEqualTo(1);

    table.transact(List.of(behind.tombstone("ahead")));

    assertThat(size(cache, table, "g")).isZero();
  }

  private static Clock settable(AtomicReference<Instant> time) {
    return new Clock() {
      @Override
      public Instant instant() {
        return time.get();
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  private int sizeSince(IndexCache cache, long since) {
    return cache.read(table, logWrittenAt("g", START), "g", since, CompactIndex::size);
  }

  @Test
  void should_see_what_a_writer_with_a_clock_behind_wrote_late() {
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);
    write("g", START, "a");
    assertThat(size(cache, table, "g")).isEqualTo(1);

    write("g", START.minus(OVERLAP), "late");

    assertThat(size(cache, table, "g")).isEqualTo(2);
  }

  @Test
  void should_not_read_again_what_is_older_than_the_overlap() {
    for (int i = 0; i < 20; i++) {
      write("g", START.minus(Duration.ofHours(1)), "old-" + i);
    }
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);
    assertThat(size(cache, table, "g")).isEqualTo(20);
    write("g", START, "new");

    MeteredTable warm = new MeteredTable(table);
    assertThat(size(cache, warm, "g")).isEqualTo(21);
    assertThat(warm.itemsRead()).isEqualTo(1);
  }

  @Test
  void should_obey_a_tombstone_at_the_next_read_of_a_warm_index() {
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);
    write("g", START, "a");
    assertThat(size(cache, table, "g")).isEqualTo(1);

    table.transact(List.of(logWrittenAt("g", START.plusMillis(1)).tombstone("a")));

    assertThat(size(cache, table, "g")).isZero();
  }

  @Test
  void should_keep_graphs_apart_whose_names_begin_alike() {
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1_000_000);
    write("g", START, "a");
    write("g-2", START, "b");
    write("g-2", START, "c");

    assertThat(size(cache, table, "g")).isEqualTo(1);
    assertThat(size(cache, table, "g-2")).isEqualTo(2);
  }

  @Test
  void should_let_go_of_the_index_that_was_not_read_for_longest() {
    write("a", START.minus(Duration.ofHours(1)), "n");
    write("b", START.minus(Duration.ofHours(1)), "n");
    IndexCache cache = new IndexCache(at(START), OVERLAP, 1);
    assertThat(size(cache, table, "a")).isEqualTo(1);
    assertThat(size(cache, table, "b")).isEqualTo(1);

    MeteredTable warm = new MeteredTable(table);
    MeteredTable cold = new MeteredTable(table);
    assertThat(size(cache, warm, "b")).isEqualTo(1);
    assertThat(size(cache, cold, "a")).isEqualTo(1);
    assertThat(warm.itemsRead()).isZero();
    assertThat(cold.itemsRead()).isEqualTo(1);
  }

  @Test
  void should_load_a_log_of_several_pages() {
    for (int start = 0; start < 6_000; start += 100) {
      IndexLog log = logWrittenAt("g", START.minusSeconds(start));
      table.transact(
          java.util.stream.IntStream.range(start, start + 100)
              .mapToObj(
                  i ->
                      log.upsert(
                          new IndexEntry(
                              "n" + i,
                              "EPISODE",
                              Optional.empty(),
                              List.of(),
                              Optional.empty(),
                              Map.of(),
                              Optional.empty())))
              .toList());
    }

    assertThat(size(new IndexCache(at(START), OVERLAP, 1), table, "g")).isEqualTo(6_000);
  }
}
