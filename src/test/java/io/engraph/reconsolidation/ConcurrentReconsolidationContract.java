package io.engraph.reconsolidation;

import static io.engraph.MemoryFixture.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeId;
import io.engraph.graph.Relation;
import io.engraph.retrieval.Recall;
import io.engraph.table.MortalTable;
import io.engraph.table.Table;
import io.engraph.table.TableException;
import io.engraph.table.Ulids;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many writers, events that come late, twice and in any order, and writers that die right before or
 * right after they commit: the memory ends as if each query had been reconsolidated once, one after
 * the other.
 */
abstract class ConcurrentReconsolidationContract {

  private static final int QUERIES = 24;
  private static final int WRITERS = 8;
  private static final EditLog.Selection ANY =
      new EditLog.Selection(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  private static final List<String> QUESTIONS =
      List.of("bees and honey", "roof and market", "trams in the rain", "honey at the market");

  /** An empty table of its own for each name. */
  protected abstract Table open(String name);

  private MemoryFixture fixture(String name) {
    MemoryFixture fixture = MemoryFixture.on(open(name), Map.of());
    fixture.say(
        "s",
        "Ana: I keep bees on the roof.",
        "Ben: The trams are loud.",
        "Ana: The honey is sold at the market.",
        "Ben: It rains a lot.",
        "Ana: The roof of the market leaks.");
    return fixture;
  }

  /** Asks and reports, without reconsolidating; the same for the same seed. */
  private static List<String> complete(MemoryFixture fixture, Random random) {
    Feedback feedback = new Feedback(fixture.table(), new RulesAgent(), Clock.systemUTC(), _ -> {});
    List<String> queries = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      Recall recall = fixture.ask(QUESTIONS.get(random.nextInt(QUESTIONS.size())));
      List<String> ids =
          new ArrayList<>(recall.nodes().stream().map(one -> one.node().id().value()).toList());
      Collections.shuffle(ids, random);
      String query = recall.trace().orElseThrow().query();
      feedback.report(
          GRAPH,
          query,
          new FeedbackReport(
              ids.subList(0, 1 + random.nextInt(3)),
              Outcome.HELPFUL,
              (1 + random.nextInt(4)) / 4.0,
              Optional.empty(),
              "caller-" + random.nextInt(3)));
      queries.add(query);
    }
    return queries;
  }

  private static Reconsolidation reconsolidation(Table table) {
    return new Reconsolidation(
        table,
        new RulesAgent(),
        new Ulids(Clock.systemUTC(), new SecureRandom()),
        Clock.systemUTC(),
        new Reconsolidation.Settings(true, true, true, true));
  }

  /**
   * What every edge that was touched has seen, found by walks or not yet; the policy; questions.
   */
  private static Map<String, Object> state(MemoryFixture fixture, List<String> queries) {
    MemoryGraph graph = new MemoryGraph(fixture.table(), GRAPH);
    List<EdgeKey> touched =
        new EditLog(fixture.table(), GRAPH)
            .list(ANY, Optional.empty(), Integer.MAX_VALUE).stream()
                .flatMap(entry -> entry.edge().stream())
                .map(
                    edit ->
                        new EdgeKey(
                            new NodeId(edit.source()),
                            Relation.find(edit.relation()).orElseThrow(),
                            new NodeId(edit.target())))
                .distinct()
                .toList();
    Map<EdgeKey, List<Object>> edges = new TreeMap<>();
    for (Edge edge : graph.edges(touched).values()) {
      edges.put(
          edge.key(),
          List.of(
              edge.evidence().helpful(),
              edge.evidence().harmful(),
              edge.evidence().isLatent(),
              edge.version()));
    }
    QueryTraces traces = new QueryTraces(fixture.table(), GRAPH);
    List<Object> questions = new ArrayList<>();
    for (String query : queries) {
      QuestionEdit edit =
          traces.find(query, Clock.systemUTC()).orElseThrow().questionEdit().orElseThrow();
      questions.add(edit.evidence());
      questions.add(graph.node(new NodeId(edit.node())).orElseThrow().content());
    }
    return Map.of(
        "edges",
        edges,
        "policy",
        graph.learned(),
        "of a caller",
        graph.learnedFrom("caller-1"),
        "questions",
        questions);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void should_end_as_if_one_after_the_other(int seed) throws Exception {
    try (MemoryFixture serial = fixture("serial-" + seed);
        MemoryFixture concurrent = fixture("concurrent-" + seed)) {
      Reconsolidation one = reconsolidation(serial.table());
      List<String> inOrder = complete(serial, new Random(seed));
      inOrder.forEach(query -> one.handle(new TraceCompleted(GRAPH, query)));

      List<String> queries = complete(concurrent, new Random(seed));
      List<String> events = new ArrayList<>(queries);
      events.addAll(queries);
      Collections.shuffle(events, new Random(seed + 100));
      Table mortal =
          new MortalTable(concurrent.table(), call -> call % 5 == 0, call -> call % 7 == 0);
      try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
        List<Future<?>> all = new ArrayList<>();
        for (String query : events) {
          all.add(writers.submit(() -> deliver(mortal, query)));
        }
        for (Future<?> writer : all) {
          writer.get();
        }
      }

      assertThat(state(concurrent, queries)).isEqualTo(state(serial, inOrder));
    }
  }

  /** Delivers an event as a stream does: until whoever handles it returns. */
  private static void deliver(Table table, String query) {
    for (int attempt = 0; attempt < 100; attempt++) {
      try {
        reconsolidation(table).handle(new TraceCompleted(GRAPH, query));
        return;
      } catch (TableException e) {
        // It comes again.
      }
    }
    throw new AssertionError("the event was never handled");
  }
}
