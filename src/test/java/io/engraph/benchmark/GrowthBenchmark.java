package io.engraph.benchmark;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import io.engraph.EmbeddedMemory;
import io.engraph.embedding.LocalEmbeddingModel;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a question costs while the memory grows (GraphMemory's claim that memory is decoupled from
 * context): the dialogues of LoCoMo go into one graph, and after every hundred turns the same
 * questions are asked. The tokens of their contexts and the items read are to stay where they are;
 * the tokens of all that was said are what an agent without a memory would have to carry.
 */
public final class GrowthBenchmark {

  private static final int STEP = 100;
  private static final int QUESTIONS = 40;

  /** How it stood after some turns. */
  private record Measured(
      int turns, long tokensSaid, double contextTokens, double itemsRead, double nodes) {}

  private GrowthBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    Optional<Path> data = EvaluationData.find("locomo/locomo-dev3.json");
    if (data.isEmpty()) {
      return;
    }
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    List<Observation> turns = new ArrayList<>();
    List<String> questions = new ArrayList<>();
    for (Locomo.Conversation conversation : Locomo.read(data.get())) {
      for (Observation turn : conversation.turns()) {
        turns.add(
            new Observation(
                turn.id().map(id -> conversation.id() + " " + id),
                conversation.id() + " " + turn.session(),
                turn.speaker(),
                turn.text(),
                turn.at(),
                turn.metadata()));
      }
      conversation.questions().stream()
          .filter(Locomo.Question::isScored)
          .map(Locomo.Question::text)
          .forEach(questions::add);
    }
    // Some of every dialogue.
    List<String> asked = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      asked.add(questions.get(i * questions.size() / QUESTIONS));
    }
    Path folder = Files.createTempDirectory("engraph-growth");
    try (SqliteTable table =
        SqliteTable.open(folder.resolve("growth.db"), Duration.ofSeconds(10))) {
      List<Measured> measured =
          grow(
              EmbeddedMemory.on(
                  table,
                  new RememberedEmbedding(new LocalEmbeddingModel()),
                  Clock.systemUTC(),
                  Map.of("engraph.index.overlap", "PT0S")),
              turns,
              asked);
      report(measured, out);
    }
  }

  private static List<Measured> grow(
      EmbeddedMemory memory, List<Observation> turns, List<String> questions) {
    Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.CL100K_BASE);
    GraphId graph = new GraphId("growth");
    List<Measured> measured = new ArrayList<>();
    long said = 0;
    for (int from = 0; from < turns.size(); from += STEP) {
      List<Observation> some = turns.subList(from, Math.min(turns.size(), from + STEP));
      memory.ingestion().ingest(graph, some);
      for (Observation turn : some) {
        said += encoding.countTokensOrdinary(turn.text());
      }
      // The first brings the index up to date, which is no part of what a question costs.
      memory.retrieval().recall(graph, RecallQuery.of(questions.getFirst()));
      double tokens = 0;
      double items = 0;
      double nodes = 0;
      for (String question : questions) {
        Recall recall = memory.retrieval().recall(graph, RecallQuery.of(question));
        tokens += recall.tokens();
        items += recall.usage().itemsRead();
        nodes += recall.nodes().size();
      }
      measured.add(
          new Measured(
              from + some.size(),
              said,
              tokens / questions.size(),
              items / questions.size(),
              nodes / questions.size()));
    }
    return measured;
  }

  private static void report(List<Measured> measured, Path out) throws IOException {
    System.out.printf(
        "%8s %12s %15s %11s %6s%n",
        "turns", "tokens said", "context tokens", "items read", "nodes");
    for (Measured one : measured) {
      System.out.printf(
          Locale.ROOT,
          "%,8d %,12d %15.0f %11.0f %6.1f%n",
          one.turns(),
          one.tokensSaid(),
          one.contextTokens(),
          one.itemsRead(),
          one.nodes());
    }
    LineChart chart =
        new LineChart(
            "What a question carries while the memory grows", "turns remembered", "tokens");
    chart.line(
        "all that was said",
        measured.stream()
            .map(one -> new double[] {one.turns(), (double) one.tokensSaid()})
            .toList());
    chart.line(
        "context of a question",
        measured.stream().map(one -> new double[] {one.turns(), one.contextTokens()}).toList());
    chart.write(out.resolve("growth.svg"));
    new JsonMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(out.resolve("growth.json").toFile(), measured);
  }
}
