package io.engraph.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompactIndexTest {

  private static IndexEntry entry(String node, Map<String, Integer> terms) {
    return new IndexEntry(
        node, "EPISODE", Optional.empty(), List.of(), Optional.empty(), terms, Optional.empty());
  }

  private static IndexEntry entry(String node, float... vector) {
    return new IndexEntry(
        node,
        "EPISODE",
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Map.of(),
        Optional.of(QuantizedVector.of(vector)));
  }

  private static CompactIndex index(IndexLogRecord... records) {
    CompactIndex index = new CompactIndex();
    for (IndexLogRecord record : records) {
      index.apply(record);
    }
    return index;
  }

  private static float score(CompactIndex index, String node, float[] scores) {
    return scores[index.slot(node).orElseThrow()];
  }

  @Test
  void should_score_by_bm25() {
    CompactIndex index =
        index(
            new IndexLogRecord.Upsert("1", entry("a", Map.of("tram", 2, "loud", 1))),
            new IndexLogRecord.Upsert("2", entry("b", Map.of("tram", 1))),
            new IndexLogRecord.Upsert("3", entry("c", Map.of("cake", 1, "egg", 1))));

    float[] scores = index.lexicalScores(List.of("tram", "tram"), Bm25.STANDARD);

    // idf = ln(1 + (3 - 2 + .5) / (2 + .5)); lengths 3, 1, 2 with an average of 2.
    double idf = Math.log(1.6);
    assertThat((double) score(index, "a", scores))
        .isCloseTo(idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 1.5)), within(1e-6));
    assertThat((double) score(index, "b", scores))
        .isCloseTo(idf * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 0.5)), within(1e-6));
    assertThat(score(index, "c", scores)).isZero();
  }

  @Test
  void should_score_by_cosine_and_say_where_there_is_no_vector() {
    CompactIndex index =
        index(
            new IndexLogRecord.Upsert("1", entry("same", 1, 0)),
            new IndexLogRecord.Upsert("2", entry("other", 0, 1)),
            new IndexLogRecord.Upsert("3", entry("none", Map.of("tram", 1))));

    float[] scores = index.denseScores(QuantizedVector.of(new float[] {1, 0}));

    assertThat(score(index, "same", scores)).isCloseTo(1, within(0.01f));
    assertThat(score(index, "other", scores)).isCloseTo(0, within(0.01f));
    assertThat(score(index, "none", scores)).isNaN();
  }

  @Test
  void should_hold_the_latest_entry_of_a_node_whatever_the_order() {
    IndexLogRecord first = new IndexLogRecord.Upsert("1", entry("a", Map.of("old", 1)));
    IndexLogRecord second = new IndexLogRecord.Upsert("2", entry("a", Map.of("new", 1)));

    for (CompactIndex index : List.of(index(first, second), index(second, first))) {
      assertThat(index.size()).isEqualTo(1);
      assertThat(score(index, "a", index.lexicalScores(List.of("new"), Bm25.STANDARD)))
          .isPositive();
      assertThat(score(index, "a", index.lexicalScores(List.of("old"), Bm25.STANDARD))).isZero();
    }
  }

  @Test
  void should_not_revive_a_node_by_what_was_written_before_its_tombstone() {
    IndexLogRecord entry = new IndexLogRecord.Upsert("1", entry("a", Map.of("tram", 1)));
    IndexLogRecord late = new IndexLogRecord.Upsert("2", entry("a", Map.of("tram", 1)));
    IndexLogRecord tombstone = new IndexLogRecord.Tombstone("3", "a");

    for (CompactIndex index :
        List.of(
            index(entry, tombstone, late),
            index(late, tombstone, entry),
            index(tombstone, late, entry))) {
      assertThat(index.size()).isZero();
      assertThat(index.slot("a")).isEmpty();
      for (float score : index.lexicalScores(List.of("tram"), Bm25.STANDARD)) {
        assertThat(score).isZero();
      }
    }
  }

  @Test
  void should_come_to_the_same_whatever_the_order_and_however_often_records_come() {
    Random random = new Random(5);
    List<IndexLogRecord> records = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      String node = "n" + random.nextInt(60);
      String ulid = "%05d".formatted(i);
      records.add(
          random.nextInt(10) == 0
              ? new IndexLogRecord.Tombstone(ulid, node)
              : new IndexLogRecord.Upsert(
                  ulid, entry(node, Map.of("t" + random.nextInt(20), 1 + random.nextInt(3)))));
    }
    CompactIndex inOrder = index(records.toArray(IndexLogRecord[]::new));
    List<IndexLogRecord> shuffled = new ArrayList<>(records);
    shuffled.addAll(records);
    Collections.shuffle(shuffled, random);
    CompactIndex outOfOrder = index(shuffled.toArray(IndexLogRecord[]::new));

    for (CompactIndex other : List.of(outOfOrder, inOrder.compacted())) {
      assertThat(other.size()).isEqualTo(inOrder.size());
      for (int term = 0; term < 20; term++) {
        float[] expected = inOrder.lexicalScores(List.of("t" + term), Bm25.STANDARD);
        float[] actual = other.lexicalScores(List.of("t" + term), Bm25.STANDARD);
        for (int node = 0; node < 60; node++) {
          String id = "n" + node;
          assertThat(other.slot(id).isPresent()).isEqualTo(inOrder.slot(id).isPresent());
          if (inOrder.slot(id).isPresent()) {
            assertThat(score(other, id, actual)).isEqualTo(score(inOrder, id, expected));
          }
        }
      }
    }
    assertThat(inOrder.compacted().slots()).isEqualTo(inOrder.size());
    assertThat(inOrder.compacted().bytes()).isLessThan(inOrder.bytes());
  }

  @Test
  void should_not_revive_what_was_deleted_before_it_was_compacted() {
    CompactIndex index = index(new IndexLogRecord.Tombstone("1", "a")).compacted();

    index.apply(new IndexLogRecord.Upsert("0", entry("a", Map.of("tram", 1))));

    assertThat(index.size()).isZero();
  }

  @Test
  void should_take_a_node_that_is_told_anew_after_its_tombstone() {
    IndexLogRecord tombstone = new IndexLogRecord.Tombstone("2", "a");
    IndexLogRecord anew = new IndexLogRecord.Upsert("3", entry("a", Map.of("tram", 1)));

    assertThat(index(tombstone, anew).size()).isEqualTo(1);
    assertThat(index(anew, tombstone).size()).isEqualTo(1);
  }

  @Test
  void should_lose_all_that_was_written_before_it_was_cleared() {
    IndexLogRecord before = new IndexLogRecord.Upsert("1", entry("a", Map.of("tram", 1)));
    IndexLogRecord cleared = new IndexLogRecord.Cleared("2");
    IndexLogRecord after = new IndexLogRecord.Upsert("3", entry("b", Map.of("tram", 1)));

    for (CompactIndex index :
        List.of(
            index(before, cleared, after),
            index(after, cleared, before),
            index(cleared, after, before).compacted())) {
      assertThat(index.slot("a")).isEmpty();
      assertThat(index.slot("b")).isPresent();
    }
  }

  @Test
  void should_count_nodes_by_kind() {
    CompactIndex index =
        index(
            new IndexLogRecord.Upsert("1", entry("a", Map.of())),
            new IndexLogRecord.Upsert("2", entry("b", Map.of())),
            new IndexLogRecord.Tombstone("3", "b"));

    assertThat(index.countsByKind()).isEqualTo(Map.of("EPISODE", 1));
  }
}
