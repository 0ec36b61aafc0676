package io.engraph.forgetting;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.EmbeddedMemory;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.endpoint.Deadline;
import io.engraph.forgetting.Forgotten.State;
import io.engraph.graph.Edge;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Retention;
import io.engraph.graph.SourceRef;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.ingestion.Observation;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.ingestion.TurnOutcome.Status;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.MortalTable;
import io.engraph.table.Table;
import io.engraph.table.TableException;
import io.engraph.table.Ulids;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is forgotten is gone: from queries, from traces, from every stored byte, in every process.
 */
abstract class ForgettingContract {

  private static final GraphId GRAPH = new GraphId("forgetful");
  private static final GraphId OTHER = new GraphId("forgetful-not");
  private static final String MARKER = "marzipan";

  /** An empty table of its own. */
  protected abstract Table open();

  /** All that is stored in a table that was opened, as text. */
  protected abstract String stored(Table table);

  private Table table;
  private EmbeddedMemory memory;

  @BeforeEach
  void begin() {
    table = open();
    memory = on(table);
  }

  @AfterEach
  void end() {
    table.close();
  }

  private static EmbeddedMemory on(Table table) {
    return EmbeddedMemory.on(
        table,
        new BagOfWordsEmbedding(),
        Clock.systemUTC(),
        Map.of("engraph.index.overlap", "PT15S"));
  }

  private static TurnOutcome tell(
      EmbeddedMemory to, GraphId graph, String session, String id, String speaker, String text) {
    return to.ingestion()
        .ingest(
            graph,
            List.of(
                new Observation(
                    Optional.of(id),
                    session,
                    Optional.of(speaker),
                    text,
                    OffsetDateTime.parse("2026-03-0%sT10:00:00Z".formatted(id.charAt(0))),
                    Map.of("topic", text.contains(MARKER) ? MARKER : "other"))))
        .turns()
        .getFirst();
  }

  /**
   * A conversation with a marker in it, asked about, answered with it, learned from, put in order.
   */
  private static void live(EmbeddedMemory in) {
    tell(in, GRAPH, "s", "1", "Ana", "I keep bees on the roof of the library.");
    tell(in, GRAPH, "s", "2", "Ana", "I went to the Marzipan Fair with my sister.");
    tell(in, GRAPH, "s", "3", "Ana", "I went to the Marzipan Fair again.");
    tell(in, GRAPH, "t", "4", "Ben", "I think the Marzipan Fair is terrible.");
    tell(in, GRAPH, "t", "5", "Ana", "I went to the Marzipan Fair alone.");
    tell(in, GRAPH, "t", "6", "Ben", "The honey is sold at the market.");
    in.consolidation().run(GRAPH, Integer.MAX_VALUE);
    report(in, "Who likes marzipan at the Marzipan Fair?", "Ana went for the marzipan.");
    report(in, "Where is the honey of the bees sold?", "At the market.");
  }

  private static void report(EmbeddedMemory in, String question, String answer) {
    Recall recall = in.retrieval().recall(GRAPH, RecallQuery.of(question));
    in.feedback()
        .report(
            GRAPH,
            recall.trace().orElseThrow().query(),
            new FeedbackReport(
                recall.nodes().stream()
                    .map(Recall.RecalledNode::node)
                    .filter(
                        node ->
                            node.content().contains("Marzipan") == question.contains("marzipan"))
                    .map(node -> node.id().value())
                    .limit(2)
                    .toList(),
                Outcome.HELPFUL,
                1,
                Optional.of(answer),
                FeedbackReport.ANYBODY));
  }

  private static List<IndexEntry> entries(EmbeddedMemory of, Table table, GraphId graph) {
    return of.indexes()
        .read(
            table,
            new IndexLog(graph.value(), new Ulids(Clock.systemUTC(), new SecureRandom())),
            graph.value(),
            index -> index.entries().stream().filter(entry -> entry != null).toList());
  }

  private List<Node> nodes() {
    return List.copyOf(
        new MemoryGraph(table, GRAPH)
            .nodes(
                entries(memory, table, GRAPH).stream()
                    .map(entry -> new NodeId(entry.node()))
                    .toList())
            .values());
  }

