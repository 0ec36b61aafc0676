package io.engraph.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every engine of the table must do. Each test has its own partitions. */
public abstract class TableContract {

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private Table table;
  private String partition;

  /** An open table; the contract closes it after each test. */
  protected abstract Table open();

  @BeforeEach
  void openTable() {
    table = open();
    partition = "P#%d#%d".formatted(System.nanoTime(), COUNTER.incrementAndGet());
  }

  @AfterEach
  void closeTable() {
    table.close();
  }

  private Key key(String sort) {
    return new Key(partition, sort);
  }

  private Item item(String sort, long number) {
    return Item.builder(key(sort)).set("number", number).build();
  }

  private void put(Item... items) {
    table.transact(List.of(items).stream().map(Write::put).toList());
  }

  private List<String> sorts(PartitionQuery query) {
    return table.query(query).items().stream().map(item -> item.key().sort()).toList();
  }

  // Items

  @Test
  void should_return_every_kind_of_value_unchanged() {
    byte[] bytes = new byte[1_000];
    new Random(7).nextBytes(bytes);
    Item item =
        Item.builder(key("all"))
            .set("text", "naïve 東京 🎉 \u0000 \n")
            .set("empty", "")
            .set("zero", 0)
            .set("negative", -12.5)
            .set("long", Long.MAX_VALUE)
            .set("tiny", 1.25e-20)
            .set("digits", new Value.Decimal(new BigDecimal("12345678901234567890.123456789")))
            .set("bytes", bytes)
            .set("none", new byte[0])
            .build();

    put(item);

    assertThat(table.get(item.key())).contains(item);
  }

  @Test
  void should_find_nothing_where_nothing_was_put() {
    assertThat(table.get(key("missing"))).isEmpty();
    assertThat(table.query(PartitionQuery.of(partition)).items()).isEmpty();
    assertThat(table.query(PartitionQuery.of(partition)).next()).isEmpty();
  }

  @Test
  void should_replace_the_whole_item_on_put() {
    put(Item.builder(key("a")).set("old", 1).build());
    put(Item.builder(key("a")).set("new", 2).build());

    assertThat(table.get(key("a")).orElseThrow().attributes()).containsOnlyKeys("new");
  }

  @Test
  void should_get_all_existing_items_each_once() {
    List<Key> keys = new ArrayList<>();
    for (int start = 0; start < 250; start += 50) {
      List<Write> writes = new ArrayList<>();
      for (int i = start; i < start + 50; i++) {
        writes.add(Write.put(item("%03d".formatted(i), i)));
        keys.add(key("%03d".formatted(i)));
      }
      table.transact(writes);
    }
    keys.add(key("missing"));
    keys.add(key("000"));

    List<Item> found = table.getAll(keys);

    assertThat(found).hasSize(250);
    assertThat(new HashSet<>(found)).hasSize(250);
    assertThat(table.getAll(List.of())).isEmpty();
  }

  @Test
  void should_delete_an_item_and_accept_to_delete_a_missing_one() {
    put(item("a", 1));

    table.transact(List.of(Write.delete(key("a")), Write.delete(key("b"))));

    assertThat(table.get(key("a"))).isEmpty();
  }

