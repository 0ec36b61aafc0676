package io.engraph.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyPriorTest {

  private static final String MODEL = "model";

  @TempDir Path folder;

  private Table table;
  private int made;

  @BeforeEach
  void open() {
    table = SqliteTable.open(folder.resolve("memory.db"), Duration.ofSeconds(10));
  }

  @AfterEach
  void close() {
    table.close();
  }

  private void graph(
      String model, boolean shares, Map<String, Long> prior, Map<String, Long> learned) {
    MemoryGraph graph = new MemoryGraph(table, new GraphId("graph-" + made));
    Instant createdAt = Instant.parse("2026-03-04T09:00:00Z").plusSeconds(made++);
    List<Write> writes = new ArrayList<>();
    writes.add(
        graph.create(
            new GraphSettings(model, 3, UtilityRule.BETA_POSTERIOR, shares, prior, createdAt)));
    if (!learned.isEmpty()) {
      writes.add(graph.replace(LearnedPolicy.NONE.plus(learned)));
    }
    table.transact(writes);
  }

  @Test
  void should_be_nothing_where_no_graph_has_learned() {
    assertThat(PolicyPrior.of(table, MODEL)).isEmpty();
    graph(MODEL, true, Map.of(), Map.of());
    assertThat(PolicyPrior.of(table, MODEL)).isEmpty();
  }

  @Test
  void should_be_the_mean_of_what_graphs_began_with_and_learned() {
    graph(MODEL, true, Map.of(), Map.of("dense", 100_000L, "form", -20_000L));
    graph(MODEL, true, Map.of("dense", 100_000L), Map.of("dense", 200_000L));

    assertThat(PolicyPrior.of(table, MODEL)).isEqualTo(Map.of("dense", 200_000L, "form", -10_000L));
  }

  @Test
  void should_leave_out_graphs_that_do_not_allow_it_and_those_of_other_models() {
    graph(MODEL, true, Map.of(), Map.of("dense", 100_000L));
    graph(MODEL, false, Map.of(), Map.of("dense", 300_000L));
    graph("other", true, Map.of(), Map.of("dense", 500_000L));

    assertThat(PolicyPrior.of(table, MODEL)).isEqualTo(Map.of("dense", 100_000L));
  }

  @Test
  void should_read_the_newest_hundred_graphs_only() {
    graph(MODEL, true, Map.of(), Map.of("dense", 400_000L));
    for (int i = 0; i < 100; i++) {
      graph(MODEL, true, Map.of(), Map.of("dense", 100_000L));
    }

    assertThat(PolicyPrior.of(table, MODEL)).isEqualTo(Map.of("dense", 100_000L));
  }

  @Test
  void should_be_kept_with_the_graph() {
    graph(MODEL, true, Map.of("dense", 250_000L), Map.of("dense", 250_000L));

    MemoryGraph.Opened opened = new MemoryGraph(table, new GraphId("graph-0")).open().orElseThrow();

    assertThat(opened.shifts()).isEqualTo(Map.of("dense", 0.5));
  }
}