  private Node node(NodeKind kind, String text) {
    return nodes().stream()
        .filter(node -> node.kind() == kind && node.content().contains(text))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no %s has: %s".formatted(kind, text)));
  }

  private Target fair() {
    return new Target.OfNode(node(NodeKind.ENTITY, "Marzipan Fair").id(), false);
  }

  private void assertMarkerIsGone() {
    String stored = stored(table).toLowerCase(java.util.Locale.ROOT);
    int at = stored.indexOf(MARKER);
    assertThat(at < 0 ? "" : stored.substring(Math.max(0, at - 300), at + 60)).isEmpty();
  }

  /** No edge leads to a node that is not there, and no index entry stands for one. */
  private void assertWhole() {
    MemoryGraph graph = new MemoryGraph(table, GRAPH);
    List<NodeId> ends = new ArrayList<>();
    for (Node node : nodes()) {
      for (Edge edge : graph.edgesOf(node.id(), 500)) {
        ends.add(edge.key().source());
        ends.add(edge.key().target());
      }
    }
    assertThat(graph.nodes(ends).keySet()).containsAll(ends);
    assertThat(entries(memory, table, GRAPH)).hasSameSizeAs(nodes());
  }

  @Test
  void should_forget_everything_about_an_entity_down_to_the_last_byte() {
    live(memory);
    assertThat(stored(table).toLowerCase(java.util.Locale.ROOT)).contains(MARKER);

    Forgotten forgotten = memory.forgetting().forget(GRAPH, fair());

    assertThat(forgotten.state()).isEqualTo(State.DONE);
    assertThat(forgotten.turnCount()).isEqualTo(4);
    assertMarkerIsGone();
    assertWhole();
    assertThat(ask("Who went to the Marzipan Fair?"))
        .extracting(one -> one.node().content().toLowerCase(java.util.Locale.ROOT))
        .noneMatch(text -> text.contains(MARKER));
    assertThat(ask("Where is the honey sold?").getFirst().node().content()).contains("honey");
    // What was learned of something else stays.
    assertThat(nodes()).extracting(Node::kind).contains(NodeKind.QUESTION);
  }

  private List<Recall.RecalledNode> ask(String question) {
    return memory.retrieval().recall(GRAPH, RecallQuery.of(question)).nodes();
  }

  @Test
  void should_say_first_what_would_go_and_change_nothing() {
    live(memory);
    String before = stored(table);
    Forgotten planned = memory.forgetting().plan(GRAPH, fair());
    assertThat(stored(table)).isEqualTo(before);
    Forgotten forgotten = memory.forgetting().forget(GRAPH, fair());

    assertThat(planned.state()).isEqualTo(State.PLANNED);
    assertThat(planned.turns()).containsExactlyElementsOf(forgotten.turns());
    assertThat(planned.nodes()).containsExactlyInAnyOrderElementsOf(forgotten.nodes());
  }

  @Test
  void should_keep_turns_and_traces_as_long_as_the_graph_says() {
    live(memory);
    MemoryGraph graph = new MemoryGraph(table, GRAPH);
    assertThat(memory.forgetting().expire(GRAPH)).isZero();
    int traces = new QueryTraces(table, GRAPH).all().size();
    assertThat(traces).isPositive();
    // All was said in the first days of a March that is long past at that time.
    Clock then =
        Clock.fixed(OffsetDateTime.parse("2030-03-05T12:00:00Z").toInstant(), ZoneOffset.UTC);
    Forgetting later =
        new Forgetting(
            table,
            memory.indexes(),
            memory.undo(),
            new Ulids(Clock.systemUTC(), new SecureRandom()),
            then,
            Others.NONE);
    Duration upTo = Duration.between(Instant.parse("2026-03-05T09:00:00Z"), then.instant());
    table.transact(
        List.of(
            graph.replace(
                graph
                    .settings()
                    .orElseThrow()
                    .keeping(new Retention(Optional.of(upTo), Optional.of(Duration.ofDays(1)))))));

    assertThat(later.expire(GRAPH)).isEqualTo(4);
    assertThat(nodes()).extracting(Node::content).noneMatch(text -> text.contains("again"));
    assertThat(nodes()).extracting(Node::content).anyMatch(text -> text.contains("alone"));
    assertThat(new QueryTraces(table, GRAPH).all()).isEmpty();
    assertWhole();
    assertThat(later.expire(GRAPH)).isZero();
    // The graph's own time for traces holds from then on.
    ask("honey");
    assertThat(new QueryTraces(table, GRAPH).expired(Instant.now().plus(Duration.ofDays(2))))
        .hasSize(1);
  }

