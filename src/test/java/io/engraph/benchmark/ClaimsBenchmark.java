package io.engraph.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TextAnalysis;
import io.engraph.ingestion.Observation;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.SqliteTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
import java.util.Set;

/**
 * The semantic-collapse probe, as CogMem describes it: facts and what others claim about them in
 * nearly the same words, all in one memory, and questions that ask for the record. A question is
 * misattributed when the first that is recalled is a claim. The claims have ten forms; the last
 * five were held out when the rules were written.
 */
public final class ClaimsBenchmark {

  private static final OffsetDateTime FIRST = OffsetDateTime.parse("2026-01-01T09:00:00Z");
  private static final String ALL = "150 pairs";
  private static final String HELD_OUT = "held-out";

  private ClaimsBenchmark() {}

  /** How a way of searching did. */
  private static final class Score {
    private int asked;
    private int claims;
    private int right;

    void count(String answer, String id) {
      asked++;
      claims += answer.startsWith("claim-") ? 1 : 0;
      right += answer.equals("fact-" + id) ? 1 : 0;
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    List<JsonNode> pairs = pairs();
    EmbeddingModel embedding = new RememberedEmbedding(new LocalEmbeddingModel());
    Map<String, Map<String, Score>> scores = new LinkedHashMap<>();
    Path file = Files.createTempDirectory("engraph-claims").resolve("engraph.db");
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      EmbeddedMemory memory = EmbeddedMemory.on(table, embedding, Clock.systemUTC(), Map.of());
      run(
          pairs.stream().filter(pair -> !isHeldOut(pair)).toList(),
          "claims",
          memory,
          table,
          embedding,
          scores);
      run(
          pairs.stream().filter(ClaimsBenchmark::isHeldOut).toList(),
          "held-out",
          memory,
          table,
          embedding,
          scores);
    }
    print(scores, out);
  }

  private static boolean isHeldOut(JsonNode pair) {
    return pair.get("forms").asText().equals(HELD_OUT);
  }

  private static void run(
      List<JsonNode> pairs,
      String name,
      EmbeddedMemory memory,
      SqliteTable table,
      EmbeddingModel embedding,
      Map<String, Map<String, Score>> scores) {
    GraphId graph = new GraphId(name);
    List<Observation> turns = turns(pairs);
    Ingested ingested = Ingested.ingest(memory, graph, turns);
    memory.consolidation().run(graph, Integer.MAX_VALUE);
    PlainIndex plain = plain(table, embedding, name, turns);
    for (JsonNode pair : pairs) {
      String question = pair.get("question").asText();
      float[] vector = embedding.embedQuery(question);
      Set<String> terms = Set.copyOf(TextAnalysis.terms(question));
      count(scores, "dense", pair, plain.dense(vector, 1).getFirst());
      count(scores, "bm25", pair, plain.bm25(terms, 1).getFirst());
      count(scores, "s0", pair, plain.hybrid(terms, vector, 1).getFirst());
      count(
          scores,
          "engraph",
          pair,
          ingested.ids(memory.retrieval().recall(graph, RecallQuery.of(question))).getFirst());
    }
  }

  private static void count(
      Map<String, Map<String, Score>> scores, String run, JsonNode pair, String answer) {
    List<String> sets =
        isHeldOut(pair) ? List.of(HELD_OUT) : List.of(ALL, pair.get("forms").asText());
    for (String forms : sets) {
      scores
          .computeIfAbsent(run, _ -> new LinkedHashMap<>())
          .computeIfAbsent(forms, _ -> new Score())
          .count(answer, pair.get("id").asText());
    }
  }

  private static List<JsonNode> pairs() throws IOException {
    List<JsonNode> pairs = new ArrayList<>();
    for (String file : List.of("/claims/pairs.jsonl", "/claims/held-out.jsonl")) {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  ClaimsBenchmark.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          pairs.add(new JsonMapper().readTree(line));
        }
      }
    }
    return pairs;
  }

  /** Facts and claims as turns of conversations, a day for each relation. */
  private static List<Observation> turns(List<JsonNode> pairs) {
    List<Observation> turns = new ArrayList<>();
    for (JsonNode pair : pairs) {
      for (String part : List.of("fact", "claim")) {
        turns.add(
            new Observation(
                Optional.of(part + "-" + pair.get("id").asText()),
                pair.get("relation").asText(),
                Optional.of(pair.get(part + "Speaker").asText()),
                pair.get(part).asText(),
                FIRST.plusMinutes(turns.size()),
                Map.of()));
      }
    }
    return turns;
  }

  private static PlainIndex plain(
      SqliteTable table, EmbeddingModel embedding, String name, List<Observation> turns) {
    List<String> texts =
        turns.stream().map(turn -> turn.speaker().orElseThrow() + ": " + turn.text()).toList();
    List<float[]> vectors = embedding.embedPassages(texts);
    List<PlainIndex.Text> plain = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      plain.add(
          new PlainIndex.Text(
              turns.get(i).id().orElseThrow(), texts.get(i), QuantizedVector.of(vectors.get(i))));
    }
    return new PlainIndex(table, new GraphId(name + "-plain"), plain);
  }

  private static void print(Map<String, Map<String, Score>> scores, Path out) throws IOException {
    Map<String, Object> results = new LinkedHashMap<>();
    System.out.printf("%-10s %-10s %6s %14s %8s%n", "run", "forms", "n", "misattributed", "right");
    scores.forEach(
        (run, byForms) ->
            byForms.forEach(
                (forms, score) -> {
                  double claims = 100.0 * score.claims / score.asked;
                  double right = 100.0 * score.right / score.asked;
                  results.put(
                      run + "/" + forms,
                      Map.of("n", score.asked, "misattributed", claims, "right", right));
                  System.out.printf(
                      Locale.ROOT,
                      "%-10s %-10s %6d %12.1f %% %6.1f %%%n",
                      run,
                      forms,
                      score.asked,
                      claims,
                      right);
                }));
    new JsonMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(out.resolve("claims.json").toFile(), results);
  }
}
