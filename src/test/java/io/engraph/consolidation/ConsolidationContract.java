package io.engraph.consolidation;

import static io.engraph.MemoryFixture.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.EmbeddedMemory;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.ingestion.Observation;
import io.engraph.retrieval.AsOf;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.MortalTable;
import io.engraph.table.Table;
import io.engraph.table.TableException;
import io.engraph.table.Ulids;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told is put in order: once, whenever and however often it is done. */
abstract class ConsolidationContract {

  /** An empty table of its own. */
  protected abstract Table open();

  private Table table;
  private EmbeddedMemory memory;
  private int told;

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

  private void tell(String day, String speaker, String text) {
    tell(memory, GRAPH, day, speaker, text);
  }

  private void tell(EmbeddedMemory to, GraphId graph, String day, String speaker, String text) {
    to.ingestion()
        .ingest(
            graph,
            List.of(
                new Observation(
                    Optional.of("o" + ++told),
                    "s-" + day,
                    Optional.ofNullable(speaker),
                    text,
                    OffsetDateTime.parse(day + "T10:00:00Z"),
                    Map.of())));
  }

  private Consolidation.Outcome consolidate() {
    return memory.consolidation().run(GRAPH, Integer.MAX_VALUE);
  }

  private Map<NodeId, Node> nodes() {
    return nodes(memory, table, GRAPH);
  }

  private static List<IndexEntry> entries(EmbeddedMemory of, Table table, GraphId graph) {
    return of.indexes()
        .read(
            table,
            new IndexLog(graph.value(), new Ulids(Clock.systemUTC(), new SecureRandom())),
            graph.value(),
            index -> index.entries().stream().filter(entry -> entry != null).toList());
  }

  private static Map<NodeId, Node> nodes(EmbeddedMemory of, Table table, GraphId graph) {
    return new TreeMap<>(
        new MemoryGraph(table, graph)
            .nodes(
                entries(of, table, graph).stream()
                    .map(entry -> new NodeId(entry.node()))
                    .toList()));
  }

  /** All that makes up a graph: nodes and edges with their versions, and what the index has. */
  private record Everything(
      Map<NodeId, Node> nodes, Map<EdgeKey, Edge> edges, Map<String, IndexEntry> entries) {

    static Everything of(EmbeddedMemory memory, Table table) {
      MemoryGraph graph = new MemoryGraph(table, GRAPH);
      Map<NodeId, Node> nodes = ConsolidationContract.nodes(memory, table, GRAPH);
      Map<EdgeKey, Edge> edges = new TreeMap<>();
      nodes
          .keySet()
          .forEach(node -> graph.edgesOf(node, 200).forEach(edge -> edges.put(edge.key(), edge)));
      return new Everything(
          nodes,
          edges,
          new TreeMap<>(
              ConsolidationContract.entries(memory, table, GRAPH).stream()
                  .collect(Collectors.toMap(IndexEntry::node, entry -> entry))));
    }
  }

  private Node unit(String words) {
    return nodes().values().stream()
        .filter(node -> node.kind() != NodeKind.EPISODE && node.kind() != NodeKind.ENTITY)
        .filter(node -> node.subtype().isEmpty())
        .filter(node -> node.content().contains(words))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no unit has: " + words));
  }

  private List<Node> habits() {
    return nodes().values().stream()
        .filter(node -> node.subtype().equals(Optional.of(Node.CONSOLIDATED)))
        .toList();
  }

  private boolean hasEdge(Node from, Relation relation, Node to) {
    EdgeKey key = EdgeKey.of(from.id(), relation, to.id());
    return new MemoryGraph(table, GRAPH).edges(List.of(key)).containsKey(key);
  }

  private static Instant day(String day) {
    return OffsetDateTime.parse(day + "T10:00:00Z").toInstant();
  }

  private Recall asOf(String question, String day, AsOf.Sense sense) {
    return memory
        .retrieval()
        .recall(
            GRAPH,
            new RecallQuery(
                question,
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Set.of(NodeKind.FACT),
                Optional.empty(),
                Optional.of(new AsOf(day(day), sense)),
                false));
  }

  @Test
  void should_close_what_something_newer_takes_the_place_of() {
    tell("2026-01-05", "Ana", "I live in Porto near the river.");
    tell("2026-03-05", "Ana", "I live in Lisbon now.");
    consolidate();

    Node porto = unit("Porto");
    Node lisbon = unit("Lisbon");
    assertThat(porto.status()).isEqualTo(NodeStatus.SUPERSEDED);
    assertThat(porto.until()).contains(day("2026-03-05"));
    assertThat(porto.sources()).isNotEmpty();
    assertThat(lisbon.status()).isEqualTo(NodeStatus.CURRENT);
    assertThat(lisbon.until()).isEmpty();
    assertThat(hasEdge(lisbon, Relation.SUPERSEDES, porto)).isTrue();
  }