  @Test
  void should_forget_a_session() {
    live(memory);
    memory.forgetting().forget(GRAPH, new Target.Session("t"));

    assertThat(nodes()).extracting(Node::content).noneMatch(text -> text.contains("terrible"));
    assertThat(nodes()).extracting(Node::content).noneMatch(text -> text.contains("honey is sold"));
    assertThat(nodes()).extracting(Node::content).anyMatch(text -> text.contains("bees"));
    // The habit had an event of the session; two are none.
    assertThat(nodes()).noneMatch(node -> node.subtype().equals(Optional.of(Node.CONSOLIDATED)));
    assertWhole();
  }

  @Test
  void should_keep_what_has_other_sources_without_the_one_that_goes() {
    tell(memory, GRAPH, "s", "1", "Ana", "I work as a nurse in the clinic.");
    tell(memory, GRAPH, "t", "2", "Ana", "I work as a nurse in the clinic.");
    memory.forgetting().forget(GRAPH, new Target.Turn(new SourceRef("s", 1)));

    assertThat(node(NodeKind.FACT, "nurse").sources()).containsExactly(new SourceRef("t", 1));
    assertThat(node(NodeKind.ENTITY, "Ana").content()).isEqualTo("Ana");
    assertWhole();
  }

  @Test
  void should_forget_a_fact_with_the_turns_that_say_it_or_alone() {
    tell(memory, GRAPH, "s", "1", "Ana", "I work as a nurse in the clinic.");
    tell(memory, GRAPH, "s", "2", "Ana", "I live in Porto near the river.");
    NodeId nurse = node(NodeKind.FACT, "nurse").id();
    memory.forgetting().forget(GRAPH, new Target.OfNode(node(NodeKind.FACT, "Porto").id(), true));
    assertThat(nodes()).extracting(Node::kind).filteredOn(NodeKind.EPISODE::equals).hasSize(2);
    memory.forgetting().forget(GRAPH, new Target.OfNode(nurse, false));

    assertThat(nodes()).extracting(Node::content).noneMatch(text -> text.contains("nurse"));
    assertThat(nodes()).extracting(Node::content).anyMatch(text -> text.contains("Porto"));
    assertWhole();
  }

  @Test
  void should_not_take_the_turns_beside_one_along() {
    live(memory);
    Node honey = node(NodeKind.EPISODE, "honey");
    Forgotten forgotten = memory.forgetting().forget(GRAPH, new Target.OfNode(honey.id(), false));

    assertThat(forgotten.turns()).isEqualTo(honey.sources());
    assertThat(nodes()).extracting(Node::content).anyMatch(text -> text.contains("alone"));
    assertWhole();
  }

  @Test
  void should_restore_what_the_forgotten_had_taken_the_place_of() {
    tell(memory, GRAPH, "s", "1", "Ana", "I live in Porto near the river.");
    tell(memory, GRAPH, "s", "2", "Ana", "I live in Lisbon now.");
    memory.consolidation().run(GRAPH, Integer.MAX_VALUE);
    assertThat(node(NodeKind.FACT, "Porto").status()).isEqualTo(NodeStatus.SUPERSEDED);
    memory.forgetting().forget(GRAPH, new Target.Turn(new SourceRef("s", 2)));

    assertThat(node(NodeKind.FACT, "Porto").status()).isEqualTo(NodeStatus.CURRENT);
    assertThat(node(NodeKind.FACT, "Porto").until()).isEmpty();
  }

