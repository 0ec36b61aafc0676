package io.engraph.benchmark;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.engraph.EmbeddedMemory;
import io.engraph.agent.AgentReport;
import io.engraph.agent.AgentReport.Usage;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.index.TextAnalysis;
import io.engraph.ingestion.Ingestion;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A model behind the decisions, against rules, on a slice of LoCoMo: its first sessions, and the
 * questions that these answer. The same model answers from the context of either, and judges both
 * answers. It asks the endpoint that the environment names, or what was recorded of it.
 */
public final class AgentBenchmark {

  private static final int SESSIONS = 4;
  private static final int QUESTIONS = 30;
  private static final int BATCH = 20;
  private static final double MILLION = 1e6;

  private static final String ANSWER =
      """
      Answer the question from the memory that you are given, in as few words as it takes. Give dates as dates. If the memory does not
      have it, say that you do not know.
      """;

  private static final String JUDGE =
      """
      You are given a question, its right answer, and an answer to judge. Say CORRECT when the answer means the same as the right one,
      names it among other things that do not contradict it, or gives the same time in another form; else say WRONG. Say one word.
      """;

  /** What one way of deciding came to. */
  private record Measured(
      String decidedBy,
      int questions,
      double evidenceRecallAt10,
      double f1,
      double accuracy,
      Map<String, Usage> tokens,
      int degraded,
      double ingestSeconds,
      double secondsAQuestion) {}

  private final RecordedModel endpoint;
  private final String name;
  private final ChatModel model;
  private Usage answering = Usage.NONE;
  private Usage judging = Usage.NONE;

  private AgentBenchmark(RecordedModel endpoint, String name) {
    this.endpoint = endpoint;
    this.name = name;
    this.model =
        OpenAiChatModel.builder()
            .baseUrl(endpoint.address())
            .apiKey("none")
            .modelName(name)
            .temperature(0.0)
            .timeout(Duration.ofMinutes(2))
            .build();
  }

  public static void main(String[] arguments) throws IOException {
    Optional<Path> data = EvaluationData.find("locomo/locomo-dev3.json");
    Optional<RecordedModel> endpoint = data.isEmpty() ? Optional.empty() : RecordedModel.find();
    if (endpoint.isEmpty()) {
      return;
    }
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    String name = Optional.ofNullable(System.getenv("ENGRAPH_LLM_MODEL")).orElse("recorded");
    try (RecordedModel recorded = endpoint.get()) {
      Locomo.Conversation conversation = Locomo.read(data.get()).getFirst();
      AgentBenchmark benchmark = new AgentBenchmark(recorded, name);
      List<Measured> measured =
          List.of(benchmark.measure(conversation, true), benchmark.measure(conversation, false));
      report(measured, out.resolve("agent.json"));
    }
  }

