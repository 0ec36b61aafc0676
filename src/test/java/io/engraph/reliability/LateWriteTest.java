package io.engraph.reliability;

import static io.engraph.MemoryFixture.GRAPH;
import static io.engraph.MemoryFixture.observation;
import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.EmbeddedMemory;
import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.forgetting.Target;
import io.engraph.graph.SourceRef;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.reconsolidation.Feedback;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.reconsolidation.TraceCompleted;
import io.engraph.reliability.FaultyTable.Rates;
import io.engraph.retrieval.Recall;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is forgotten while something else is being linked to it leaves no link to nowhere. */
class LateWriteTest {

  @TempDir Path folder;

  /** A table that has something done right before the first transaction that writes an edge. */
  private static Table before(Table table, Runnable work) {
    boolean[] isDone = {false};
    return (Table)
        Proxy.newProxyInstance(
            Table.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (_, method, arguments) -> {
              if (method.getName().startsWith("transact")
                  && !isDone[0]
                  && writesEdge(arguments[0])) {
                isDone[0] = true;
                work.run();
              }
              try {
                return method.invoke(table, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static boolean writesEdge(Object writes) {
    return ((List<?>) writes)
        .stream().anyMatch(write -> ((Write) write).key().sort().startsWith("EDGE#"));
  }

  /** Each of the two lists of traces is read while a trace goes from the one to the other. */
  @Test
  void should_find_every_trace_once_while_it_is_being_completed_and_worked_in() {
    try (MemoryFixture fixture = MemoryFixture.in(folder, Map.of())) {
      fixture.say("s", "Ana: I keep bees on the roof.", "Ben: The trams are loud.");
      Recall recall = fixture.ask("bees");
      String query = recall.trace().orElseThrow().query();
      FeedbackReport report =
          new FeedbackReport(
              List.of(recall.nodes().getFirst().node().id().value()),
              Outcome.HELPFUL,
              1,
              Optional.empty(),
              FeedbackReport.ANYBODY);
      Feedback completes =
          new Feedback(fixture.table(), new RulesAgent(), Clock.systemUTC(), _ -> {});
      List<Runnable> steps =
          List.of(
              () -> completes.report(GRAPH, query, report),
              () -> fixture.memory().reconsolidation().handle(new TraceCompleted(GRAPH, query)));
      for (int first = 0; first < 2; first++) {
        Iterator<Runnable> rest = steps.subList(first, first + 1).iterator();
        Table moving =
            (Table)
                Proxy.newProxyInstance(
                    Table.class.getClassLoader(),
                    new Class<?>[] {Table.class},
                    (_, method, arguments) -> {
                      Object result = method.invoke(fixture.table(), arguments);
                      if (method.getName().equals("query") && rest.hasNext()) {
                        rest.next().run();
                      }
                      return result;
                    });

        assertThat(new QueryTraces(moving, GRAPH).all()).containsExactly(query);
      }
    }
  }

  @Test
  void should_make_an_entity_again_that_was_forgotten_while_it_was_being_named() {
    try (MemoryFixture fixture = MemoryFixture.in(folder, Map.of())) {
      FaultyTable table = new FaultyTable(fixture.table(), new Random(0), Rates.NONE);
      EmbeddedMemory memory =
          EmbeddedMemory.on(table, new BagOfWordsEmbedding(), Clock.systemUTC(), Map.of());
      memory.ingestion().ingest(GRAPH, List.of(observation(1, "s", "Ana", "I met Zora.")));
      Table interrupted =
          before(
              table,
              () -> memory.forgetting().forget(GRAPH, new Target.Turn(new SourceRef("s", 1))));
      EmbeddedMemory other =
          EmbeddedMemory.on(interrupted, new BagOfWordsEmbedding(), Clock.systemUTC(), Map.of());

      TurnOutcome late =
          other
              .ingestion()
              .ingest(GRAPH, List.of(observation(2, "s", "Ana", "Zora sings well.")))
              .turns()
              .getFirst();

      assertThat(late.status()).isEqualTo(TurnOutcome.Status.INTEGRATED);
      StoredState state = StoredState.of(table.stored());
      assertThat(state.problems()).isEmpty();
      assertThat(state.nodes().values())
          .extracting(node -> node.text("content"))
          .containsExactlyInAnyOrder("Ana", "Zora", "Zora sings well.");
      assertThat(state.edges().keySet()).noneMatch(edge -> edge.contains("precedes"));
    }
  }
}
