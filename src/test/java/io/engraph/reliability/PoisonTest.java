package io.engraph.reliability;

import static io.engraph.MemoryFixture.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.EmbeddedMemory;
import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.graph.MemoryGraph;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reliability.FaultyTable.Rates;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One caller reports falsely on everything, hundreds of times: what it can move is bounded, and
 * taking its reports back leaves the memory as if they had never come.
 */
class PoisonTest {

  private static final int REPORTS = 150;

  /** Half of a weight, in millionths. */
  private static final long MOST_OF_A_CALLER = 500_000;

  private static final List<String> QUESTIONS =
      List.of("Who keeps bees on the roof?", "Where is the honey sold?", "What is loud?");

  @TempDir Path folder;
  private MemoryFixture fixture;
  private FaultyTable table;
  private EmbeddedMemory memory;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
    table = new FaultyTable(fixture.table(), new Random(0), Rates.NONE);
    memory = EmbeddedMemory.on(table, fixture.embedding(), Clock.systemUTC(), Map.of());
    memory
        .ingestion()
        .ingest(
            GRAPH,
            List.of(
                MemoryFixture.observation(1, "s", "Ana", "I keep bees on the roof."),
                MemoryFixture.observation(2, "s", "Ben", "The trams are loud."),
                MemoryFixture.observation(3, "s", "Ana", "The honey is sold at the market."),
                MemoryFixture.observation(4, "s", "Ben", "It rains a lot in the morning."),
                MemoryFixture.observation(5, "t", "Ana", "The roof of the market leaks.")));
    QUESTIONS.forEach(question -> report(question, "honest", 0, Outcome.HELPFUL));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private Recall ask(String question) {
    return memory.retrieval().recall(GRAPH, RecallQuery.of(question));
  }

  private void report(String question, String caller, int used, Outcome outcome) {
    Recall recall = ask(question);
    List<String> ids = recall.nodes().stream().map(one -> one.node().id().value()).toList();
    memory
        .feedback()
        .report(
            GRAPH,
            recall.trace().orElseThrow().query(),
            new FeedbackReport(
                List.of(ids.get(Math.min(used, ids.size() - 1))),
                outcome,
                1,
                Optional.empty(),
                caller));
  }

  private void poison() {
    for (int i = 0; i < REPORTS; i++) {
      String question = QUESTIONS.get(i % QUESTIONS.size());
      // What answers did harm, and what is least like the question helped.
      report(
          question,
          "poisoner",
          i % 2 == 0 ? 0 : 99,
          i % 2 == 0 ? Outcome.HARMFUL : Outcome.HELPFUL);
    }
  }

  @Test
  void should_still_find_what_answers() {
    poison();

    assertThat(ask("Who keeps bees on the roof?").nodes())
        .extracting(one -> one.node().content())
        .contains("I keep bees on the roof.");
    assertThat(ask("Where is the honey sold?").nodes())
        .extracting(one -> one.node().content())
        .contains("The honey is sold at the market.");
  }

  @Test
  void should_move_weights_no_further_than_one_caller_may() {
    MemoryGraph graph = new MemoryGraph(table, GRAPH);
    Map<String, Long> before = graph.learned().millionths();

    poison();

    Map<String, Long> after = graph.learned().millionths();
    assertThat(after).isNotEqualTo(before);
    after.forEach(
        (channel, by) ->
            assertThat(Math.abs(by - before.getOrDefault(channel, 0L)))
                .as(channel)
                .isLessThanOrEqualTo(MOST_OF_A_CALLER));
  }

  @Test
  void should_be_as_if_it_had_never_been_told_once_it_is_taken_back() {
    StoredState before = StoredState.of(table.stored());
    Map<String, Long> learned = new MemoryGraph(table, GRAPH).learned().millionths();
    poison();
    assertThat(StoredState.of(table.stored()).differences(before)).isNotEmpty();

    memory
        .undo()
        .undo(
            GRAPH,
            new EditLog.Selection(
                Optional.empty(), Optional.of("poisoner"), Optional.empty(), Optional.empty()));

    StoredState after = StoredState.of(table.stored());
    assertThat(after.problems()).isEmpty();
    // How often an edge was changed goes on counting; there are entries of the log and what a
    // caller moved.
    assertThat(after.differences(before))
        .allMatch(
            one ->
                one.contains(", version:")
                    || one.startsWith("others:")
                    || one.contains(", origin"));
    assertThat(new MemoryGraph(table, GRAPH).learned().millionths()).isEqualTo(learned);
  }
}
