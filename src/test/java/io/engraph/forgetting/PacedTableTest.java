package io.engraph.forgetting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.PartitionQuery;
import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Between two calls others have their turn, and without time there is no call. */
class PacedTableTest {

  private static final long MILLISECOND = 1_000_000;
  private static final String PARTITION = "P";

  @TempDir Path folder;
  private Table table;
  private final List<Long> pauses = new ArrayList<>();
  private final AtomicLong now = new AtomicLong();

  @BeforeEach
  void fill() {
    table = SqliteTable.open(folder.resolve("paced.db"), Duration.ofSeconds(5));
    for (int from = 0; from < 150; from += 50) {
      List<Write> writes = new ArrayList<>();
      for (int i = from; i < from + 50; i++) {
        writes.add(Write.put(Item.builder(new Key(PARTITION, "%03d".formatted(i))).build()));
      }
      table.transact(writes);
    }
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** A table of which each call takes that long. */
  private PacedTable paced(Others others, long nanosecondsOfCall) {
    return new PacedTable(
        table, others, () -> true, () -> now.getAndAdd(nanosecondsOfCall), pauses::add);
  }

  @Test
  void should_rest_in_proportion_to_its_work_beside_others() {
    paced(() -> true, 5 * MILLISECOND).get(new Key(PARTITION, "000"));

    assertThat(pauses).containsExactly(20 * MILLISECOND);
  }

  @Test
  void should_keep_nobody_waiting_for_its_rest() {
    paced(() -> true, 10_000 * MILLISECOND).getAll(List.of(new Key(PARTITION, "000")));

    assertThat(pauses).containsExactly(200 * MILLISECOND);
  }

  @Test
  void should_not_rest_alone() {
    paced(Others.NONE, 5 * MILLISECOND).get(new Key(PARTITION, "000"));

    assertThat(pauses).isEmpty();
  }

  @Test
  void should_not_rest_for_less_than_a_moment() {
    paced(() -> true, MILLISECOND / 10).get(new Key(PARTITION, "000"));

    assertThat(pauses).isEmpty();
  }

  @Test
  void should_read_shorter_pages_beside_others() {
    PartitionQuery any = PartitionQuery.of(PARTITION);

    assertThat(paced(Others.NONE, 0).query(any).items()).hasSize(150);
    assertThat(paced(() -> true, 0).query(any).items()).hasSize(100);
    assertThat(paced(() -> true, 0).query(any).next()).isPresent();
    assertThat(paced(() -> true, 0).query(any.atMost(120)).items()).hasSize(120);
  }

  @Test
  void should_begin_no_call_without_time() {
    PacedTable late = new PacedTable(table, Others.NONE, () -> false);

    assertThatThrownBy(() -> late.transact(List.of(Write.delete(new Key(PARTITION, "000")))))
        .isInstanceOf(PacedTable.OutOfTimeException.class);
    assertThat(table.get(new Key(PARTITION, "000"))).isPresent();
  }
}