  @Test
  void should_be_forgotten_in_every_warm_process_at_its_next_query() {
    live(memory);
    EmbeddedMemory warm = on(table);
    assertThat(warm.retrieval().recall(GRAPH, RecallQuery.of("marzipan fair")).nodes())
        .extracting(one -> one.node().content())
        .anyMatch(text -> text.contains("Marzipan"));
    memory.forgetting().forget(GRAPH, fair());

    assertThat(entries(warm, table, GRAPH)).hasSameSizeAs(entries(memory, table, GRAPH));
    assertThat(warm.retrieval().recall(GRAPH, RecallQuery.of("marzipan fair")).nodes())
        .extracting(one -> one.node().content())
        .noneMatch(text -> text.contains("Marzipan"));
  }

  @Test
  void should_not_take_again_what_was_forgotten_but_take_it_when_it_is_told_anew() {
    tell(memory, GRAPH, "s", "1", "Ana", "I work as a nurse in the clinic.");
    memory.forgetting().forget(GRAPH, new Target.Turn(new SourceRef("s", 1)));

    TurnOutcome late = tell(memory, GRAPH, "s", "1", "Ana", "I work as a nurse in the clinic.");
    assertThat(late.status()).isEqualTo(Status.FORGOTTEN);
    assertThat(nodes()).isEmpty();

    assertThat(tell(memory, GRAPH, "s", "2", "Ana", "I work as a nurse in the clinic.").status())
        .isEqualTo(Status.INTEGRATED);
    assertThat(ask("Who is a nurse?").getFirst().node().content()).contains("nurse");
    assertThat(node(NodeKind.FACT, "nurse").sources()).containsExactly(new SourceRef("s", 2));
    assertWhole();
  }

  @Test
  void should_leave_nothing_of_a_turn_that_is_integrated_while_it_is_forgotten() {
    // Killed before it could integrate, so the turn is pending.
    EmbeddedMemory dying = on(new MortalTable(table, call -> call > 2, _ -> false));
    assertThat(tell(dying, GRAPH, "s", "1", "Ana", "I keep marzipan in the cellar.").status())
        .isEqualTo(Status.PENDING);
    memory.forgetting().forget(GRAPH, new Target.Session("s"));
    memory.ingestion().resume(GRAPH, 100);

    assertMarkerIsGone();
    assertThat(nodes()).isEmpty();
  }

  @Test
  void should_forget_a_graph_and_nothing_of_another() {
    live(memory);
    tell(memory, OTHER, "s", "1", "Ana", "I keep bees on the roof of the library.");
    EmbeddedMemory warm = on(table);
    assertThat(warm.retrieval().recall(GRAPH, RecallQuery.of("bees")).nodes()).isNotEmpty();
    memory.forgetting().forget(GRAPH, new Target.WholeGraph());

    assertMarkerIsGone();
    assertThat(new MemoryGraph(table, GRAPH).settings()).isEmpty();
    assertThat(ask("Where are the bees?")).isEmpty();
    assertThat(new QueryTraces(table, GRAPH).all()).isEmpty();
    assertThat(MemoryGraph.list(table)).containsExactly(OTHER);
    assertThat(memory.retrieval().recall(OTHER, RecallQuery.of("bees")).nodes()).isNotEmpty();
    // A graph of the same name is a new one, also for whoever knew the old one.
    tell(memory, GRAPH, "s", "1", "Ben", "The trams are loud today.");
    assertThat(warm.retrieval().recall(GRAPH, RecallQuery.of("bees trams")).nodes())
        .extracting(one -> one.node().content())
        .containsExactly("The trams are loud today.");
    assertThat(entries(warm, table, GRAPH)).hasSameSizeAs(entries(memory, table, GRAPH));
  }

