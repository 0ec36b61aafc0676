package io.engraph.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.index.CompactIndex;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TextAnalysis;
import io.engraph.ingestion.Observation;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.SqliteTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Two-hop questions over documents (HotpotQA): each passage is observed as one turn of a session of
 * its own, and a question is answered by the passages that support it. Beside the memory: BM25,
 * vectors, the plain hybrid, and the hybrid with keyword spread.
 */
public final class HotpotBenchmark {

  private static final int DEPTH = 30;
  private static final String ALL = "engraph";
  private static final OffsetDateTime OBSERVED = OffsetDateTime.parse("2026-01-01T00:00:00Z");
  private static final GraphId GRAPH = new GraphId("hotpotqa");
  private static final Map<String, String> BUDGETS =
      Map.of(
          "engraph.retrieval.loaded-nodes",
          Integer.toString(DEPTH),
          "engraph.retrieval.tokens",
          "100000");

  private record Question(String text, Set<String> gold) {}

  private HotpotBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    Optional<Path> corpus = EvaluationData.find("hotpotqa/corpus.json");
    Optional<Path> asked = EvaluationData.find("hotpotqa/questions.json");
    if (corpus.isEmpty() || asked.isEmpty()) {
      return;
    }
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    Path file = Files.createTempDirectory("engraph-hotpot").resolve("engraph.db");
    EmbeddingModel embedding = new RememberedEmbedding(new LocalEmbeddingModel());
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      Map<String, EmbeddedMemory> memories = new LinkedHashMap<>();
      memories.put(ALL, memory(table, embedding, Map.of()));
      memories.put(
          "without-walk", memory(table, embedding, Map.of("engraph.retrieval.steps", "0")));
      memories.put(
          "without-keywords",
          memory(table, embedding, Map.of("engraph.retrieval.weights.keywords", "0")));
      for (Trial trial : Trial.all()) {
        memories.put(trial.name(), memory(table, embedding, trial.properties()));
      }
      List<Observation> passages = passages(corpus.get());
      Ingested ingested = Ingested.ingest(memories.get(ALL), GRAPH, passages);
      PlainIndex plain = plain(table, embedding, passages);
      Map<String, List<Ranking>> runs = new LinkedHashMap<>();
      for (Question question : questions(asked.get())) {
        Set<String> terms = Set.copyOf(TextAnalysis.terms(question.text));
        float[] vector = embedding.embedQuery(question.text);
        Map<String, List<String>> ranked = new LinkedHashMap<>();
        ranked.put("bm25", plain.bm25(terms, DEPTH));
        ranked.put("dense", plain.dense(vector, DEPTH));
        ranked.put("s0", plain.hybrid(terms, vector, DEPTH));
        ranked.put(
            "s0+keywords",
            plain.ranked(
                index -> withSpread(index, PlainIndex.hybrid(index, terms, vector)), DEPTH));
        memories.forEach(
            (name, memory) ->
                ranked.put(
                    name,
                    ingested.ids(memory.retrieval().recall(GRAPH, RecallQuery.of(question.text)))));
        ranked.forEach(
            (run, ids) ->
                runs.computeIfAbsent(run, _ -> new ArrayList<>())
                    .add(new Ranking(ids, question.gold)));
      }
      ResultTable results = new ResultTable("HotpotQA: supporting passages", ALL);
      runs.forEach(results::run);
      results.print();
      results.write(out.resolve("hotpotqa.json"));
    }
  }

  private static EmbeddedMemory memory(
      SqliteTable table, EmbeddingModel embedding, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(BUDGETS);
    all.putAll(properties);
    return EmbeddedMemory.on(table, embedding, Clock.systemUTC(), all);
  }

  private static List<Observation> passages(Path corpus) throws IOException {
    List<Observation> passages = new ArrayList<>();
    JsonNode titles = new JsonMapper().readTree(corpus.toFile());
    titles
        .properties()
        .forEach(
            passage -> {
              StringBuilder text = new StringBuilder(passage.getKey()).append("\n");
              passage.getValue().forEach(sentence -> text.append(sentence.asText()));
              passages.add(
                  new Observation(
                      Optional.of(passage.getKey()),
                      "passage-" + passages.size(),
                      Optional.empty(),
                      text.toString(),
                      OBSERVED,
                      Map.of()));
            });
    return passages;
  }

  private static List<Question> questions(Path asked) throws IOException {
    List<Question> questions = new ArrayList<>();
    for (JsonNode question : new JsonMapper().readTree(asked.toFile())) {
      Set<String> gold = new HashSet<>();
      question.get("supporting_facts").forEach(fact -> gold.add(fact.get(0).asText()));
      questions.add(new Question(question.get("question").asText(), gold));
    }
    return questions;
  }

  private static PlainIndex plain(
      SqliteTable table, EmbeddingModel embedding, List<Observation> passages) {
    List<float[]> vectors =
        embedding.embedPassages(passages.stream().map(Observation::text).toList());
    List<PlainIndex.Text> texts = new ArrayList<>();
    for (int i = 0; i < passages.size(); i++) {
      texts.add(
          new PlainIndex.Text(
              passages.get(i).id().orElseThrow(),
              passages.get(i).text(),
              QuantizedVector.of(vectors.get(i))));
    }
    return new PlainIndex(table, new GraphId("hotpotqa-plain"), texts);
  }

  /** The hybrid plus 0.2 of what two hops over shared keywords reach from its five best. */
  private static float[] withSpread(CompactIndex index, float[] hybrid) {
    float[] spread = new float[hybrid.length];
    IntStream.range(0, hybrid.length)
        .boxed()
        .sorted((one, two) -> Float.compare(hybrid[two], hybrid[one]))
        .limit(5)
        .forEach(
            start -> {
              List<String> terms = index.terms(start);
              for (String term : terms) {
                int[] slots = index.slotsWith(term);
                if (slots.length <= index.size() / 10) {
                  double idf = Math.log((double) index.size() / slots.length);
                  for (int slot : slots) {
                    spread[slot] +=
                        slot == start ? 0 : (float) (hybrid[start] * idf / terms.size());
                  }
                }
              }
            });
    float most = 0;
    for (float one : spread) {
      most = Math.max(most, one);
    }
    float[] scores = hybrid.clone();
    for (int slot = 0; slot < scores.length && most > 0; slot++) {
      scores[slot] += 0.2f * spread[slot] / most;
    }
    return scores;
  }
}