  private Measured measure(Locomo.Conversation conversation, boolean isByModel) throws IOException {
    answering = Usage.NONE;
    judging = Usage.NONE;
    List<Observation> turns = firstSessions(conversation);
    Set<String> ids =
        turns.stream().map(turn -> turn.id().orElseThrow()).collect(Collectors.toSet());
    List<Locomo.Question> questions =
        conversation.questions().stream()
            .filter(question -> question.isScored() && ids.containsAll(question.gold()))
            .limit(QUESTIONS)
            .toList();
    Map<String, String> properties = new HashMap<>();
    if (isByModel) {
      properties.put("engraph.agent.base-url", endpoint.address());
      properties.put("engraph.agent.model", name);
      properties.put("engraph.agent.timeout", "PT2M");
      properties.put("engraph.agent.graph-tokens-per-day", "100000000");
    }
    Path file = Files.createTempDirectory("engraph-agent").resolve("agent.db");
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      EmbeddedMemory memory =
          EmbeddedMemory.on(table, new LocalEmbeddingModel(), Clock.systemUTC(), properties);
      Map<String, Usage> tokens = new LinkedHashMap<>();
      GraphId graph = new GraphId("agent");
      int degraded = 0;
      long start = System.nanoTime();
      Map<io.engraph.graph.SourceRef, String> sources = new HashMap<>();
      for (int from = 0; from < turns.size(); from += BATCH) {
        Ingestion.Outcome outcome =
            memory
                .ingestion()
                .ingest(graph, turns.subList(from, Math.min(turns.size(), from + BATCH)));
        outcome.turns().forEach(turn -> sources.put(turn.source(), turn.id().orElseThrow()));
        degraded += add(tokens, outcome.agent());
      }
      double ingested = (System.nanoTime() - start) / 1e9;
      double recall = 0;
      double f1 = 0;
      int correct = 0;
      start = System.nanoTime();
      List<Recall> recalls = new ArrayList<>();
      for (Locomo.Question question : questions) {
        Recall found = ask(memory, graph, question, turns.getLast());
        recalls.add(found);
        degraded += add(tokens, found.usage().agent());
      }
      double asked = (System.nanoTime() - start) / 1e9;
      for (int i = 0; i < questions.size(); i++) {
        Locomo.Question question = questions.get(i);
        Set<String> retrieved = new LinkedHashSet<>();
        recalls
            .get(i)
            .nodes()
            .forEach(node -> node.node().sources().forEach(at -> retrieved.add(sources.get(at))));
        recall += new Ranking(new ArrayList<>(retrieved), question.gold()).recallAt(10);
        String answer = answer(question, recalls.get(i));
        f1 += f1(answer, question.answer());
        correct += isCorrect(question, answer) ? 1 : 0;
      }
      tokens.put("answer", answering);
      tokens.put("judge the answer", judging);
      int count = Math.max(1, questions.size());
      return new Measured(
          isByModel ? name : "rules",
          questions.size(),
          recall / count,
          f1 / count,
          (double) correct / count,
          tokens,
          degraded,
          ingested,
          asked / count);
    }
  }

  private static List<Observation> firstSessions(Locomo.Conversation conversation) {
    Set<String> sessions = new LinkedHashSet<>();
    List<Observation> turns = new ArrayList<>();
    for (Observation turn : conversation.turns()) {
      if (sessions.size() < SESSIONS || sessions.contains(turn.session())) {
        sessions.add(turn.session());
        turns.add(turn);
      }
    }
    return turns;
  }

  private static Recall ask(
      EmbeddedMemory memory, GraphId graph, Locomo.Question question, Observation last) {
    return memory
        .retrieval()
        .recall(
            graph,
            new RecallQuery(
                question.text(),
                Optional.of(last.at()),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Set.of(),
                Optional.empty(),
                false));
  }

  private static int add(Map<String, Usage> tokens, AgentReport report) {
    report.usage().forEach((decision, usage) -> tokens.merge(decision, usage, Usage::plus));
    return report.degraded().size();
  }

  private String answer(Locomo.Question question, Recall recall) {
    ChatResponse response =
        chat(ANSWER, "Memory:\n%s\n\nQuestion: %s".formatted(recall.context(), question.text()));
    answering = answering.plus(usage(response));
    return response.aiMessage().text();
  }

  private boolean isCorrect(Locomo.Question question, String answer) {
    ChatResponse response =
        chat(
            JUDGE,
            "Question: %s\nRight answer: %s\nAnswer to judge: %s"
                .formatted(question.text(), question.answer(), answer));
    judging = judging.plus(usage(response));
    return response.aiMessage().text().strip().toUpperCase(Locale.ROOT).startsWith("CORRECT");
  }

  private ChatResponse chat(String system, String user) {
    return model.chat(
        ChatRequest.builder().messages(SystemMessage.from(system), UserMessage.from(user)).build());
  }

  private static Usage usage(ChatResponse response) {
    return response.tokenUsage() == null
        ? new Usage(1, 0, 0, 0)
        : new Usage(
            1,
            response.tokenUsage().inputTokenCount(),
            0,
            response.tokenUsage().outputTokenCount());
  }

  /** The harmonic mean of precision and recall over the terms of both. */
  static double f1(String answer, String right) {
    List<String> rest = new ArrayList<>(TextAnalysis.terms(right));
    int of = rest.size();
    List<String> said = TextAnalysis.terms(answer);
    long shared = said.stream().filter(rest::remove).count();
    return shared == 0 ? 0 : 2.0 * shared / (of + said.size());
  }

  private static void report(List<Measured> measured, Path file) throws IOException {
    double in = price("ENGRAPH_LLM_PRICE_IN");
    double out = price("ENGRAPH_LLM_PRICE_OUT");
    System.out.printf(
        "%-20s %9s %9s %6s %9s %9s %9s %11s%n",
        "decided by",
        "questions",
        "recall@10",
        "F1",
        "accuracy",
        "degraded",
        "ingest s",
        "s/question");
    for (Measured one : measured) {
      System.out.printf(
          Locale.ROOT,
          "%-20s %9d %9.3f %6.3f %9.3f %9d %9.1f %11.2f%n",
          one.decidedBy(),
          one.questions(),
          one.evidenceRecallAt10(),
          one.f1(),
          one.accuracy(),
          one.degraded(),
          one.ingestSeconds(),
          one.secondsAQuestion());
      one.tokens()
          .forEach(
              (phase, usage) ->
                  System.out.printf(
                      Locale.ROOT,
                      "  %-18s %5d calls, %,9d tokens in (%,d cached), %,8d out, $%.4f%n",
                      phase,
                      usage.calls(),
                      usage.promptTokens(),
                      usage.cachedTokens(),
                      usage.completionTokens(),
                      (usage.promptTokens() * in + usage.completionTokens() * out) / MILLION));
    }
    new JsonMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), measured);
  }

  /** Dollars for a million tokens; 0 where nobody says. */
  private static double price(String variable) {
    return Optional.ofNullable(System.getenv(variable)).map(Double::parseDouble).orElse(0.0);
  }
}
