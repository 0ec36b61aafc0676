package io.engraph.benchmark;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TextAnalysis;
import io.engraph.ingestion.Observation;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.SqliteTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Evidence retrieval on LoCoMo: every conversation is ingested by the ingestion code, every
 * question asked of the retrieval code, and what it answers is mapped to source turns: as it comes,
 * with each ranking channel left out, and without the walk. Beside it, rankings of all turns
 * without a graph: by BM25 alone, by vectors alone, and by the plain hybrid of both (S0).
 */
public final class LocomoBenchmark {

  private static final int DEPTH = 60;
  private static final JsonMapper JSON = new JsonMapper();
  private static final String ALL = "locomo-run";
  private static final String HYBRID = "s0";
  private static final String BEST_FIXED = "s5";
  private static final String WITHOUT = "without-";

  private static final List<String> CHANNELS =
      List.of(
          "dense",
          "lexical",
          "neighbour",
          "speaker",
          "session",
          "keywords",
          "form",
          "time",
          "kind",
          "recency");

  /** The budgets that a deep ranking needs; the walk itself keeps its defaults. */
  private static final Map<String, String> BUDGETS =
      Map.of(
          "engraph.retrieval.loaded-nodes",
          Integer.toString(DEPTH),
          "engraph.retrieval.tokens",
          "100000");

  private final SqliteTable table;
  private final EmbeddingModel embedding;
  private final Map<String, EmbeddedMemory> memories = new LinkedHashMap<>();
  private final Map<String, List<Ranking>> scored = new LinkedHashMap<>();
  private final Map<String, BufferedWriter> files = new HashMap<>();
  private final Path out;
  private final List<String> conversations = new ArrayList<>();

  private LocomoBenchmark(SqliteTable table, EmbeddingModel embedding, Path out) {
    this.table = table;
    this.embedding = embedding;
    this.out = out;
    memories.put(ALL, memory(Map.of()));
    if (Trial.all().isEmpty()) {
      for (String channel : CHANNELS) {
        memories.put(
            WITHOUT + channel, memory(Map.of("engraph.retrieval.weights." + channel, "0")));
      }
      memories.put("without-walk", memory(Map.of("engraph.retrieval.steps", "0")));
    }
    Trial.all().forEach(trial -> memories.put(trial.name(), memory(trial.properties())));
  }