  @Test
  void should_answer_as_of_a_moment_in_both_senses() {
    tell("2026-01-05", "Ana", "I live in Porto near the river.");
    tell("2026-03-05", "Ana", "I have moved to Lisbon.");
    consolidate();

    assertThat(asOf("Where does Ana live?", "2026-02-01", AsOf.Sense.VALID).nodes())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.node().content()).contains("Porto");
              assertThat(one.node().status()).isEqualTo(NodeStatus.CURRENT);
            });
    assertThat(asOf("Where does Ana live?", "2026-04-01", AsOf.Sense.VALID).nodes())
        .singleElement()
        .satisfies(one -> assertThat(one.node().content()).contains("Lisbon"));
    assertThat(asOf("Where does Ana live?", "2026-02-01", AsOf.Sense.RECORDED).nodes())
        .singleElement()
        .satisfies(one -> assertThat(one.node().content()).contains("Porto"));
    assertThat(asOf("Where does Ana live?", "2026-04-01", AsOf.Sense.RECORDED).nodes())
        .extracting(one -> one.node().status())
        .containsExactlyInAnyOrder(NodeStatus.CURRENT, NodeStatus.SUPERSEDED);
    assertThat(asOf("Where does Ana live?", "2025-01-01", AsOf.Sense.RECORDED).nodes()).isEmpty();
  }

  @Test
  void should_tell_when_it_held_from_when_it_was_learned() {
    tell("2026-03-05", "Ana", "I moved to Lisbon in 2024.");
    consolidate();

    assertThat(asOf("Where does Ana live?", "2025-02-01", AsOf.Sense.VALID).nodes()).isNotEmpty();
    assertThat(asOf("Where does Ana live?", "2025-02-01", AsOf.Sense.RECORDED).nodes()).isEmpty();
    assertThat(asOf("Where does Ana live?", "2023-02-01", AsOf.Sense.VALID).nodes()).isEmpty();
  }

  @Test
  void should_close_nothing_of_what_adds_up() {
    tell("2026-01-05", "Ana", "I like green tea a lot.");
    tell("2026-03-05", "Ana", "I like black coffee a lot.");
    tell("2026-03-06", "Ana", "I have a dog named Rex.");
    tell("2026-03-07", "Ana", "I have a cat named Tom.");
    consolidate();

    assertThat(nodes().values()).extracting(Node::status).containsOnly(NodeStatus.CURRENT);
  }

  @Test
  void should_close_the_interval_of_the_one_before_when_something_is_reassigned() {
    tell("2026-01-05", null, "The owner of the Falcon project is Nora.");
    tell("2026-02-05", "Ben", "The owner of the Falcon project is now Tomas.");
    consolidate();

    assertThat(unit("Nora").status()).isEqualTo(NodeStatus.SUPERSEDED);
    assertThat(unit("Nora").until()).contains(day("2026-02-05"));
    assertThat(unit("Tomas").status()).isEqualTo(NodeStatus.CURRENT);
  }

  @Test
  void should_close_what_is_said_to_be_over() {
    tell("2026-01-05", "Ana", "I work at the Old Bakery.");
    tell("2026-02-05", "Ana", "I no longer work at the Old Bakery.");
    consolidate();

    assertThat(unit("I work at").status()).isEqualTo(NodeStatus.SUPERSEDED);
    assertThat(unit("no longer").status()).isEqualTo(NodeStatus.CURRENT);
  }

  @Test
  void should_show_a_conflict_that_nothing_decides() {
    tell("2026-01-05", "Ana", "The owner of the Falcon project is Nora.");
    tell("2026-01-09", "Ben", "The owner of the Falcon project is Tomas.");
    consolidate();

    assertThat(unit("Nora").status()).isEqualTo(NodeStatus.CONFLICTING);
    assertThat(unit("Tomas").status()).isEqualTo(NodeStatus.CONFLICTING);
    assertThat(hasEdge(unit("Nora"), Relation.CONTRADICTS, unit("Tomas"))).isTrue();
  }

  @Test
  void should_order_the_claims_of_one_source_and_never_those_of_two() {
    tell("2026-01-05", "Ana", "I think Tomas is a lazy cook.");
    tell("2026-02-05", "Ana", "I think Tomas is a brilliant cook.");
    tell("2026-02-06", "Ben", "I think Tomas is a terrible cook.");
    consolidate();

    assertThat(unit("lazy").status()).isEqualTo(NodeStatus.SUPERSEDED);
    assertThat(unit("brilliant").status()).isEqualTo(NodeStatus.CURRENT);
    assertThat(unit("terrible").status()).isEqualTo(NodeStatus.CURRENT);
    Node tomas = nodes().get(unit("brilliant").claim().orElseThrow().target());
    Node ana = nodes().get(unit("brilliant").claim().orElseThrow().source());
    assertThat(hasEdge(ana, Relation.CLAIMS, unit("brilliant"))).isTrue();
    assertThat(hasEdge(unit("brilliant"), Relation.ABOUT, tomas)).isTrue();
  }

  @Test
  void should_make_a_fact_of_what_happens_often_and_lose_nothing_particular() {
    tell("2026-03-02", "Ana", "I went to the Harbour Choir.");
    tell("2026-03-09", "Ana", "I went to the Harbour Choir with a fever.");
    tell("2026-03-16", "Ana", "I went to the Harbour Choir.");
    tell("2026-06-16", "Ana", "I went to the Harbour Choir.");
    consolidate();

    assertThat(habits())
        .singleElement()
        .satisfies(
            habit -> {
              assertThat(habit.kind()).isEqualTo(NodeKind.FACT);
              assertThat(habit.content())
                  .contains("Ana", "Harbour Choir", "3 times", "2 March 2026", "16 March 2026")
                  .contains("with a fever");
              assertThat(habit.time().orElseThrow().start()).isEqualTo(day("2026-03-02"));
              assertThat(habit.time().orElseThrow().end()).isEqualTo(day("2026-03-16"));
              assertThat(habit.sources()).hasSize(3);
              assertThat(hasEdge(habit, Relation.SUPPORTED_BY, unit("with a fever"))).isTrue();
            });
    assertThat(
            memory
                .retrieval()
                .recall(GRAPH, RecallQuery.of("How often was Ana at the choir?"))
                .nodes())
        .extracting(one -> one.node().id())
        .contains(habits().getFirst().id());
  }

  @Test
  void should_extend_a_habit_when_it_goes_on() {
    tell("2026-03-02", "Ana", "I went to the Harbour Choir.");
    tell("2026-03-09", "Ana", "I went to the Harbour Choir with Nora.");
    tell("2026-03-16", "Ana", "I went to the Harbour Choir alone.");
    consolidate();
    NodeId before = habits().getFirst().id();
    tell("2026-03-23", "Ana", "I went to the Harbour Choir by tram.");
    consolidate();

    assertThat(habits())
        .singleElement()
        .satisfies(
            habit -> {
              assertThat(habit.id()).isEqualTo(before);
              assertThat(habit.content()).contains("4 times", "by tram");
            });
  }

  @Test
  void should_join_names_of_one_person_only_with_evidence() {
    tell("2026-03-02", "Ana", "My full name is Ana Moreira.");
    tell("2026-03-03", "Ana", "I keep three beehives on the roof.");
    tell("2026-03-04", "Ben", "I met Tomas Berg at the station.");
    tell("2026-03-05", "Ben", "I met Tomas at the market.");
    consolidate();

    Map<String, Node> names =
        nodes().values().stream()
            .filter(node -> node.kind() == NodeKind.ENTITY)
            .collect(Collectors.toMap(Node::content, node -> node));
    assertThat(names.get("Ana").keywords()).containsExactly("Ana Moreira");
    assertThat(names.get("Ana Moreira").keywords()).containsExactly("Ana");
    assertThat(names.get("Tomas Berg").keywords()).isEmpty();
    assertThat(names.get("Tomas").keywords()).isEmpty();
    assertThat(
            entries(memory, table, GRAPH).stream()
                .filter(entry -> entry.node().equals(names.get("Ana Moreira").id().value()))
                .flatMap(entry -> entry.entities().stream()))
        .contains(names.get("Ana").id().value());
  }

  @Test
  void should_make_one_of_two_facts_that_say_the_same_and_keep_the_more_exact_one() {
    tell("2026-03-02", "Ana", "I work at the Old Bakery.");
    tell("2026-03-09", "Ana", "I work at the Old Bakery in Porto.");
    Node plain = unit("Bakery.");
    consolidate();

    assertThat(nodes()).doesNotContainKey(plain.id());
    Node exact = unit("Bakery in Porto");
    assertThat(exact.sources()).hasSize(2);
    assertThat(exact.status()).isEqualTo(NodeStatus.CURRENT);
    assertThat(new MemoryGraph(table, GRAPH).edgesOf(plain.id(), 50)).isEmpty();
  }

  private void tellALot(EmbeddedMemory to) {
    told = 0;
    tell(to, GRAPH, "2026-01-05", "Ana", "I live in Porto near the river.");
    tell(to, GRAPH, "2026-01-06", "Ana", "I work at the Old Bakery.");
    tell(to, GRAPH, "2026-01-07", "Ana", "I work at the Old Bakery in Porto.");
    tell(to, GRAPH, "2026-01-08", "Ben", "I think Tomas is a lazy cook.");
    tell(to, GRAPH, "2026-02-08", "Ben", "I think Tomas is a brilliant cook.");
    tell(to, GRAPH, "2026-03-02", "Ana", "I went to the Harbour Choir.");
    tell(to, GRAPH, "2026-03-03", "Ben", "The owner of the Falcon project is Nora.");
    tell(to, GRAPH, "2026-03-05", "Ana", "I live in Lisbon now.");
    tell(to, GRAPH, "2026-03-09", "Ana", "I went to the Harbour Choir with a fever.");
    tell(to, GRAPH, "2026-03-10", "Ana", "The owner of the Falcon project is Tomas.");
    tell(to, GRAPH, "2026-03-16", "Ana", "I went to the Harbour Choir.");
    tell(to, GRAPH, "2026-03-17", "Ana", "My full name is Ana Moreira.");
  }

  @Test
  void should_change_nothing_the_second_time() {
    tellALot(memory);
    Consolidation.Outcome first = consolidate();
    Everything once = Everything.of(memory, table);
    Consolidation.Outcome second = consolidate();

    assertThat(first.changes()).isGreaterThan(5);
    assertThat(first.finished()).isTrue();
    assertThat(second.changes()).isZero();
    assertThat(Everything.of(memory, table)).isEqualTo(once);
  }

  @Test
  void should_end_the_same_in_bounded_steps() {
    tellALot(memory);
    int steps = 0;
    boolean isFinished = false;
    while (!isFinished) {
      Consolidation.Outcome outcome = memory.consolidation().run(GRAPH, 1);
      assertThat(outcome.entities()).isLessThanOrEqualTo(1);
      isFinished = outcome.finished();
      steps++;
    }
    assertThat(steps).isGreaterThan(3);
    try (Table other = open()) {
      EmbeddedMemory whole = on(other);
      tellALot(whole);
      whole.consolidation().run(GRAPH, Integer.MAX_VALUE);
      assertThat(Everything.of(memory, table)).isEqualTo(Everything.of(whole, other));
    }
  }

  @Test
  void should_end_the_same_wherever_it_is_interrupted() {
    tellALot(memory);
    MortalTable counted = new MortalTable(table, _ -> false, _ -> false);
    on(counted).consolidation().run(GRAPH, Integer.MAX_VALUE);
    Everything expected = Everything.of(memory, table);
    List<Everything> ends = new ArrayList<>();
    for (int death = 0; death < 2 * counted.calls(); death++) {
      int dies = 1 + death / 2;
      boolean isBefore = death % 2 == 0;
      try (Table other = open()) {
        EmbeddedMemory interrupted = on(other);
        tellALot(interrupted);
        Table mortal =
            new MortalTable(
                other, call -> isBefore && call == dies, call -> !isBefore && call == dies);
        assertThatThrownBy(() -> on(mortal).consolidation().run(GRAPH, Integer.MAX_VALUE))
            .isInstanceOf(TableException.class);
        on(other).consolidation().run(GRAPH, Integer.MAX_VALUE);
        ends.add(Everything.of(on(other), other));
      }
    }
    assertThat(ends.size()).isGreaterThan(10);
    assertThat(ends).allMatch(end -> end.equals(expected));
  }

  @Test
  void should_leave_other_graphs_alone() {
    GraphId other = new GraphId("other");
    tell(memory, other, "2026-01-05", "Ana", "I live in Porto near the river.");
    tell(memory, other, "2026-03-05", "Ana", "I live in Lisbon now.");
    tellALot(memory);
    consolidate();

    assertThat(nodes(memory, table, other).values())
        .extracting(Node::status)
        .containsOnly(NodeStatus.CURRENT);
  }

  @Test
  void should_do_nothing_where_there_is_nothing() {
    assertThat(memory.consolidation().run(new GraphId("nobody"), 10).finished()).isTrue();
    assertThat(new MemoryGraph(table, new GraphId("nobody")).consolidation()).isEmpty();
  }
}
