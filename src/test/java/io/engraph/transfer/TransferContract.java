package io.engraph.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.EmbeddedMemory;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.forgetting.Target;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.ModelMismatchException;
import io.engraph.graph.SchemaVersion;
import io.engraph.graph.SourceRef;
import io.engraph.ingestion.Observation;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.Index;
import io.engraph.table.PartitionQuery;
import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A graph goes out and in, to another name, another engine and another model, and is the same. */
abstract class TransferContract {

  private static final GraphId GRAPH = new GraphId("travels");
  private static final GraphId OTHER = new GraphId("arrived-2");

  @TempDir Path folder;
  private int files;

  /** An empty table of its own. */
  protected abstract Table open();

  private Table file() {
    return SqliteTable.open(
        folder.resolve("file-%d.db".formatted(++files)), Duration.ofSeconds(10));
  }

  private static EmbeddedMemory on(Table table) {
    return EmbeddedMemory.on(
        table,
        new BagOfWordsEmbedding(),
        Clock.systemUTC(),
        Map.of("engraph.index.overlap", "PT15S"));
  }

  private static void live(EmbeddedMemory in) {
    String[] texts = {
      "I keep bees on the roof of the library.",
      "I live in Porto near the river.",
      "I live in Lisbon now.",
      "I think Tomas is a great cook.",
      "The honey is sold at the market.",
      "My secret is nothing."
    };
    for (int i = 0; i < texts.length; i++) {
      in.ingestion()
          .ingest(
              GRAPH,
              List.of(
                  new Observation(
                      Optional.of("o" + i),
                      "s#%d".formatted(i / 3),
                      Optional.of("Ana"),
                      texts[i],
                      OffsetDateTime.parse("2026-03-04T10:00:00+01:00").plusDays(i),
                      Map.of("place", "a \"b\" {graph}"))));
    }
    in.consolidation().run(GRAPH, Integer.MAX_VALUE);
    Recall recall = in.retrieval().recall(GRAPH, RecallQuery.of("bees and honey"));
    in.feedback()
        .report(
            GRAPH,
            recall.trace().orElseThrow().query(),
            new FeedbackReport(
                recall.nodes().stream().limit(2).map(one -> one.node().id().value()).toList(),
                Outcome.HELPFUL,
                1,
                Optional.empty(),
                FeedbackReport.ANYBODY));
    in.forgetting().forget(GRAPH, new Target.Turn(new SourceRef("s#1", 3)));
  }

  private static String export(Table table, GraphId graph) {
    StringWriter out = new StringWriter();
    new Export(table, graph, new Ulids(Clock.systemUTC(), new SecureRandom()), _ -> {}).write(out);
    return out.toString();
  }

  private static int read(String lines, Table table, GraphId graph, EmbeddingModel model) {
    return new Import(table, graph, model, _ -> {}).read(new StringReader(lines));
  }

  @Test
  void should_be_the_same_bytes_wherever_it_was() {
    try (Table table = open();
        Table other = file()) {
      live(on(table));
      String lines = export(table, GRAPH);
      assertThat(lines).startsWith("{\"type\":\"engraph\",\"version\":1}\n");
      assertThat(lines).doesNotContain("secret");

      read(lines, other, OTHER, new BagOfWordsEmbedding());
      assertThat(export(other, OTHER)).isEqualTo(lines);
      read(lines, other, OTHER, new BagOfWordsEmbedding());
      assertThat(export(other, OTHER)).isEqualTo(lines);
      // And back, into the engine that it came from.
      read(export(other, OTHER), table, new GraphId("back"), new BagOfWordsEmbedding());
      assertThat(export(table, new GraphId("back"))).isEqualTo(lines);
    }
  }

