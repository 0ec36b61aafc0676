package io.engraph.reliability;

import static io.engraph.MemoryFixture.GRAPH;
import static io.engraph.MemoryFixture.observation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.MemoryFixture;
import io.engraph.forgetting.Target;
import io.engraph.graph.Edge;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeId;
import io.engraph.graph.SchemaVersion;
import io.engraph.graph.SourceRef;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.Undo;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.Key;
import io.engraph.table.SqliteTable;
import io.engraph.table.TableException;
import io.engraph.table.Value;
import io.engraph.table.Write;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What earlier releases wrote, kept in a file each, is read, asked, taught, undone and forgotten by
 * this one; what a later one wrote is refused. Five turns, three questions with reports of two
 * callers, one without, and a consolidation were written to each.
 */
class SchemaTest {

  private static final Key GRAPH_ITEM = new Key("GRAPH#test", "GRAPH");

  @TempDir Path folder;

  static IntStream versions() {
    return IntStream.rangeClosed(1, SchemaVersion.CURRENT);
  }

  private MemoryFixture written(int version) throws IOException {
    Path file = folder.resolve("memory.db");
    try (InputStream stored =
        getClass().getResourceAsStream("/schema/v%d.db.gz".formatted(version))) {
      assertThat(stored).as("a table of version %d", version).isNotNull();
      Files.copy(new GZIPInputStream(stored), file);
    }
    return MemoryFixture.in(folder, Map.of());
  }

  private static List<String> found(MemoryFixture fixture, String question) {
    return fixture.ask(question).nodes().stream().map(one -> one.node().content()).toList();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void should_recall_what_was_told_to_any_release(int version) throws IOException {
    try (MemoryFixture fixture = written(version)) {
      assertThat(found(fixture, "Who keeps bees on the roof?"))
          .contains("I keep bees on the roof.");
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void should_say_that_it_is_of_this_release_once_it_is_written_to(int version) throws IOException {
    try (MemoryFixture fixture = written(version)) {
      fixture.memory().ingestion().ingest(GRAPH, List.of(observation(9, "s", "Ana", "I sing.")));

      assertThat(fixture.table().get(GRAPH_ITEM).orElseThrow().integer("schema"))
          .isEqualTo(SchemaVersion.CURRENT);
      assertThat(found(fixture, "Who sings?")).contains("I sing.");
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void should_take_back_what_any_release_has_learned(int version) throws IOException {
    try (MemoryFixture fixture = written(version)) {
      Undo.Undone first = undo(fixture, "caller-1");
      Undo.Undone second = undo(fixture, "caller-2");

      assertThat(first.edges()).isPositive();
      assertThat(second.edges()).isPositive();
      MemoryGraph graph = new MemoryGraph(fixture.table(), GRAPH);
      assertThat(graph.learned().millionths().values()).allMatch(by -> by == 0);
      List<NodeId> nodes =
          graph
              .list(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 100)
              .nodes();
      assertThat(nodes).isNotEmpty();
      List<Edge> edges = nodes.stream().flatMap(node -> graph.edgesOf(node, 50).stream()).toList();
      assertThat(edges)
          .isNotEmpty()
          .allSatisfy(
              edge -> {
                assertThat(edge.evidence().helpful()).as("%s", edge).isZero();
                assertThat(edge.evidence().harmful()).as("%s", edge).isZero();
              });
    }
  }

  private static Undo.Undone undo(MemoryFixture fixture, String caller) {
    return fixture
        .memory()
        .undo()
        .undo(
            GRAPH,
            new EditLog.Selection(
                Optional.empty(), Optional.of(caller), Optional.empty(), Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void should_forget_what_was_told_to_any_release(int version) throws IOException {
    try (MemoryFixture fixture = written(version)) {
      fixture.memory().forgetting().forget(GRAPH, new Target.Turn(new SourceRef("s", 1)));

      assertThat(found(fixture, "Who keeps bees on the roof?"))
          .noneMatch(content -> content.contains("bees"));
    }
  }

  @Test
  void should_refuse_a_graph_of_a_newer_release_and_leave_it_alone() throws IOException {
    try (MemoryFixture fixture = written(SchemaVersion.CURRENT)) {
      fixture
          .table()
          .transact(
              List.of(
                  Write.set(
                      GRAPH_ITEM,
                      Map.of("schema", Value.of(SchemaVersion.CURRENT + 1)),
                      io.engraph.table.Condition.present())));
      String newer =
          "graph test is stored in version %d of the schema".formatted(SchemaVersion.CURRENT + 1);

      assertThatThrownBy(() -> fixture.ask("bees"))
          .isInstanceOf(SchemaVersion.UnknownException.class)
          .hasMessageStartingWith(newer);
      assertThatThrownBy(
              () ->
                  fixture
                      .memory()
                      .ingestion()
                      .ingest(GRAPH, List.of(observation(9, "s", "Ana", "I sing."))))
          .hasMessageStartingWith(newer);
      assertThatThrownBy(() -> undo(fixture, "caller-1")).hasMessageStartingWith(newer);
      assertThatThrownBy(() -> fixture.memory().consolidation().run(GRAPH, 10))
          .hasMessageStartingWith(newer);
      assertThatThrownBy(
              () ->
                  fixture
                      .memory()
                      .forgetting()
                      .forget(GRAPH, new Target.Turn(new SourceRef("s", 1))))
          .hasMessageStartingWith(newer);
      assertThat(new MemoryGraph(fixture.table(), GRAPH).turnsOf("s")).hasSize(5);
      assertThat(
              fixture
                  .memory()
                  .retrieval()
                  .recall(new io.engraph.graph.GraphId("other"), RecallQuery.of("bees"))
                  .nodes())
          .isEmpty();
    }
  }

  @Test
  void should_refuse_a_file_of_a_newer_layout() throws SQLException {
    Path file = folder.resolve("memory.db");
    SqliteTable.open(file, Duration.ofSeconds(1)).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("PRAGMA user_version = 99");
    }

    assertThatThrownBy(() -> SqliteTable.open(file, Duration.ofSeconds(1)))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("version 99 of the layout")
        .hasMessageContaining("up to 1");
  }
}
