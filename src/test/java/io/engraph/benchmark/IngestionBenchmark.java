package io.engraph.benchmark;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.embedding.RecordedEmbedding;
import io.engraph.graph.GraphId;
import io.engraph.ingestion.Observation;
import io.engraph.table.SqliteTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How many turns a second are remembered by rules on the embedded table, beside how many texts a
 * second the embedding model takes by itself, in the same batches. The turns are made of a few
 * patterns, each with a number of its own so that no two are the same. A turn is embedded as a
 * whole, and so is each thing that it states, so the texts that are embedded beside all else are
 * counted too, and the same texts are given to the model alone.
 */
public final class IngestionBenchmark {

  /** Turns before those that count, by which the JVM's compiler has done most of its work. */
  private static final int WARM_UP = 3_000;

  private static final int TURNS = 2_000;
  private static final int AT_ONCE = 20;
  private static final OffsetDateTime START = OffsetDateTime.parse("2026-03-04T09:30:00Z");

  private IngestionBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    List<String> sentences = sentences();
    LocalEmbeddingModel model = new LocalEmbeddingModel();
    model.load();
    embed(model, sentences, WARM_UP);
    remember(model, sentences, WARM_UP);
    double embedded = TURNS / embed(model, sentences, TURNS);
    RecordedEmbedding counted = new RecordedEmbedding(model);
    double seconds = remember(counted, sentences, TURNS);
    double remembered = TURNS / seconds;
    long start = System.nanoTime();
    counted.calls().forEach(model::embedPassages);
    double alone = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "the model alone: %.1f turns a second; remembered: %.1f turns a second, %.0f %% of it%n"
            + "a turn is %.2f texts: the model alone %.1f texts a second, beside all else %.1f,"
            + " %.0f %% of it%n",
        embedded,
        remembered,
        100 * remembered / embedded,
        (double) counted.texts() / TURNS,
        counted.texts() / alone,
        counted.texts() / seconds,
        100 * alone / seconds);
    new JsonMapper()
        .writeValue(
            out.resolve("ingestion.json").toFile(),
            Map.of(
                "embeddedASecond",
                embedded,
                "rememberedASecond",
                remembered,
                "textsOfATurn",
                (double) counted.texts() / TURNS,
                "textsASecondAlone",
                counted.texts() / alone,
                "textsASecondRemembering",
                counted.texts() / seconds));
  }

  private static List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    String[] subjects = {
      "The baker", "My neighbour", "The tram", "Our cellist", "The old mill", "A heron"
    };
    String[] verbs = {
      "was late on", "moved away before", "opened again after", "stood still until"
    };
    String[] ends = {
      "Monday, and nobody knew why.",
      "the market closed.",
      "the long rain of last week.",
      "we had finished our tea."
    };
    for (int i = 0; i < Math.max(WARM_UP, TURNS); i++) {
      sentences.add(
          "%s %s %s I wrote that down as note %d."
              .formatted(
                  subjects[i % subjects.length],
                  verbs[i / 7 % verbs.length],
                  ends[i / 3 % ends.length],
                  i));
    }
    return sentences;
  }

  private static double embed(LocalEmbeddingModel model, List<String> sentences, int count) {
    long start = System.nanoTime();
    for (int first = 0; first < count; first += AT_ONCE) {
      List<String> batch =
          sentences.subList(first, first + AT_ONCE).stream().map("Ana: "::concat).toList();
      if (model.embedPassages(batch).size() != AT_ONCE) {
        throw new IllegalStateException("a text was not embedded");
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static double remember(EmbeddingModel model, List<String> sentences, int count)
      throws IOException {
    Path file = Files.createTempDirectory("engraph-ingestion").resolve("engraph.db");
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      EmbeddedMemory memory = EmbeddedMemory.on(table, model, Clock.systemUTC(), Map.of());
      long start = System.nanoTime();
      for (int first = 0; first < count; first += AT_ONCE) {
        List<Observation> turns = new ArrayList<>();
        for (int i = first; i < first + AT_ONCE; i++) {
          turns.add(
              new Observation(
                  Optional.of(String.valueOf(i)),
                  "s" + i / 100,
                  Optional.of(i % 2 == 0 ? "Ana" : "Ben"),
                  sentences.get(i),
                  START.plusMinutes(i),
                  Map.of()));
        }
        memory.ingestion().ingest(new GraphId("notes"), turns);
      }
      return (System.nanoTime() - start) / 1e9;
    }
  }
}
