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
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Facts of which later ones replace earlier ones (MemoryAgentBench, FactConsolidation, single-hop):
 * each is observed as a turn, in their order, and a question is answered well when the first node
 * has the current answer. Beside the memory: BM25, vectors and the plain hybrid, whose first text
 * must have it.
 */
public final class FactConsolidationBenchmark {

  private static final String ALL = "engraph";
  private static final OffsetDateTime FIRST = OffsetDateTime.parse("2026-01-01T00:00:00Z");
  private static final Pattern FACT = Pattern.compile("(?m)^(\\d+)\\. (.+)$");

  private FactConsolidationBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    Optional<Path> data = EvaluationData.find("factconsolidation/factconsolidation-dev.json");
    if (data.isEmpty()) {
      return;
    }
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    Path file = Files.createTempDirectory("engraph-facts").resolve("engraph.db");
    EmbeddingModel embedding = new RememberedEmbedding(new LocalEmbeddingModel());
    Map<String, Object> results = new LinkedHashMap<>();
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      EmbeddedMemory memory = EmbeddedMemory.on(table, embedding, Clock.systemUTC(), Map.of());
      for (JsonNode set : new JsonMapper().readTree(data.get().toFile())) {
        if (set.get("id").asText().contains("_sh_")) {
          results.put(set.get("id").asText(), run(set, memory, table, embedding));
        }
      }
    }
    new JsonMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(out.resolve("factconsolidation.json").toFile(), results);
  }

  private static Map<String, Object> run(
      JsonNode set, EmbeddedMemory memory, SqliteTable table, EmbeddingModel embedding) {
    GraphId graph = new GraphId(set.get("id").asText());
    List<Observation> facts = facts(set.get("context").asText());
    Ingested.ingest(memory, graph, facts);
    PlainIndex plain = plain(table, embedding, graph, facts);
    Map<String, double[]> isCurrent = new LinkedHashMap<>();
    int questions = set.get("questions").size();
    for (int i = 0; i < questions; i++) {
      String question = set.get("questions").get(i).asText();
      List<String> answers = new ArrayList<>();
      set.get("answers").get(i).forEach(answer -> answers.add(answer.asText()));
      Set<String> terms = Set.copyOf(TextAnalysis.terms(question));
      float[] vector = embedding.embedQuery(question);
      Recall recall = memory.retrieval().recall(graph, RecallQuery.of(question));
      Map<String, List<String>> first = new LinkedHashMap<>();
      first.put("bm25", texts(facts, plain.bm25(terms, 1)));
      first.put("dense", texts(facts, plain.dense(vector, 1)));
      first.put("s0", texts(facts, plain.hybrid(terms, vector, 1)));
      first.put("engraph, before newer facts lead", before(recall));
      first.put(ALL, recall.nodes().stream().map(one -> one.node().content()).toList());
      first.put("engraph, among its answers", List.of(recall.context()));
      for (Map.Entry<String, List<String>> one : first.entrySet()) {
        boolean holds =
            one.getValue().stream()
                .limit(1)
                .anyMatch(text -> answers.stream().anyMatch(text::contains));
        isCurrent.computeIfAbsent(one.getKey(), _ -> new double[questions])[i] = holds ? 1 : 0;
        if (one.getKey().equals(ALL) && !holds) {
          System.out.printf(
              "missed: %s -> %s, got: %s%n",
              question, answers, one.getValue().stream().limit(2).toList());
        }
      }
    }
    return report(graph, questions, isCurrent);
  }

  private static Map<String, Object> report(
      GraphId graph, int questions, Map<String, double[]> isCurrent) {
    Map<String, Object> results = new LinkedHashMap<>();
    System.out.printf("%s: the current fact first, of %d%n", graph, questions);
    isCurrent.forEach(
        (run, each) -> {
          PairedBootstrap difference = PairedBootstrap.of(isCurrent.get(ALL), each);
          double current = Arrays.stream(each).sum();
          System.out.printf(
              Locale.ROOT,
              "%-34s %4.0f   %s%n",
              run,
              current,
              run.equals(ALL) ? "" : ALL + " - run: " + difference);
          results.put(run, Map.of("current", current, "differenceOfReference", difference));
        });
    return results;
  }

  /** The answers as they were ranked before what is newer came to lead. */
  private static List<String> before(Recall recall) {
    return recall.nodes().stream()
        .sorted(
            Comparator.comparingDouble(
                (Recall.RecalledNode one) -> -(0.8 * one.access() + 0.2 * one.similarity())))
        .map(one -> one.node().content())
        .toList();
  }

  private static List<Observation> facts(String context) {
    List<Observation> facts = new ArrayList<>();
    Matcher matcher = FACT.matcher(context);
    while (matcher.find()) {
      facts.add(
          new Observation(
              Optional.of(matcher.group(1)),
              "facts",
              Optional.empty(),
              matcher.group(2),
              FIRST.plusMinutes(Long.parseLong(matcher.group(1))),
              Map.of()));
    }
    return facts;
  }

  private static List<String> texts(List<Observation> facts, List<String> ids) {
    return ids.stream().map(id -> facts.get(Integer.parseInt(id)).text()).toList();
  }

  private static PlainIndex plain(
      SqliteTable table, EmbeddingModel embedding, GraphId graph, List<Observation> facts) {
    List<float[]> vectors = embedding.embedPassages(facts.stream().map(Observation::text).toList());
    List<PlainIndex.Text> texts = new ArrayList<>();
    for (int i = 0; i < facts.size(); i++) {
      texts.add(
          new PlainIndex.Text(
              facts.get(i).id().orElseThrow(),
              facts.get(i).text(),
              QuantizedVector.of(vectors.get(i))));
    }
    return new PlainIndex(table, new GraphId(graph.value() + "-plain"), texts);
  }
}
