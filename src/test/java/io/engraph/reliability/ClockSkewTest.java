package io.engraph.reliability;

import static io.engraph.MemoryFixture.GRAPH;
import static io.engraph.MemoryFixture.observation;
import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.EmbeddedMemory;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.forgetting.Forgotten;
import io.engraph.forgetting.Target;
import io.engraph.graph.SourceRef;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.EmulatedTable;
import io.engraph.table.Table;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Two machines whose clocks are five minutes ahead and five minutes behind use one table: they
 * agree on the table's time, and nothing is lost, revived or expired because of the ten minutes
 * between them.
 */
@EnabledIfEnvironmentVariable(
    named = EmulatedTable.VARIABLE,
    matches = EmulatedTable.ADDRESS,
    disabledReason = EmulatedTable.DISABLED)
class ClockSkewTest {

  private Table aheadTable;
  private Table behindTable;
  private EmbeddedMemory ahead;
  private EmbeddedMemory behind;

  @BeforeEach
  void open() {
    String name = "skew-%d".formatted(System.currentTimeMillis());
    EmulatedTable.create(name).close();
    aheadTable = EmulatedTable.open(name, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)));
    behindTable = EmulatedTable.open(name, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-5)));
    // The index's overlap is left as it is.
    Map<String, String> properties = Map.of("engraph.retrieval.trace-retention", "PT2M");
    ahead =
        EmbeddedMemory.on(aheadTable, new BagOfWordsEmbedding(), aheadTable.clock(), properties);
    behind =
        EmbeddedMemory.on(behindTable, new BagOfWordsEmbedding(), behindTable.clock(), properties);
  }

  @AfterEach
  void close() {
    aheadTable.close();
    behindTable.close();
  }

  private static Recall ask(EmbeddedMemory memory, String question) {
    return memory.retrieval().recall(GRAPH, RecallQuery.of(question));
  }

  private static List<String> found(EmbeddedMemory memory, String question) {
    return ask(memory, question).nodes().stream().map(one -> one.node().content()).toList();
  }

  @Test
  void should_agree_on_the_time_of_the_table() {
    ahead.ingestion().ingest(GRAPH, List.of(observation(1, "s", "Ana", "I keep bees.")));
    found(behind, "bees");

    assertThat(Duration.between(behindTable.clock().instant(), aheadTable.clock().instant()).abs())
        .isLessThan(Duration.ofSeconds(3));
  }

  @Test
  void should_see_at_once_what_the_other_has_written() {
    ahead.ingestion().ingest(GRAPH, List.of(observation(1, "s", "Ana", "I keep bees.")));
    assertThat(found(behind, "bees")).contains("I keep bees.");
    behind.ingestion().ingest(GRAPH, List.of(observation(2, "s", "Ben", "Trams are loud.")));
    assertThat(found(ahead, "trams")).contains("Trams are loud.");
    ahead.ingestion().ingest(GRAPH, List.of(observation(3, "s", "Ana", "Honey is sweet.")));
    assertThat(found(behind, "honey")).contains("Honey is sweet.");
  }

  @Test
  void should_forget_what_the_other_has_just_written() {
    ahead.ingestion().ingest(GRAPH, List.of(observation(1, "s", "Ana", "I keep bees.")));
    assertThat(found(ahead, "bees")).contains("I keep bees.");

    Forgotten forgotten = behind.forgetting().forget(GRAPH, new Target.Turn(new SourceRef("s", 1)));

    assertThat(forgotten.state()).isEqualTo(Forgotten.State.DONE);
    assertThat(found(ahead, "bees")).isEmpty();
    assertThat(found(behind, "bees")).isEmpty();
  }

  @Test
  void should_take_the_report_on_a_question_that_the_other_was_asked() {
    ahead.ingestion().ingest(GRAPH, List.of(observation(1, "s", "Ana", "I keep bees.")));
    // Kept for two minutes by the clock of the one, which ends eight before it begins for the
    // other.
    Recall recall = ask(behind, "bees");

    ahead
        .feedback()
        .report(
            GRAPH,
            recall.trace().orElseThrow().query(),
            new FeedbackReport(
                List.of(recall.nodes().getFirst().node().id().value()),
                Outcome.HELPFUL,
                1,
                Optional.empty(),
                FeedbackReport.ANYBODY));
  }
}