  @Test
  void should_set_add_and_remove_attributes() {
    put(Item.builder(key("a")).set("keep", "k").set("change", "old").set("go", 1).build());

    table.transact(
        List.of(
            new Write.Update(
                key("a"),
                Map.of("change", Value.of("new")),
                Map.of("count", new Value.Decimal(new BigDecimal("0.1"))),
                Set.of("go"),
                Condition.none())));
    table.transact(
        List.of(
            new Write.Update(
                key("a"),
                Map.of(),
                Map.of("count", new Value.Decimal(new BigDecimal("0.2"))),
                Set.of(),
                Condition.none())));

    assertThat(table.get(key("a")).orElseThrow().attributes())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "keep",
                Value.of("k"),
                "change",
                Value.of("new"),
                "count",
                new Value.Decimal(new BigDecimal("0.3"))));
  }

  @Test
  void should_make_the_item_that_is_updated_where_there_is_none() {
    table.transact(List.of(Write.set(key("new"), Map.of("a", Value.of(1)), Condition.none())));

    assertThat(table.get(key("new")).orElseThrow().integer("a")).isEqualTo(1);
  }

  // Conditions

  @Test
  void should_hold_a_write_to_its_condition() {
    put(item("there", 1));
    Key there = key("there");
    Key missing = key("missing");

    assertHolds(there, Condition.present(), true);
    assertHolds(missing, Condition.present(), false);
    assertHolds(there, Condition.absent(), false);
    assertHolds(missing, Condition.absent(), true);
    assertHolds(there, Condition.equal("number", Value.of(1)), true);
    assertHolds(there, Condition.equal("number", Value.of(1.0)), true);
    assertHolds(there, Condition.equal("number", Value.of(2)), false);
    assertHolds(there, Condition.equal("number", Value.of("1")), false);
    assertHolds(there, Condition.equal("other", Value.of(1)), false);
    assertHolds(missing, Condition.equal("number", Value.of(1)), false);
    assertHolds(there, Condition.attributeAbsent("number"), false);
    assertHolds(there, Condition.attributeAbsent("other"), true);
    assertHolds(missing, Condition.attributeAbsent("number"), true);
    assertHolds(
        there, Condition.all(Condition.present(), Condition.equal("number", Value.of(1))), true);
    assertHolds(
        there, Condition.all(Condition.present(), Condition.equal("number", Value.of(2))), false);
  }

  private void assertHolds(Key key, Condition condition, boolean expected) {
    List<Write> writes = List.of(Write.check(key, condition), Write.put(item("side", 1)));
    if (expected) {
      table.transact(writes);
    } else {
      assertThatThrownBy(() -> table.transact(writes))
          .as("%s on %s", condition, key)
          .isInstanceOf(ConditionFailedException.class);
    }
  }

  @Test
  void should_name_the_write_that_failed() {
    put(item("taken", 1));
    Write failing = Write.put(item("taken", 2), Condition.absent());

    assertThatThrownBy(
            () ->
                table.transact(
                    List.of(
                        Write.put(item("a", 1)),
                        Write.put(item("b", 1), Condition.absent()),
                        failing)))
        .isInstanceOfSatisfying(
            ConditionFailedException.class,
            e -> {
              assertThat(e.index()).isEqualTo(2);
              assertThat(e.write()).isEqualTo(failing);
            });
  }

  // Transactions

  @Test
  void should_write_all_of_100_or_nothing() {
    put(item("050", -1));
    List<Write> writes =
        IntStream.range(0, 100)
            .<Write>mapToObj(i -> Write.put(item("%03d".formatted(i), i), Condition.absent()))
            .toList();

    assertThatThrownBy(() -> table.transact(writes)).isInstanceOf(ConditionFailedException.class);
    assertThat(sorts(PartitionQuery.of(partition))).containsExactly("050");

    table.transact(List.of(Write.delete(key("050"))));
    table.transact(writes);
    assertThat(sorts(PartitionQuery.of(partition))).hasSize(100);
  }

  @Test
  void should_keep_all_or_nothing_of_what_need_not_be_synced() {
    table.transactUnsynced(List.of(Write.put(item("a", 1)), Write.put(item("b", 2))));
    assertThat(sorts(PartitionQuery.of(partition))).containsExactly("a", "b");

    assertThatThrownBy(
            () ->
                table.transactUnsynced(
                    List.of(Write.put(item("c", 3)), Write.put(item("a", 4), Condition.absent()))))
        .isInstanceOf(ConditionFailedException.class);
    assertThatThrownBy(() -> table.transactUnsynced(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    table.transact(List.of(Write.put(item("d", 5))));

    table.close();
    table = open();
    assertThat(sorts(PartitionQuery.of(partition))).containsExactly("a", "b", "d");
  }

  @Test
  void should_refuse_a_transaction_that_no_engine_can_carry_out() {
    List<Write> tooMany =
        IntStream.range(0, 101).<Write>mapToObj(i -> Write.put(item("" + i, i))).toList();
    assertThatThrownBy(() -> table.transact(tooMany)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.transact(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> table.transact(List.of(Write.put(item("a", 1)), Write.delete(key("a")))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void should_refuse_an_item_over_400_KiB_and_write_nothing() {
    Item large = Item.builder(key("large")).set("bytes", new byte[400 * 1_024]).build();

    assertThatThrownBy(() -> table.transact(List.of(Write.put(item("a", 1)), Write.put(large))))
        .isInstanceOf(ItemTooLargeException.class)
        .hasMessageContaining("409600");
    assertThat(table.get(key("a"))).isEmpty();
  }

  @Test
  void should_let_one_of_two_writers_win_a_race_on_one_condition() throws Exception {
    int rounds = 50;
    AtomicInteger wins = new AtomicInteger();
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < rounds; round++) {
        Key contested = key("round-%03d".formatted(round));
        Callable<Void> writer =
            () -> {
              try {
                table.transact(
                    List.of(
                        Write.put(
                            Item.builder(contested)
                                .set("by", Thread.currentThread().threadId())
                                .build(),
                            Condition.absent())));
                wins.incrementAndGet();
              } catch (ConditionFailedException | ContentionException e) {
                // The other one has won.
              }
              return null;
            };
        for (Future<Void> done : executor.invokeAll(List.of(writer, writer))) {
          done.get();
        }
      }
    }
    assertThat(wins).hasValue(rounds);
  }

  @Test
  void should_lose_no_addition_of_concurrent_writers() throws Exception {
    int writers = 4;
    int additions = 25;
    Callable<Void> adding =
        () -> {
          for (int i = 0; i < additions; i++) {
            Contention.retry(
                () -> {
                  table.transact(
                      List.of(
                          new Write.Update(
                              key("sum"),
                              Map.of(),
                              Map.of("total", new Value.Decimal(BigDecimal.ONE)),
                              Set.of(),
                              Condition.none())));
                  return null;
                });
          }
          return null;
        };
    try (ExecutorService executor = Executors.newFixedThreadPool(writers)) {
      for (Future<Void> done : executor.invokeAll(Collections.nCopies(writers, adding))) {
        done.get();
      }
    }
    assertThat(table.get(key("sum")).orElseThrow().integer("total")).isEqualTo(writers * additions);
  }

  // Queries

  @Test
  void should_read_a_partition_in_the_order_of_utf8_bytes() {
    // U+FF5E comes after U+1F389 in UTF-16, and before it in UTF-8.
    put(item("~", 1), item("a", 2), item("Z", 3), item("é", 4), item("\uFF5E", 5), item("🎉", 6));

    assertThat(sorts(PartitionQuery.of(partition)))
        .containsExactly("Z", "a", "~", "é", "\uFF5E", "🎉");
    assertThat(sorts(PartitionQuery.of(partition).descending()))
        .containsExactly("🎉", "\uFF5E", "é", "~", "a", "Z");
  }

  @Test
  void should_read_ranges_of_sort_keys() {
    put(item("A#1", 1), item("A#2", 2), item("A#3", 3), item("AB", 4), item("B#1", 5));
    PartitionQuery query = PartitionQuery.of(partition);

    assertThat(sorts(query.within(SortRange.prefix("A#")))).containsExactly("A#1", "A#2", "A#3");
    assertThat(sorts(query.within(SortRange.between("A#2", "AB"))))
        .containsExactly("A#2", "A#3", "AB");
    assertThat(sorts(query.within(SortRange.from("AB")))).containsExactly("AB", "B#1");
    assertThat(sorts(query.within(SortRange.upTo("A#2")))).containsExactly("A#1", "A#2");
    assertThat(sorts(query.within(SortRange.prefix("C")))).isEmpty();
  }

  @Test
  void should_page_through_a_partition_without_gap_or_repetition() {
    List<String> all = IntStream.range(0, 23).mapToObj("%02d"::formatted).toList();
    put(all.stream().map(sort -> item(sort, 1)).toArray(Item[]::new));

    for (int limit : new int[] {1, 5, 22, 23, 24}) {
      assertThat(pages(PartitionQuery.of(partition).atMost(limit)))
          .as("pages of %d", limit)
          .isEqualTo(all);
      assertThat(pages(PartitionQuery.of(partition).descending().atMost(limit)))
          .isEqualTo(all.reversed());
    }
    assertThat(pages(PartitionQuery.of(partition).within(SortRange.prefix("1")).atMost(3)))
        .isEqualTo(all.subList(10, 20));
  }

  private List<String> pages(PartitionQuery query) {
    List<String> sorts = new ArrayList<>();
    Optional<Cursor> next = Optional.empty();
    do {
      Page page = table.query(next.map(query::after).orElse(query));
      assertThat(page.items().size()).isLessThanOrEqualTo(query.limit());
      page.items().forEach(item -> sorts.add(item.key().sort()));
      next = page.next();
    } while (next.isPresent());
    return sorts;
  }

  @Test
  void should_keep_partitions_apart() {
    Key other = new Key(partition + "#", "a");
    put(item("a", 1), Item.builder(other).set("number", 2).build());

    assertThat(table.query(PartitionQuery.of(partition)).items()).containsExactly(item("a", 1));
    assertThat(table.get(other).orElseThrow().integer("number")).isEqualTo(2);
  }

  @Test
  void should_answer_several_queries_in_their_order() {
    Key other = new Key(partition + "#other", "b");
    put(item("a", 1), Item.builder(other).set("number", 2).build());

    List<Page> pages =
        table.queryAll(
            List.of(
                PartitionQuery.of(partition + "#other"),
                PartitionQuery.of(partition + "#missing"),
                PartitionQuery.of(partition)));

    assertThat(pages).extracting(page -> page.items().size()).containsExactly(1, 0, 1);
    assertThat(pages.get(2).items()).containsExactly(item("a", 1));
  }

  // Indexes

  private Item edge(String source, String target, String order) {
    return Item.builder(new Key(partition + source, "EDGE#" + target))
        .set(Index.Attributes.INCOMING, partition + target)
        .set(Index.Attributes.UTILITY_ORDER, order)
        .set("helpful", 1)
        .set("secret", "not projected")
        .build();
  }

  @Test
  void should_read_the_best_outgoing_edges_first() {
    put(edge("S", "c", "0.3"), edge("S", "a", "0.5"), edge("S", "b", "0.1"), edge("T", "a", "0"));
    put(Item.builder(new Key(partition + "S", "NODE")).set("content", "x").build());

    Page best = table.query(PartitionQuery.of(Index.BY_UTILITY, partition + "S").atMost(2));

    assertThat(best.items())
        .extracting(item -> item.key().sort())
        .containsExactly("EDGE#b", "EDGE#c");
    assertThat(best.next()).isPresent();
  }

  @Test
  void should_read_the_best_incoming_edges_first() {
    put(edge("S", "x", "0.3"), edge("T", "x", "0.1"), edge("U", "x", "0.2"), edge("U", "y", "0"));

    Page incoming = table.query(PartitionQuery.of(Index.INCOMING, partition + "x"));

    assertThat(incoming.items())
        .extracting(item -> item.key().partition())
        .containsExactly(partition + "T", partition + "U", partition + "S");
  }

  @Test
  void should_return_only_what_an_index_projects() {
    put(edge("S", "x", "0.3"));

    Item projected =
        table.query(PartitionQuery.of(Index.INCOMING, partition + "x")).items().getFirst();

    assertThat(projected.attributes())
        .containsOnlyKeys("helpful", Index.Attributes.INCOMING, Index.Attributes.UTILITY_ORDER);
  }

  @Test
  void should_move_an_item_within_its_indexes_when_it_changes() {
    put(edge("S", "x", "0.3"), edge("T", "x", "0.2"));

    table.transact(
        List.of(
            Write.set(
                new Key(partition + "S", "EDGE#x"),
                Map.of(Index.Attributes.UTILITY_ORDER, Value.of("0.1")),
                Condition.none())));

    assertThat(table.query(PartitionQuery.of(Index.INCOMING, partition + "x")).items())
        .extracting(item -> item.key().partition())
        .containsExactly(partition + "S", partition + "T");
  }

  @Test
  void should_leave_an_item_out_of_an_index_whose_attributes_it_lacks() {
    put(edge("S", "x", "0.3"));

    table.transact(
        List.of(
            new Write.Update(
                new Key(partition + "S", "EDGE#x"),
                Map.of(),
                Map.of(),
                Set.of(Index.Attributes.INCOMING),
                Condition.none())));

    assertThat(table.query(PartitionQuery.of(Index.INCOMING, partition + "x")).items()).isEmpty();
    assertThat(table.query(PartitionQuery.of(Index.BY_UTILITY, partition + "S")).items())
        .hasSize(1);
  }

  @Test
  void should_page_through_an_index_whose_sort_keys_are_alike() {
    List<Item> items =
        IntStream.range(0, 7)
            .mapToObj(
                i ->
                    Item.builder(key("N%d".formatted(i)))
                        .set(Index.Attributes.TIMELINE, partition)
                        .set(Index.Attributes.TIME, i < 4 ? "2026-01-01" : "2026-01-02")
                        .build())
            .toList();
    put(items.toArray(Item[]::new));

    List<String> read = pages(PartitionQuery.of(Index.TIMELINE, partition).atMost(2));

    assertThat(read).containsExactlyInAnyOrder("N0", "N1", "N2", "N3", "N4", "N5", "N6");
    assertThat(read.subList(4, 7)).containsExactlyInAnyOrder("N4", "N5", "N6");
    assertThat(
            sorts(
                PartitionQuery.of(Index.TIMELINE, partition)
                    .within(SortRange.prefix("2026-01-02"))))
        .containsExactlyInAnyOrder("N4", "N5", "N6");
  }

  // Opening

  @Test
  void should_have_everything_again_after_it_was_closed_and_opened() {
    Item kept = edge("S", "x", "0.3");
    put(kept);

    table.close();
    table = open();

    assertThat(table.get(kept.key())).contains(kept);
    assertThat(table.query(PartitionQuery.of(Index.INCOMING, partition + "x")).items()).hasSize(1);
  }
}
