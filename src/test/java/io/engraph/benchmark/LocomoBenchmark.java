package io.engraph.benchmark;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.graph.SourceRef;
import io.engraph.index.Bm25;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexLog;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TextAnalysis;
import io.engraph.ingestion.Observation;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.SqliteTable;
import io.engraph.table.Ulids;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evidence retrieval on LoCoMo: every conversation is ingested by the ingestion code, every
 * question asked of the retrieval code, and what it answers is mapped to source turns. On the same
 * index, rankings of all turns by BM25 alone, by vectors alone, and by the plain hybrid of both
 * (S0).
 */
public final class LocomoBenchmark {

  private static final int DEPTH = 60;
  private static final int BATCH = 50;
  private static final JsonMapper JSON = new JsonMapper();

  /** The budgets that a deep ranking needs; the walk itself keeps its defaults. */
  private static final Map<String, String> BUDGETS =
      Map.of(
          "engraph.retrieval.loaded-nodes",
          Integer.toString(DEPTH),
          "engraph.retrieval.tokens",
          "100000");

  private LocomoBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    Optional<Path> data = EvaluationData.find("locomo/locomo-dev3.json");
    if (data.isEmpty()) {
      return;
    }
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    Path file = Files.createTempDirectory("engraph-locomo").resolve("engraph.db");
    TimedEmbedding embedding = new TimedEmbedding(new LocalEmbeddingModel());
    embedding.embedQuery("warm up");
    Map<String, BufferedWriter> runs = new LinkedHashMap<>();
    for (String run : List.of("locomo-run", "bm25", "dense", "s0")) {
      runs.put(run, Files.newBufferedWriter(out.resolve(run + ".jsonl")));
    }
    Timings timings = new Timings();
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      EmbeddedMemory memory = EmbeddedMemory.on(table, embedding, Clock.systemUTC(), BUDGETS);
      for (Locomo.Conversation conversation : Locomo.read(data.get())) {
        run(conversation, memory, embedding, timings, runs);
      }
    }
    for (BufferedWriter run : runs.values()) {
      run.close();
    }
    timings.print(embedding);
  }

  private static void run(
      Locomo.Conversation conversation,
      EmbeddedMemory memory,
      TimedEmbedding embedding,
      Timings timings,
      Map<String, BufferedWriter> runs)
      throws IOException {
    GraphId graph = new GraphId(conversation.id());
    Map<SourceRef, String> turnIds = ingest(conversation, memory, graph, embedding, timings);
    IndexLog log = new IndexLog(graph.value(), new Ulids(Clock.systemUTC(), new SecureRandom()));
    for (int question = 0; question < conversation.questions().size(); question++) {
      String text = conversation.questions().get(question);
      long start = System.nanoTime();
      long embeddingBefore = embedding.nanos();
      Recall recall = memory.retrieval().recall(graph, RecallQuery.of(text));
      timings.query(System.nanoTime() - start, embedding.nanos() - embeddingBefore);
      Set<String> turns = new LinkedHashSet<>();
      for (Recall.RecalledNode node : recall.nodes()) {
        node.node().sources().forEach(source -> turns.add(turnIds.get(source)));
      }
      write(runs.get("locomo-run"), conversation.id(), question, List.copyOf(turns));

      QuantizedVector vector = QuantizedVector.of(embedding.embedQuery(text));
      Set<String> terms = Set.copyOf(TextAnalysis.terms(text));
      int index = question;
      memory
          .indexes()
          .read(
              memory.table(),
              log,
              graph.value(),
              compact -> {
                Baselines baselines = Baselines.of(compact, turnIds);
                float[] bm25 = baselines.pick(compact.lexicalScores(terms, Bm25.STANDARD));
                float[] dense = baselines.pick(compact.denseScores(vector));
                write(runs.get("bm25"), conversation.id(), index, baselines.order(bm25));
                write(runs.get("dense"), conversation.id(), index, baselines.order(dense));
                write(
                    runs.get("s0"),
                    conversation.id(),
                    index,
                    baselines.order(Baselines.hybrid(dense, bm25)));
                return null;
              });
    }
  }

  private static Map<SourceRef, String> ingest(
      Locomo.Conversation conversation,
      EmbeddedMemory memory,
      GraphId graph,
      TimedEmbedding embedding,
      Timings timings) {
    Map<SourceRef, String> turnIds = new HashMap<>();
    List<Observation> turns = conversation.turns();
    long start = System.nanoTime();
    long embeddingBefore = embedding.nanos();
    for (int from = 0; from < turns.size(); from += BATCH) {
      List<TurnOutcome> outcomes =
          memory
              .ingestion()
              .ingest(graph, turns.subList(from, Math.min(turns.size(), from + BATCH)));
      for (TurnOutcome outcome : outcomes) {
        if (outcome.status() != TurnOutcome.Status.INTEGRATED) {
          throw new IllegalStateException("a turn was not integrated: " + outcome);
        }
        turnIds.put(outcome.source(), outcome.id().orElseThrow());
      }
    }
    timings.ingested(turns.size(), System.nanoTime() - start, embedding.nanos() - embeddingBefore);
    return turnIds;
  }

  private static void write(
      BufferedWriter run, String conversation, int question, List<String> retrieved) {
    try {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("conversation", conversation);
      line.put("question", question);
      line.put("retrieved", retrieved);
      run.write(JSON.writeValueAsString(line));
      run.newLine();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Rankings of all turns of a conversation, without the graph. */
  private record Baselines(List<Integer> slots, List<String> turns) {

    static Baselines of(CompactIndex index, Map<SourceRef, String> turnIds) {
      List<Integer> slots =
          IntStream.range(0, index.slots())
              .filter(index::isLive)
              .filter(slot -> index.entry(slot).kind().equals("EPISODE"))
              .boxed()
              .toList();
      List<String> turns =
          slots.stream()
              .map(slot -> index.entry(slot).position().orElseThrow())
              .map(position -> turnIds.get(new SourceRef(position.session(), position.turn())))
              .toList();
      return new Baselines(slots, turns);
    }

    float[] pick(float[] scores) {
      float[] picked = new float[slots.size()];
      for (int i = 0; i < slots.size(); i++) {
        picked[i] = scores[slots.get(i)];
      }
      return picked;
    }

    /** 0.6 dense + 0.4 BM25, both brought to 0 to 1 over the turns. */
    static float[] hybrid(float[] dense, float[] bm25) {
      float[] denseUnit = unit(dense);
      float[] bm25Unit = unit(bm25);
      float[] hybrid = new float[dense.length];
      for (int i = 0; i < hybrid.length; i++) {
        hybrid[i] = 0.6f * denseUnit[i] + 0.4f * bm25Unit[i];
      }
      return hybrid;
    }

    private static float[] unit(float[] scores) {
      float least = Float.POSITIVE_INFINITY;
      float greatest = Float.NEGATIVE_INFINITY;
      for (float score : scores) {
        least = Math.min(least, score);
        greatest = Math.max(greatest, score);
      }
      float[] unit = new float[scores.length];
      for (int i = 0; i < scores.length; i++) {
        unit[i] = greatest > least ? (scores[i] - least) / (greatest - least) : 0;
      }
      return unit;
    }

    List<String> order(float[] scores) {
      return IntStream.range(0, scores.length)
          .boxed()
          .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]).thenComparing(turns::get))
          .limit(DEPTH)
          .map(turns::get)
          .distinct()
          .collect(Collectors.toList());
    }
  }

  /** What the run took. */
  private static final class Timings {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLISECOND = 1e6;

    private int turns;
    private long ingestNanos;
    private long ingestEmbeddingNanos;
    private final List<Long> queries = new ArrayList<>();
    private final List<Long> queriesWithoutEmbedding = new ArrayList<>();

    void ingested(int count, long nanos, long embeddingNanos) {
      turns += count;
      ingestNanos += nanos;
      ingestEmbeddingNanos += embeddingNanos;
    }

    void query(long nanos, long embeddingNanos) {
      queries.add(nanos);
      queriesWithoutEmbedding.add(nanos - embeddingNanos);
    }

    void print(TimedEmbedding embedding) {
      System.out.printf(
          "ingested %d turns in %.1f s: %.1f turns a second, %.0f %% of the time in the embedding model%n",
          turns,
          ingestNanos / NANOS_PER_SECOND,
          turns / (ingestNanos / NANOS_PER_SECOND),
          100.0 * ingestEmbeddingNanos / ingestNanos);
      System.out.printf(
          "asked %d questions: p50 %.1f ms, p99 %.1f ms; without the embedding p50 %.1f ms, p99 %.1f ms (%s)%n",
          queries.size(),
          percentile(queries, 50),
          percentile(queries, 99),
          percentile(queriesWithoutEmbedding, 50),
          percentile(queriesWithoutEmbedding, 99),
          embedding.name());
    }

    private static double percentile(List<Long> nanos, int percent) {
      List<Long> sorted = nanos.stream().sorted().toList();
      int rank = (int) Math.ceil(percent / 100.0 * sorted.size()) - 1;
      return sorted.get(Math.max(0, rank)) / NANOS_PER_MILLISECOND;
    }
  }
}
