package io.engraph;

import static io.engraph.MemoryFixture.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.agent.AgentReport;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.graph.GraphConfig;
import io.engraph.index.IndexCache;
import io.engraph.ingestion.Ingestion;
import io.engraph.reconsolidation.Feedback;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reconsolidation.Reconsolidation;
import io.engraph.reconsolidation.TraceCompleted;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.MeteredTable;
import io.engraph.table.Ulids;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each operation reads and writes, to the item: docs/cost.md has the same figures. */
class CostTest {

  @TempDir Path folder;

  private final SoftAssertions softly = new SoftAssertions();
  private MemoryFixture fixture;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Ingestion ingestion(MeteredTable table) {
    return new Ingestion(
        table,
        new RulesAgent(),
        new BagOfWordsEmbedding(),
        new IndexCache(Clock.systemUTC(), Duration.ofSeconds(15), 1 << 20),
        new SmallRyeConfigBuilder()
            .withMapping(GraphConfig.class)
            .build()
            .getConfigMapping(GraphConfig.class),
        new Ulids(Clock.systemUTC(), new SecureRandom()),
        Clock.systemUTC());
  }

  private void assertCost(String operation, int read, int written, Consumer<MeteredTable> work)
      throws IOException {
    MeteredTable metered = new MeteredTable(fixture.table());
    work.accept(metered);
    assertCost(
        operation,
        read,
        written,
        new Recall.Usage(metered.itemsRead(), metered.itemsWritten(), AgentReport.NONE, Map.of()));
  }

  private void assertCost(String operation, int read, int written, Recall.Usage usage)
      throws IOException {
    softly
        .assertThat(List.of(usage.itemsRead(), usage.itemsWritten()))
        .as("items read and written by: %s", operation)
        .containsExactly((long) read, (long) written);
    softly
        .assertThat(Files.readString(Path.of("docs/cost.md")))
        .contains("| %s | %d | %d |".formatted(operation, read, written));
  }

  @Test
  void should_cost_what_the_table_of_costs_says() throws IOException {
    fixture.say("s", "Ana: Good morning.", "Ben: Good morning to you.");

    assertCost(
        "remember a turn of nobody new that states nothing",
        8,
        8,
        table ->
            ingestion(table)
                .ingest(
                    GRAPH, List.of(MemoryFixture.observation(10, "s", "Ana", "It rains a lot."))));
    assertCost(
        "remember a turn with one new name and one fact",
        8,
        16,
        table ->
            ingestion(table)
                .ingest(
                    GRAPH,
                    List.of(
                        MemoryFixture.observation(
                            11, "s", "Ana", "I work as a nurse in Lisbon."))));
    assertCost(
        "send a turn again",
        3,
        0,
        table ->
            ingestion(table)
                .ingest(
                    GRAPH,
                    List.of(
                        MemoryFixture.observation(
                            11, "s", "Ana", "I work as a nurse in Lisbon."))));
    EmbeddedMemory warm =
        EmbeddedMemory.on(
            fixture.table(),
            fixture.embedding(),
            Clock.offset(Clock.systemUTC(), Duration.ofSeconds(1)),
            Map.of("engraph.index.overlap", "PT0S"));
    warm.retrieval().recall(GRAPH, RecallQuery.of("nurse in the rain"));
    assertCost(
        "ask a warm function, a graph of four turns",
        28,
        1,
        warm.retrieval().recall(GRAPH, RecallQuery.of("nurse in the rain")).usage());
    Recall recall = fixture.ask("nurse in the rain");
    String query = recall.trace().orElseThrow().query();
    List<String> influence =
        recall.nodes().stream().limit(2).map(one -> one.node().id().value()).toList();
    assertCost(
        "report on a query",
        1,
        1,
        table ->
            new Feedback(table, new RulesAgent(), Clock.systemUTC(), _ -> {})
                .report(
                    GRAPH,
                    query,
                    new FeedbackReport(
                        influence, Outcome.HELPFUL, 1, Optional.empty(), FeedbackReport.ANYBODY)));
    assertCost(
        "reconsolidate a query of four nodes",
        9,
        17,
        table ->
            assertThat(
                    new Reconsolidation(
                            table,
                            new RulesAgent(),
                            new Ulids(Clock.systemUTC(), new SecureRandom()),
                            Clock.systemUTC(),
                            new Reconsolidation.Settings(true, true, true, true))
                        .handle(new TraceCompleted(GRAPH, query)))
                .isNotEmpty());
    softly.assertAll();
  }
}
