package io.engraph.benchmark;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.graph.GraphId;
import io.engraph.ingestion.Observation;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.SqliteTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * How long a question takes in a graph of 10,000 nodes: warm, on the embedded table, with every
 * channel and the walk, without its embedding (vectors are random, of the default model's length).
 * Turns are made of a vocabulary in which, as in language, few words are common and most are rare.
 */
public final class QueryTimeBenchmark {

  private static final int NODES = 10_000;
  private static final int WARM_UP = 300;
  private static final int QUESTIONS = 1_000;
  private static final int TURNS_OF_SESSION = 25;
  private static final double MILLION = 1e6;
  private static final GraphId GRAPH = new GraphId("large");
  private static final OffsetDateTime START = OffsetDateTime.parse("2025-01-01T09:00:00Z");

  private QueryTimeBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    Path file = Files.createTempDirectory("engraph-time").resolve("engraph.db");
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      // A minute later the index log has nothing that a warm memory must read again.
      Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1));
      EmbeddedMemory writer =
          EmbeddedMemory.on(table, new Synthetic.RandomEmbedding(), Clock.systemUTC(), Map.of());
      EmbeddedMemory memory =
          EmbeddedMemory.on(table, new Synthetic.RandomEmbedding(), later, Map.of());
      Random random = new Random(7);
      long nodes = fill(writer, random);
      Map<String, List<Double>> times = new LinkedHashMap<>();
      for (int i = 0; i < WARM_UP + QUESTIONS; i++) {
        String question =
            "What did %s say of %s?".formatted(Synthetic.name(random), Synthetic.words(random, 3));
        long start = System.nanoTime();
        Recall recall = memory.retrieval().recall(GRAPH, RecallQuery.of(question));
        double total = (System.nanoTime() - start) / MILLION;
        if (i >= WARM_UP) {
          double embedding = recall.usage().milliseconds().get("embed");
          times.computeIfAbsent("all", _ -> new ArrayList<>()).add(total - embedding);
          recall
              .usage()
              .milliseconds()
              .forEach(
                  (step, time) -> times.computeIfAbsent(step, _ -> new ArrayList<>()).add(time));
        }
      }
      report(nodes, times, out);
    }
  }

  private static long fill(EmbeddedMemory memory, Random random) {
    long nodes = 0;
    int turn = 0;
    List<Observation> batch = new ArrayList<>();
    while (nodes < NODES) {
      batch.clear();
      for (int i = 0; i < 50; i++, turn++) {
        batch.add(
            new Observation(
                Optional.of("turn-" + turn),
                "session-" + turn / TURNS_OF_SESSION,
                Optional.of(Synthetic.NAMES.get(turn % Synthetic.NAMES.size())),
                "There was talk of %s.".formatted(Synthetic.words(random, 8 + random.nextInt(12))),
                START.plusMinutes(turn),
                Map.of()));
      }
      nodes +=
          memory.ingestion().ingest(GRAPH, batch).turns().stream()
              .mapToLong(outcome -> outcome.nodes().size())
              .sum();
    }
    return nodes;
  }

  private static void report(long nodes, Map<String, List<Double>> times, Path out)
      throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%d questions of a graph of %d nodes, warm, without the embedding%n",
        QUESTIONS,
        nodes);
    Map<String, Object> written = new TreeMap<>();
    times.forEach(
        (step, all) -> {
          System.out.printf(
              Locale.ROOT,
              "%-8s p50 %7.2f ms   p99 %7.2f ms%n",
              step,
              percentile(all, 50),
              percentile(all, 99));
          written.put(step, Map.of("p50", percentile(all, 50), "p99", percentile(all, 99)));
        });
    new JsonMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(out.resolve("query-time.json").toFile(), written);
  }

  private static double percentile(List<Double> times, int percent) {
    List<Double> sorted = times.stream().sorted().toList();
    return sorted.get(Math.max(0, (int) Math.ceil(percent / 100.0 * sorted.size()) - 1));
  }
}
