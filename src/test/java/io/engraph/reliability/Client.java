package io.engraph.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.EmbeddedMemory;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.forgetting.Forgotten;
import io.engraph.forgetting.Target;
import io.engraph.graph.GraphId;
import io.engraph.graph.SourceRef;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.Feedback;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reconsolidation.TraceCompleted;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.TableException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Carries out a workload as clients, queues and streams do: what is not acknowledged is sent again,
 * events come late, twice and in any order, and a process that died is followed by another.
 */
final class Client {

  private static final int MOST_ATTEMPTS = 200;

  /** Begins with nothing that other graphs of the table have learned. */
  private static final Map<String, String> ALONE = Map.of("engraph.graph.shared-policy", "false");

  private final GraphId graph;
  private final Random order;
  private final BagOfWordsEmbedding embedding = new BagOfWordsEmbedding();
  private FaultyTable table;
  private EmbeddedMemory memory;
  private int deaths;

  /** What was told and acknowledged, by its turn; what was forgotten is not in it. */
  private final Map<SourceRef, String> told = new LinkedHashMap<>();

  /** The turns in the order in which they were told. */
  private final Set<SourceRef> turns = new LinkedHashSet<>();

  /** What was recalled for each question, and the edges that led there. */
  private final List<String> recalled = new ArrayList<>();

  private final Set<SourceRef> forgotten = new LinkedHashSet<>();

  Client(GraphId graph, FaultyTable table, Random order) {
    this.graph = graph;
    this.order = order;
    this.table = table;
    this.memory = process();
  }

  private EmbeddedMemory process() {
    return EmbeddedMemory.on(table, embedding, Clock.systemUTC(), ALONE);
  }

  FaultyTable table() {
    return table;
  }

  EmbeddedMemory memory() {
    return memory;
  }

  Map<SourceRef, String> told() {
    return told;
  }

  List<String> recalled() {
    return recalled;
  }

  Set<SourceRef> forgotten() {
    return forgotten;
  }

  /** How many processes have died. */
  int deaths() {
    return deaths;
  }

  /** Does something until it is acknowledged. */
  private <T> T until(Supplier<T> work) {
    TableException last = null;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        return work.get();
      } catch (FaultyTable.Killed e) {
        deaths++;
        table = table.revived();
        memory = process();
      } catch (TableException e) {
        // Sent again.
        last = e;
      }
    }
    throw new AssertionError("never acknowledged", last);
  }

  void carryOut(Workload.Step step) {
    switch (step) {
      case Workload.Step.Say say -> say(say);
      case Workload.Step.Ask ask -> ask(ask);
      case Workload.Step.ForgetTurn(int ago) -> {
        List<SourceRef> all = List.copyOf(turns);
        forget(new Target.Turn(all.get(Math.max(0, all.size() - 1 - ago))));
      }
      case Workload.Step.ForgetSession(String session) -> forget(new Target.Session(session));
      case Workload.Step.Consolidate() -> {
        settle();
        while (!until(() -> memory.consolidation().run(graph, 100)).finished()) {
          // It goes on.
        }
      }
    }
  }

  private void say(Workload.Step.Say say) {
    List<TurnOutcome> outcomes =
        until(() -> memory.ingestion().ingest(graph, say.observations())).turns();
    for (int i = 0; i < outcomes.size(); i++) {
      TurnOutcome outcome = outcomes.get(i);
      turns.add(outcome.source());
      if (outcome.status() == TurnOutcome.Status.FORGOTTEN) {
        assertThat(forgotten).contains(outcome.source());
      } else {
        told.put(outcome.source(), say.observations().get(i).text());
      }
    }
    // A retry event that comes before the next words, after them, or not before it must.
    if (order.nextBoolean()) {
      until(() -> memory.ingestion().resume(graph, 1));
    }
  }

  /** Delivers what is still to be worked in. */
  void settle() {
    int pending = 1;
    for (int attempt = 0; pending > 0 && attempt < MOST_ATTEMPTS; attempt++) {
      pending = until(() -> memory.ingestion().resume(graph, 100));
    }
    assertThat(pending).isZero();
    int running = 1;
    for (int attempt = 0; running > 0 && attempt < MOST_ATTEMPTS; attempt++) {
      running = until(() -> memory.forgetting().resume());
    }
  }

  private void forget(Target target) {
    settle();
    Forgotten planned = until(() -> memory.forgetting().plan(graph, target));
    until(() -> memory.forgetting().forget(graph, target));
    settle();
    planned.turns().forEach(told::remove);
    forgotten.addAll(planned.turns());
  }

  private void ask(Workload.Step.Ask ask) {
    settle();
    List<Recall> recalls = new ArrayList<>();
    for (String question : ask.questions()) {
      recalls.add(until(() -> memory.retrieval().recall(graph, RecallQuery.of(question))));
    }
    for (Recall recall : recalls) {
      List<String> nodes =
          recall.nodes().stream().map(one -> one.node().id() + " " + one.score()).toList();
      recalled.add("nodes %s, walked %s".formatted(nodes, recall.walked()));
    }
    List<String> events = new ArrayList<>();
    for (int i = 0; i < recalls.size(); i++) {
      Recall recall = recalls.get(i);
      if (!recall.nodes().isEmpty()) {
        String query = recall.trace().orElseThrow().query();
        report(query, report(recall, ask.reports().get(i)));
        // A stream delivers an event at least once.
        events.add(query);
        events.add(query);
      }
    }
    Collections.shuffle(events, order);
    for (String query : events) {
      until(() -> memory.reconsolidation().handle(new TraceCompleted(graph, query)));
    }
    ask.undone()
        .ifPresent(
            caller ->
                until(
                    () ->
                        memory
                            .undo()
                            .undo(
                                graph,
                                new EditLog.Selection(
                                    Optional.empty(),
                                    Optional.of(caller),
                                    Optional.empty(),
                                    Optional.empty()))));
  }

  private static FeedbackReport report(Recall recall, Workload.Report report) {
    List<String> ids = recall.nodes().stream().map(one -> one.node().id().value()).toList();
    int first = Math.min(report.first(), ids.size() - 1);
    int last = Math.min(ids.size(), first + report.count());
    return new FeedbackReport(
        ids.subList(first, last),
        Outcome.valueOf(report.outcome().name()),
        report.confidence(),
        Optional.empty(),
        report.caller());
  }

  /** Reports until it is acknowledged, or known to have been taken when no answer came. */
  private void report(String query, FeedbackReport report) {
    int[] attempts = {0};
    until(
        () -> {
          attempts[0]++;
          Feedback feedback = new Feedback(table, new RulesAgent(), Clock.systemUTC(), _ -> {});
          try {
            feedback.report(graph, query, report);
          } catch (Feedback.AlreadyGivenException e) {
            assertThat(attempts[0]).as("attempts at a report that was taken").isGreaterThan(1);
          }
          return query;
        });
  }
}