  public static void main(String[] arguments) throws IOException {
    Optional<Path> data = EvaluationData.find("locomo/locomo-dev3.json");
    if (data.isEmpty()) {
      return;
    }
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    Path file = Files.createTempDirectory("engraph-locomo").resolve("engraph.db");
    EmbeddingModel embedding = new RememberedEmbedding(new LocalEmbeddingModel());
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      LocomoBenchmark benchmark = new LocomoBenchmark(table, embedding, out);
      for (Locomo.Conversation conversation : Locomo.read(data.get())) {
        benchmark.run(conversation);
      }
      benchmark.report();
    }
  }

  private EmbeddedMemory memory(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(BUDGETS);
    all.putAll(properties);
    return EmbeddedMemory.on(table, embedding, Clock.systemUTC(), all);
  }

  private void run(Locomo.Conversation conversation) {
    conversations.add(conversation.id());
    GraphId graph = new GraphId(conversation.id());
    Ingested ingested = Ingested.ingest(memories.get(ALL), graph, conversation.turns());
    List<float[]> vectors =
        embedding.embedPassages(
            conversation.turns().stream()
                .map(turn -> "%s: %s".formatted(turn.speaker().orElseThrow(), turn.text()))
                .toList());
    PlainIndex plain =
        new PlainIndex(
            table,
            new GraphId(graph.value() + "-plain"),
            texts(
                conversation,
                vectors,
                turn -> "%s: %s".formatted(turn.speaker().orElseThrow(), turn.text())));
    PlainIndex dated =
        new PlainIndex(
            table, new GraphId(graph.value() + "-dated"), texts(conversation, vectors, S5::text));
    S5 s5 = new S5(conversation.turns());
    for (int number = 0; number < conversation.questions().size(); number++) {
      Locomo.Question question = conversation.questions().get(number);
      RecallQuery query =
          new RecallQuery(
              question.text(),
              Optional.of(conversation.end()),
              OptionalInt.empty(),
              OptionalInt.empty(),
              Set.of(),
              Optional.empty(),
              false);
      for (Map.Entry<String, EmbeddedMemory> memory : memories.entrySet()) {
        if (question.isScored() || memory.getKey().equals(ALL)) {
          Recall recall = memory.getValue().retrieval().recall(graph, query);
          add(memory.getKey(), conversation.id(), number, question, ingested.ids(recall));
        }
      }
      Set<String> terms = Set.copyOf(TextAnalysis.terms(question.text()));
      float[] vector = embedding.embedQuery(question.text());
      add("bm25", conversation.id(), number, question, plain.bm25(terms, DEPTH));
      add("dense", conversation.id(), number, question, plain.dense(vector, DEPTH));
      add(HYBRID, conversation.id(), number, question, plain.hybrid(terms, vector, DEPTH));
      add(
          BEST_FIXED,
          conversation.id(),
          number,
          question,
          dated.ranked(index -> s5.scores(index, question.text(), vector), DEPTH));
    }
  }

  private static List<PlainIndex.Text> texts(
      Locomo.Conversation conversation, List<float[]> vectors, Function<Observation, String> text) {
    List<PlainIndex.Text> texts = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i++) {
      Observation turn = conversation.turns().get(i);
      texts.add(
          new PlainIndex.Text(
              turn.id().orElseThrow(), text.apply(turn), QuantizedVector.of(vectors.get(i))));
    }
    return texts;
  }

  private void add(
      String run,
      String conversation,
      int number,
      Locomo.Question question,
      List<String> retrieved) {
    if (question.isScored()) {
      scored
          .computeIfAbsent(run, _ -> new ArrayList<>())
          .add(new Ranking(retrieved, question.gold()));
      scored
          .computeIfAbsent(run + "/" + conversation, _ -> new ArrayList<>())
          .add(new Ranking(retrieved, question.gold()));
    }
    if (run.equals(ALL) || !run.startsWith(WITHOUT)) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("conversation", conversation);
      line.put("question", number);
      line.put("retrieved", retrieved);
      try {
        BufferedWriter file = files.get(run);
        if (file == null) {
          file = Files.newBufferedWriter(out.resolve(run.replaceAll("[^a-z0-9-]", "_") + ".jsonl"));
          files.put(run, file);
        }
        file.write(JSON.writeValueAsString(line));
        file.newLine();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void report() throws IOException {
    for (BufferedWriter file : files.values()) {
      file.close();
    }
    ResultTable results = new ResultTable("LoCoMo: evidence turns", ALL);
    List<String> runs = new ArrayList<>(List.of("bm25", "dense", HYBRID, BEST_FIXED));
    runs.addAll(memories.keySet());
    for (String run : runs) {
      results.run(run, scored.get(run));
    }
    for (String conversation : conversations) {
      results.run(ALL + "/" + conversation, scored.get(ALL + "/" + conversation), false);
      for (String run : runs) {
        if (run.startsWith("trial")) {
          results.run(run + "/" + conversation, scored.get(run + "/" + conversation), false);
        }
      }
    }
    results.print();
    if (!Trial.all().isEmpty()) {
      rotate();
    }
    results.write(out.resolve("locomo.json"));
  }

  /** Chooses among the settings on all conversations but one, and reports that one, in turn. */
  private void rotate() {
    List<Ranking> reported = new ArrayList<>();
    for (String held : conversations) {
      String chosen = ALL;
      double best = -1;
      for (String run : memories.keySet()) {
        List<Ranking> others = new ArrayList<>();
        conversations.stream()
            .filter(conversation -> !conversation.equals(held))
            .forEach(conversation -> others.addAll(scored.get(run + "/" + conversation)));
        double recall = Ranking.mean(others, ranking -> ranking.recallAt(10));
        if (recall > best) {
          best = recall;
          chosen = run;
        }
      }
      List<Ranking> ofHeld = scored.get(chosen + "/" + held);
      reported.addAll(ofHeld);
      System.out.printf(
          Locale.ROOT,
          "rotation: %s, chosen on the others: %s, recall@10 %.4f%n",
          held,
          chosen,
          Ranking.mean(ofHeld, ranking -> ranking.recallAt(10)));
    }
    System.out.printf(
        Locale.ROOT,
        "rotation: recall@10 %.4f over all questions%n",
        Ranking.mean(reported, ranking -> ranking.recallAt(10)));
  }
}