  @Test
  void should_recall_and_learn_and_forget_where_it_has_come_to() {
    try (Table table = open();
        Table other = file()) {
      EmbeddedMemory here = on(table);
      live(here);
      read(export(table, GRAPH), other, OTHER, new BagOfWordsEmbedding());
      EmbeddedMemory there = on(other);

      for (String question : List.of("Where does Ana live?", "bees and honey", "Who is a cook?")) {
        assertThat(there.retrieval().recall(OTHER, RecallQuery.of(question)).nodes())
            .isEqualTo(here.retrieval().recall(GRAPH, RecallQuery.of(question)).nodes());
      }
      assertThat(new MemoryGraph(other, OTHER).learned())
          .isEqualTo(new MemoryGraph(table, GRAPH).learned());
      EditLog.Selection any =
          new EditLog.Selection(
              Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
      assertThat(new EditLog(other, OTHER).list(any, Optional.empty(), 100))
          .isEqualTo(new EditLog(table, GRAPH).list(any, Optional.empty(), 100))
          .isNotEmpty();
      assertThat(MemoryGraph.list(other)).containsExactly(OTHER);
      there.forgetting().forget(OTHER, new Target.WholeGraph());
      assertThat(MemoryGraph.list(other)).isEmpty();
    }
  }

  /** The same words in more dimensions. */
  private static final class OtherModel implements EmbeddingModel {
    private final BagOfWordsEmbedding words = new BagOfWordsEmbedding();

    @Override
    public String name() {
      return "other";
    }

    @Override
    public int dimension() {
      return words.dimension() + 2;
    }

    private static float[] longer(float[] vector) {
      return java.util.Arrays.copyOf(vector, vector.length + 2);
    }

    @Override
    public List<float[]> embedPassages(List<String> texts) {
      return words.embedPassages(texts).stream().map(OtherModel::longer).toList();
    }

    @Override
    public float[] embedQuery(String text) {
      return longer(words.embedQuery(text));
    }
  }

  @Test
  void should_embed_anew_for_another_model() {
    try (Table table = open();
        Table other = file()) {
      live(on(table));
      read(export(table, GRAPH), other, OTHER, new OtherModel());

      EmbeddedMemory there =
          EmbeddedMemory.on(other, new OtherModel(), Clock.systemUTC(), Map.of());
      assertThat(there.retrieval().recall(OTHER, RecallQuery.of("Who keeps bees?")).nodes())
          .extracting(one -> one.node().content())
          .first()
          .asString()
          .contains("bees");
      assertThatThrownBy(() -> read(export(table, GRAPH), other, OTHER, new BagOfWordsEmbedding()))
          .isInstanceOf(ModelMismatchException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "{\"type\":\"other\"}",
        "{\"type\":\"engraph\",\"version\":2}",
        "{\"type\":\"engraph\",\"version\":1}\n[1]",
        "{\"type\":\"engraph\",\"version\":1}\n{\"type\":\"node\"}",
        "{\"type\":\"engraph\",\"version\":1}\n{\"type\":\"node\",\"pk\":\"NODE#victim#x\",\"sk\":\"NODE\",\"attributes\":{}}",
        "{\"type\":\"engraph\",\"version\":1}\n{\"type\":\"node\",\"pk\":\"NODE#{graph}#x\",\"sk\":\"NODE\",\"attributes\":{\"timeline\":\"DELETIONS\"}}",
        "{\"type\":\"engraph\",\"version\":1}\n{\"type\":\"node\",\"pk\":\"NODE#{graph}#x\",\"sk\":\"NODE\",\"attributes\":{\"timeline\":\"GRAPHS\"}}",
        "{\"type\":\"engraph\",\"version\":1}\n{\"type\":\"node\",\"pk\":\"USAGE#{graph}\",\"sk\":\"x\",\"attributes\":{}}",
        "{\"type\":\"engraph\",\"version\":1}\n{\"type\":\"edit\",\"pk\":\"EDITS#{graph}\",\"sk\":\"x\",\"attributes\":{\"a\":null}}",
        "{\"type\":\"engraph\",\"version\":1}\n{\"type\":\"edit\",\"pk\":\"EDITS#{graph}\",\"sk\":\"x\",\"attributes\":{\"a\":{\"base64\":\"?\"}}}"
      })
  void should_refuse_what_is_no_export_and_name_the_line(String lines) {
    try (Table table = file()) {
      assertThatThrownBy(() -> read(lines, table, OTHER, new BagOfWordsEmbedding()))
          .isInstanceOf(TransferException.class)
          .hasMessageStartingWith("line ");
      assertThat(MemoryGraph.list(table)).isEmpty();
    }
  }

  @Test
  void should_write_into_no_other_graph_whatever_an_export_names() {
    try (Table table = file()) {
      String lines =
          """
          {"type":"engraph","version":1}
          {"type":"node","pk":"NODE#{graph}#x","sk":"EDGE#mentions#y","attributes":{"incoming":"NODE#victim#y","utilityOrder":"0.5"}}
          {"type":"node","pk":"NODE#{graph}#z","sk":"NODE","attributes":{"timeline":"GRAPH#victim","time":"2026"}}
          """;
      read(lines, table, OTHER, new BagOfWordsEmbedding());

      for (Index index : List.of(Index.INCOMING, Index.TIMELINE)) {
        for (String partition : List.of("NODE#victim#y", "GRAPH#victim")) {
          assertThat(table.query(PartitionQuery.of(index, partition)).items()).isEmpty();
        }
      }
      assertThat(table.query(PartitionQuery.of(Index.TIMELINE, "GRAPH#" + OTHER.value())).items())
          .hasSize(1);
    }
  }

  @Test
  void should_refuse_an_export_of_a_newer_release() {
    try (Table table = file()) {
      String lines =
          """
          {"type":"engraph","version":1}
          {"type":"graph","pk":"GRAPH#{graph}","sk":"GRAPH","attributes":{"schema":99,"embeddingModel":"x","dimension":1}}
          """;
      assertThatThrownBy(() -> read(lines, table, OTHER, new BagOfWordsEmbedding()))
          .isInstanceOf(SchemaVersion.UnknownException.class)
          .hasMessageContaining("version 99");
      assertThat(MemoryGraph.list(table)).isEmpty();
    }
  }

  @Test
  void should_export_no_graph_that_there_is_none_of() {
    try (Table table = file()) {
      assertThatThrownBy(() -> export(table, GRAPH)).isInstanceOf(TransferException.class);
    }
  }
}