  /** A clock that goes on by a second whenever it is asked. */
  private static Clock hurrying() {
    AtomicLong second = new AtomicLong();
    return new Clock() {
      @Override
      public Instant instant() {
        return Instant.parse("2026-03-05T12:00:00Z").plusSeconds(second.getAndIncrement());
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  @Test
  void should_answer_in_time_and_go_on_later() {
    int interrupted = 0;
    State state = State.RUNNING;
    for (int calls = 1; state == State.RUNNING; calls += 3) {
      try (Table other = open()) {
        EmbeddedMemory lived = on(other);
        live(lived);
        Clock clock = hurrying();
        Forgetting hasty =
            new Forgetting(
                other,
                lived.indexes(),
                lived.undo(),
                new Ulids(Clock.systemUTC(), new SecureRandom()),
                clock,
                Others.NONE);
        Forgotten forgotten =
            Deadline.<Forgotten, RuntimeException>before(
                clock.instant().plusSeconds(3 + calls),
                () -> hasty.forget(GRAPH, new Target.Session("t")));
        state = forgotten.state();
        assertThat(forgotten.turnCount()).isEqualTo(3);
        assertThat(hasty.isRunning(GRAPH, forgotten.id())).isEqualTo(state == State.RUNNING);
        interrupted += state == State.RUNNING ? 1 : 0;

        assertThat(hasty.resume()).isZero();
        assertThat(hasty.isRunning(GRAPH, forgotten.id())).isFalse();
        assertThat(stored(other)).as("after %d calls", calls).doesNotContain("terrible");
      }
    }
    assertThat(interrupted).as("deletions that were out of time somewhere").isGreaterThan(5);
  }

  @Test
  void should_take_an_interrupted_deletion_up_again() {
    for (int step = 2; step < 40; step += 3) {
      int dies = step;
      try (Table other = open()) {
        EmbeddedMemory lived = on(other);
        live(lived);
        MortalTable mortal = new MortalTable(other, call -> call == dies, _ -> false);
        EmbeddedMemory dying = on(mortal);
        NodeId fair =
            entries(lived, other, GRAPH).stream()
                .filter(entry -> entry.kind().equals("ENTITY"))
                .map(entry -> new NodeId(entry.node()))
                .filter(
                    id ->
                        new MemoryGraph(other, GRAPH)
                            .node(id)
                            .orElseThrow()
                            .content()
                            .equals("Marzipan Fair"))
                .findFirst()
                .orElseThrow();
        Target target = step % 2 == 0 ? new Target.OfNode(fair, false) : new Target.WholeGraph();
        try {
          dying.forgetting().forget(GRAPH, target);
          break;
        } catch (TableException e) {
          assertThat(e).hasMessageContaining("died");
        }
        assertThat(on(other).forgetting().resume()).isZero();
        assertThat(stored(other).toLowerCase(java.util.Locale.ROOT).contains(MARKER))
            .as("the marker is stored after a death at %d", dies)
            .isFalse();
      }
    }
  }

  @Test
  void should_forget_a_node_with_very_many_edges() {
    List<Observation> turns = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      turns.add(
          new Observation(
              Optional.of("o" + i),
              "s",
              Optional.of("Ana"),
              "We met at the Marzipan Fair on day %d.".formatted(i),
              OffsetDateTime.parse("2026-03-01T10:00:00Z").plusMinutes(i),
              Map.of()));
    }
    for (int from = 0; from < turns.size(); from += 30) {
      memory.ingestion().ingest(GRAPH, turns.subList(from, from + 30));
    }
    Forgotten forgotten = memory.forgetting().forget(GRAPH, fair());

    assertThat(forgotten.turnCount()).isEqualTo(120);
    assertMarkerIsGone();
    assertThat(nodes()).isEmpty();
  }

  @Test
  void should_take_back_what_only_questions_about_it_have_taught() {
    live(memory);
    EditLog edits = new EditLog(table, GRAPH);
    EditLog.Selection any =
        new EditLog.Selection(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    int before = edits.list(any, Optional.empty(), 1_000).size();
    memory.forgetting().forget(GRAPH, fair());

    assertThat(edits.list(any, Optional.empty(), 1_000).size()).isBetween(1, before - 1);
    assertThat(new MemoryGraph(table, GRAPH).learned().version()).isPositive();
  }

  @Test
  void should_know_no_deletion_that_nobody_began() {
    assertThat(memory.forgetting().isRunning(GRAPH, "01KB9GSD1K5M9PFQ8NPHJXV000")).isFalse();
    assertThat(memory.forgetting().resume()).isZero();
  }
}
