package io.engraph.ingestion;

import static io.engraph.MemoryFixture.GRAPH;
import static io.engraph.MemoryFixture.observation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.EmbeddedMemory;
import io.engraph.MemoryFixture;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.embedding.RecordedEmbedding;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.ModelMismatchException;
import io.engraph.graph.Neighbourhood;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.Relation;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.ingestion.TurnOutcome.Status;
import io.engraph.retrieval.RecallQuery;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestionTest {

  @TempDir Path folder;

  private MemoryFixture fixture;
  private MemoryGraph graph;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
    graph = new MemoryGraph(fixture.table(), GRAPH);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<TurnOutcome> ingest(Observation... observations) {
    return fixture.memory().ingestion().ingest(GRAPH, List.of(observations)).turns();
  }

  private List<EdgeKey> edgesOf(NodeId node) {
    Neighbourhood edges = graph.neighbourhoods(List.of(node), 100).getFirst();
    List<EdgeKey> keys = new ArrayList<>();
    edges.outgoing().stream().map(Edge::key).forEach(keys::add);
    edges.incoming().stream().map(Edge::key).forEach(keys::add);
    return keys;
  }

  private static NodeId only(TurnOutcome outcome, NodeKind kind) {
    return outcome.nodes().stream()
        .filter(node -> node.value().startsWith(kind.name().toLowerCase(java.util.Locale.ROOT)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void should_keep_turns_in_their_order_word_for_word() {
    List<TurnOutcome> outcomes =
        fixture.say("s", "Ana: I live in Lisbon.", "Ben: Oh, how nice!", "Ana: It is.");

    assertThat(outcomes).extracting(TurnOutcome::status).containsOnly(Status.INTEGRATED);
    assertThat(outcomes)
        .extracting(TurnOutcome::source)
        .containsExactly(new SourceRef("s", 1), new SourceRef("s", 2), new SourceRef("s", 3));
    SourceTurn turn = graph.turns(List.of(new SourceRef("s", 2))).get(new SourceRef("s", 2));
    assertThat(turn.text()).isEqualTo("Oh, how nice!");
    assertThat(turn.speaker()).contains("Ben");
    assertThat(turn.at().toString()).isEqualTo("2026-03-04T09:01+01:00");
    assertThat(turn.state()).isEqualTo(SourceTurn.State.INTEGRATED);
  }

  @Test
  void should_link_a_turn_to_the_one_before_to_its_speaker_and_to_what_it_names() {
    List<TurnOutcome> outcomes = fixture.say("s", "Ana: Hello there.", "Ben: Porto is lovely.");
    NodeId first = only(outcomes.get(0), NodeKind.EPISODE);
    NodeId second = only(outcomes.get(1), NodeKind.EPISODE);
    NodeId ben = io.engraph.agent.EntityMention.person("Ben").node();
    NodeId porto = io.engraph.agent.EntityMention.concept("Porto").node();

    assertThat(edgesOf(second))
        .containsExactlyInAnyOrder(
            EdgeKey.of(first, Relation.PRECEDES, second),
            EdgeKey.of(ben, Relation.PARTICIPATED_IN, second),
            EdgeKey.of(second, Relation.MENTIONS, porto));
  }

  @Test
  void should_link_a_turn_to_the_last_turn_of_an_earlier_call() {
    NodeId first =
        only(ingest(observation(1, "s", "Ana", "Hello there.")).getFirst(), NodeKind.EPISODE);
    NodeId second =
        only(ingest(observation(2, "s", "Ben", "Hi you.")).getFirst(), NodeKind.EPISODE);

    assertThat(edgesOf(second)).contains(EdgeKey.of(first, Relation.PRECEDES, second));
  }

  @Test
  void should_make_a_fact_of_a_self_report_supported_by_its_turn() {
    TurnOutcome outcome = fixture.say("s", "Ana: I work as a nurse in Lisbon.").getFirst();
    NodeId fact = only(outcome, NodeKind.FACT);

    Node node = graph.node(fact).orElseThrow();
    assertThat(node.content()).isEqualTo("I work as a nurse in Lisbon.");
    assertThat(node.sources()).containsExactly(new SourceRef("s", 1));
    assertThat(edgesOf(fact))
        .contains(
            EdgeKey.of(fact, Relation.SUPPORTED_BY, only(outcome, NodeKind.EPISODE)),
            EdgeKey.of(fact, Relation.ABOUT, io.engraph.agent.EntityMention.person("Ana").node()));
  }

  @Test
  void should_give_a_claim_its_path_from_source_to_target() {
    TurnOutcome outcome = fixture.say("s", "Ben: Nora says that Tomas is a bad cook.").getFirst();
    NodeId claim = only(outcome, NodeKind.CLAIM);
    NodeId nora = io.engraph.agent.EntityMention.person("Nora").node();
    NodeId tomas = io.engraph.agent.EntityMention.person("Tomas").node();

    assertThat(edgesOf(claim))
        .contains(
            EdgeKey.of(nora, Relation.CLAIMS, claim), EdgeKey.of(claim, Relation.ABOUT, tomas));
    assertThat(graph.node(claim).orElseThrow().claim().orElseThrow().source()).isEqualTo(nora);
  }

  @Test
  void should_merge_a_fact_that_is_said_again_and_keep_both_sources() {
    ingest(observation(1, "s", "Ana", "I work as a nurse."));
    TurnOutcome again = ingest(observation(2, "t", "Ana", "I work as a nurse.")).getFirst();

    assertThat(graph.node(only(again, NodeKind.FACT)).orElseThrow().sources())
        .containsExactly(new SourceRef("s", 1), new SourceRef("t", 1));
  }

  @Test
  void should_answer_an_observation_that_was_sent_before_as_a_duplicate_and_change_nothing() {
    List<TurnOutcome> first = fixture.say("s", "Ana: I live in Lisbon.", "Ben: How nice!");

    List<TurnOutcome> second = fixture.say("s", "Ana: I live in Lisbon.", "Ben: How nice!");

    assertThat(second).extracting(TurnOutcome::status).containsOnly(Status.DUPLICATE);
    assertThat(second)
        .extracting(TurnOutcome::source)
        .isEqualTo(first.stream().map(TurnOutcome::source).toList());
    assertThat(second)
        .extracting(TurnOutcome::nodes)
        .isEqualTo(first.stream().map(TurnOutcome::nodes).toList());
    assertThat(graph.lastTurn("s")).isEqualTo(2);
  }

  @Test
  void should_tell_observations_without_an_id_by_their_content() {
    Observation one = observation(1, "s", "Ana", "I live in Lisbon.");
    Observation withoutId =
        new Observation(
            Optional.empty(), one.session(), one.speaker(), one.text(), one.at(), Map.of());

    assertThat(ingest(withoutId, withoutId))
        .extracting(TurnOutcome::status)
        .containsExactly(Status.INTEGRATED, Status.DUPLICATE);
    assertThat(ingest(withoutId)).extracting(TurnOutcome::status).containsExactly(Status.DUPLICATE);
    assertThat(graph.lastTurn("s")).isEqualTo(1);
  }

  @Test
  void should_say_that_an_id_was_used_for_another_text() {
    ingest(observation(1, "s", "Ana", "I live in Lisbon."));

    TurnOutcome other = ingest(observation(1, "s", "Ana", "I live in Porto.")).getFirst();

    assertThat(other.status()).isEqualTo(Status.DUPLICATE);
    assertThat(other.note().orElseThrow()).contains("another text");
    assertThat(graph.turns(List.of(other.source())).get(other.source()).text())
        .isEqualTo("I live in Lisbon.");
  }

  @Test
  void should_keep_the_same_id_of_two_sessions_apart() {
    assertThat(
            ingest(
                observation(1, "s", "Ana", "I live in Lisbon."),
                observation(1, "t", "Ana", "I live in Porto.")))
        .extracting(TurnOutcome::status)
        .containsOnly(Status.INTEGRATED);
  }

  @Test
  void should_keep_a_turn_pending_and_findable_when_the_model_fails_and_finish_it_later() {
    ingest(observation(1, "s", "Ana", "Hello there."));
    fixture.embedding().fail(true);

    TurnOutcome pending = ingest(observation(2, "s", "Ana", "I keep bees in Porto.")).getFirst();

    assertThat(pending.status()).isEqualTo(Status.PENDING);
    assertThat(fixture.memory().ingestion().resume(GRAPH, 10)).isEqualTo(1);
    fixture.embedding().fail(false);
    assertThat(fixture.ask("bees").nodes().getFirst().node().content())
        .isEqualTo("I keep bees in Porto.");

    assertThat(fixture.memory().ingestion().resume(GRAPH, 10)).isZero();
    SourceTurn turn = graph.turns(List.of(pending.source())).get(pending.source());
    assertThat(turn.state()).isEqualTo(SourceTurn.State.INTEGRATED);
    assertThat(graph.pendingTurns(10)).isEmpty();
  }

  @Test
  void should_integrate_a_pending_turn_when_it_is_sent_again() {
    fixture.embedding().fail(true);
    ingest(observation(1, "s", "Ana", "I keep bees in Porto."));
    fixture.embedding().fail(false);

    assertThat(ingest(observation(1, "s", "Ana", "I keep bees in Porto.")).getFirst().status())
        .isEqualTo(Status.INTEGRATED);
  }

  @Test
  void should_split_a_long_text_and_find_every_part_of_it() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      text.append("Entry %d tells of specimen%d in the cabinet. ".formatted(i, i));
    }

    TurnOutcome outcome = ingest(observation(1, "s", "Ana", text.toString())).getFirst();

    List<NodeId> episodes =
        outcome.nodes().stream().filter(node -> node.value().startsWith("episode")).toList();
    assertThat(episodes).hasSizeGreaterThan(5);
    Map<NodeId, Node> nodes = graph.nodes(episodes);
    StringBuilder joined = new StringBuilder();
    episodes.forEach(episode -> joined.append(nodes.get(episode).content()));
    assertThat(joined.toString()).isEqualTo(text.toString());
    for (int i : new int[] {0, 150, 299}) {
      assertThat(fixture.ask("specimen" + i).nodes().getFirst().node().content())
          .contains("specimen" + i + " ");
    }
  }

  @Test
  void should_take_the_largest_text_there_may_be() {
    String text = "Entry of the very long protocol. ".repeat(7_900);

    TurnOutcome outcome = ingest(observation(1, "s", "Ana", text)).getFirst();

    assertThat(outcome.status()).isEqualTo(Status.INTEGRATED);
    assertThat(graph.turns(List.of(outcome.source())).get(outcome.source()).text()).isEqualTo(text);
  }

  @Test
  void should_number_turns_without_gap_or_loss_when_many_write_one_session() throws Exception {
    int writers = 6;
    int each = 8;
    List<Callable<List<TurnOutcome>>> calls = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      int first = writer * each;
      calls.add(
          () -> {
            List<TurnOutcome> outcomes = new ArrayList<>();
            for (int i = first; i < first + each; i++) {
              outcomes.addAll(ingest(observation(i, "s", "Ana", "Message number" + i + ".")));
            }
            return outcomes;
          });
    }
    Set<Integer> numbers = new HashSet<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(writers)) {
      for (Future<List<TurnOutcome>> call : executor.invokeAll(calls)) {
        for (TurnOutcome outcome : call.get()) {
          assertThat(outcome.status()).isEqualTo(Status.INTEGRATED);
          numbers.add(outcome.source().turn());
        }
      }
    }
    assertThat(numbers).hasSize(writers * each);
    assertThat(Collections.max(numbers)).isEqualTo(writers * each);
  }

  @Test
  void should_keep_one_turn_when_many_send_the_same() throws Exception {
    Callable<List<TurnOutcome>> call =
        () -> ingest(observation(1, "s", "Ana", "I keep bees in Porto."));
    List<Status> statuses = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(6)) {
      for (Future<List<TurnOutcome>> done : executor.invokeAll(Collections.nCopies(6, call))) {
        statuses.add(done.get().getFirst().status());
      }
    }
    assertThat(statuses).doesNotContain(Status.PENDING).contains(Status.INTEGRATED);
    assertThat(graph.lastTurn("s")).isEqualTo(1);
  }

  @Test
  void should_embed_a_turn_and_the_one_statement_that_it_is_by_the_same_text() {
    RecordedEmbedding embedding = new RecordedEmbedding(fixture.embedding());
    EmbeddedMemory memory =
        EmbeddedMemory.on(fixture.table(), embedding, Clock.systemUTC(), Map.of());

    TurnOutcome outcome =
        memory
            .ingestion()
            .ingest(GRAPH, List.of(observation(1, "s", "Ana", "I have bees on the roof.")))
            .turns()
            .getFirst();

    assertThat(outcome.nodes()).anyMatch(node -> node.value().startsWith("fact-"));
    assertThat(embedding.calls())
        .containsExactly(List.of("Ana: I have bees on the roof.", "Ana: I have bees on the roof."));
    assertThat(embedding.texts()).isEqualTo(1);
  }

  @Test
  void should_refuse_a_graph_of_another_model_and_name_both() {
    ingest(observation(1, "s", "Ana", "I keep bees in Porto."));
    EmbeddedMemory other =
        EmbeddedMemory.on(fixture.table(), new LocalEmbeddingModel(), Clock.systemUTC(), Map.of());

    assertThatThrownBy(
            () -> other.ingestion().ingest(GRAPH, List.of(observation(2, "s", "Ana", "And cats."))))
        .isInstanceOf(ModelMismatchException.class)
        .hasMessageContaining("bag-of-words (1024 dimensions)")
        .hasMessageContaining("e5-small-v2-q (384 dimensions)");
    assertThatThrownBy(() -> other.retrieval().recall(GRAPH, RecallQuery.of("bees")))
        .isInstanceOf(ModelMismatchException.class);
    assertThat(graph.lastTurn("s")).isEqualTo(1);
  }

  @Test
  void should_list_the_graphs_that_were_made() {
    ingest(observation(1, "s", "Ana", "I keep bees in Porto."));

    assertThat(MemoryGraph.list(fixture.table())).containsExactly(GRAPH);
  }
}
