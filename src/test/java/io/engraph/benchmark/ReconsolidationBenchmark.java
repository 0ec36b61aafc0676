package io.engraph.benchmark;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.retrieval.DefaultPolicy;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.SqliteTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/**
 * What feedback teaches (REALM's sequential protocol, on LoCoMo): the questions of a conversation
 * come in a random order; each is asked, scored, and reported on, and the next is asked of the
 * memory that this left. The gain is that over the same questions without any report, in recall@10
 * of evidence turns, over several orders; apart for questions whose evidence was reported before,
 * and for those whose evidence never was.
 */
public final class ReconsolidationBenchmark {

  private static final int ORDERS = 5;
  private static final int DEPTH = 20;
  private static final double NOISE = 0.2;
  private static final double HOSTILE = 0.3;

  private static final Map<String, String> BUDGETS =
      Map.of(
          "engraph.retrieval.loaded-nodes",
          Integer.toString(DEPTH),
          "engraph.retrieval.tokens",
          "100000");

  /** A pattern for the names of the runs to make; all, unless the environment says otherwise. */
  private static final String ONLY =
      Optional.ofNullable(System.getenv("ENGRAPH_RUNS")).orElse(".*");

  /**
   * The plain hybrid, before it has learned what else to go by. What past questions say has its
   * default weight: it is silent until one was answered.
   */
  private static final Map<String, String> HYBRID =
      weights(
          Map.of("dense", 0.6, "lexical", 0.4),
          "neighbour",
          "speaker",
          "session",
          "keywords",
          "form",
          "time",
          "kind",
          "recency",
          "path");

  /** What is reported. */
  private enum Mode {
    NONE,
    FULL_GOLD,
    OWN,
    OWN_WITH_NOISE,
    ANSWER_ONLY,
    HOSTILE,
    /** As hostile, but nothing comes of the hostile reports. */
    HOSTILE_UNHEARD
  }

  /** One way to run the protocol. */
  private record Run(String name, Mode mode, Map<String, String> properties, boolean carriesOver) {}

  /** Recall@10 of one question, and whether its evidence was reported before. */
  private record Scored(double recall, boolean isSeen, boolean isUnseen) {}

  private final EmbeddingModel embedding = new RememberedEmbedding(new LocalEmbeddingModel());
  private final Path folder;
  private final List<Locomo.Conversation> conversations;
  private final Map<String, Ingested> ingested = new HashMap<>();

  private ReconsolidationBenchmark(Path folder, List<Locomo.Conversation> conversations) {
    this.folder = folder;
    this.conversations = conversations;
  }

  private static Map<String, String> weights(Map<String, Double> some, String... others) {
    Map<String, String> weights = new HashMap<>();
    some.forEach(
        (channel, weight) ->
            weights.put("engraph.retrieval.weights." + channel, weight.toString()));
    for (String other : others) {
      weights.put("engraph.retrieval.weights." + other, "0");
    }
    return weights;
  }

  private static Map<String, String> and(Map<String, String> one, String... more) {
    Map<String, String> all = new HashMap<>(one);
    for (int i = 0; i < more.length; i += 2) {
      all.put("engraph.reconsolidation." + more[i], more[i + 1]);
    }
    return all;
  }

  public static void main(String[] arguments) throws IOException {
    Optional<Path> data = EvaluationData.find("locomo/locomo-dev3.json");
    if (data.isEmpty()) {
      return;
    }
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    ReconsolidationBenchmark benchmark =
        new ReconsolidationBenchmark(
            Files.createTempDirectory("engraph-reconsolidation"), Locomo.read(data.get()));
    benchmark.ingest();
    benchmark.report(out.resolve("reconsolidation.json"));
    if (ONLY.equals(".*")) {
      benchmark.poison(out.resolve("poisoning.json"));
    }
  }

  private void ingest() {
    for (Locomo.Conversation conversation : conversations) {
      try (SqliteTable table = open(folder.resolve(conversation.id() + ".db"))) {
        ingested.put(
            conversation.id(),
            Ingested.ingest(
                memory(table, Map.of()), new GraphId(conversation.id()), conversation.turns()));
      }
    }
  }

  private static SqliteTable open(Path file) {
    return SqliteTable.open(file, Duration.ofSeconds(10));
  }

  private EmbeddedMemory memory(SqliteTable table, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(BUDGETS);
    all.putAll(properties);
    Trial.all().forEach(trial -> all.putAll(trial.properties()));
    return EmbeddedMemory.on(table, embedding, Clock.systemUTC(), all);
  }

  private void report(Path file) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (Map.Entry<String, Map<String, String>> start :
        Map.of("from S0", HYBRID, "from the defaults", Map.<String, String>of()).entrySet()) {
      String from = start.getKey();
      Map<String, String> weights = start.getValue();
      runs.add(new Run(from + ": none", Mode.NONE, weights, false));
      runs.add(new Run(from + ": full gold", Mode.FULL_GOLD, weights, false));
      runs.add(new Run(from + ": own", Mode.OWN, weights, false));
      runs.add(new Run(from + ": own + noise", Mode.OWN_WITH_NOISE, weights, false));
      runs.add(new Run(from + ": answer only", Mode.ANSWER_ONLY, weights, false));
      runs.add(new Run(from + ": hostile 30 %", Mode.HOSTILE, weights, false));
      runs.add(
          new Run(
              from + ": own, edges alone",
              Mode.OWN,
              and(weights, "policy", "false", "questions", "false"),
              false));
      runs.add(
          new Run(
              from + ": own, policy alone",
              Mode.OWN,
              and(weights, "edges", "false", "questions", "false"),
              false));
      runs.add(
          new Run(
              from + ": own, questions alone",
              Mode.OWN,
              and(weights, "edges", "false", "policy", "false"),
              false));
      runs.add(new Run(from + ": own, carried over", Mode.OWN, weights, true));
    }
    Map<String, Object> written = new LinkedHashMap<>();
    System.out.printf(
        "%-38s %7s %16s %16s %16s%n", "", "R@10", "gain (sd)", "seen before", "never seen");
    Map<String, List<List<Scored>>> baselines = new HashMap<>();
    runs.sort((one, two) -> one.name().compareTo(two.name()));
    runs.stream()
        .filter(run -> run.mode() == Mode.NONE)
        .forEach(run -> baselines.put(run.name(), orders(run)));
    for (Run run : runs) {
      if (!run.name().matches(ONLY)) {
        continue;
      }
      String from = run.name().substring(0, run.name().indexOf(':'));
      List<List<Scored>> baseline = baselines.get(from + ": none");
      written.put(run.name(), print(run.name(), orders(run), baseline));
    }
    new JsonMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), written);
  }

  /**
   * Poisoned feedback, taken back: of three in ten questions a hostile caller reports what is no
   * evidence. All questions are asked again at the end: of the memory as it is then, once the
   * hostile caller's edits are undone, and of one that never heard that caller.
   */
  private void poison(Path file) throws IOException {
    List<Double> poisoned = new ArrayList<>();
    List<Double> undone = new ArrayList<>();
    List<Double> clean = new ArrayList<>();
    for (int order = 0; order < ORDERS; order++) {
      List<Double> ofPoisoned = new ArrayList<>();
      List<Double> ofUndone = new ArrayList<>();
      List<Double> ofClean = new ArrayList<>();
      for (Locomo.Conversation conversation : conversations) {
        try (SqliteTable table = open(copy(conversation))) {
          EmbeddedMemory memory = memory(table, Map.of());
          run(conversation, memory, Mode.HOSTILE, new Random(order));
          ofPoisoned.addAll(recalls(conversation, memory));
          memory
              .undo()
              .undo(
                  new GraphId(conversation.id()),
                  new EditLog.Selection(
                      Optional.empty(),
                      Optional.of("hostile"),
                      Optional.empty(),
                      Optional.empty()));
          ofUndone.addAll(recalls(conversation, memory));
        }
        try (SqliteTable table = open(copy(conversation))) {
          EmbeddedMemory memory = memory(table, Map.of());
          run(conversation, memory, Mode.HOSTILE_UNHEARD, new Random(order));
          ofClean.addAll(recalls(conversation, memory));
        }
      }
      poisoned.add(mean(ofPoisoned));
      undone.add(mean(ofUndone));
      clean.add(mean(ofClean));
    }
    System.out.printf(
        Locale.ROOT,
        "after 30 %% hostile feedback: R@10 %.4f; undone %.4f; never heard %.4f%n",
        mean(poisoned),
        mean(undone),
        mean(clean));
    new JsonMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(
            file.toFile(), Map.of("poisoned", poisoned, "undone", undone, "neverHeard", clean));
  }

  /** Recall@10 of every question, none of them reported on. */
  private List<Double> recalls(Locomo.Conversation conversation, EmbeddedMemory memory) {
    return run(conversation, memory, Mode.NONE, new Random(0)).stream()
        .map(Scored::recall)
        .toList();
  }

  private static Map<String, Object> print(
      String name, List<List<Scored>> orders, List<List<Scored>> baseline) {
    List<Double> gains = new ArrayList<>();
    List<Double> seen = new ArrayList<>();
    List<Double> unseen = new ArrayList<>();
    double recall = 0;
    for (int order = 0; order < orders.size(); order++) {
      List<Scored> with = orders.get(order);
      List<Scored> without = baseline.get(order);
      double all = 0;
      double ofSeen = 0;
      double ofUnseen = 0;
      int seenCount = 0;
      int unseenCount = 0;
      for (int i = 0; i < with.size(); i++) {
        double gain = with.get(i).recall() - without.get(i).recall();
        all += gain;
        recall += with.get(i).recall() / with.size() / orders.size();
        if (with.get(i).isSeen()) {
          ofSeen += gain;
          seenCount++;
        }
        if (with.get(i).isUnseen()) {
          ofUnseen += gain;
          unseenCount++;
        }
      }
      gains.add(all / with.size());
      seen.add(seenCount == 0 ? 0 : ofSeen / seenCount);
      unseen.add(unseenCount == 0 ? 0 : ofUnseen / unseenCount);
    }
    System.out.printf(
        Locale.ROOT,
        "%-38s %7.4f %+9.4f (%.4f) %+9.4f (%.4f) %+8.4f (%.4f)%n",
        name,
        recall,
        mean(gains),
        deviation(gains),
        mean(seen),
        deviation(seen),
        mean(unseen),
        deviation(unseen));
    return Map.of(
        "recall@10", recall, "gain", gains, "gainSeenBefore", seen, "gainNeverSeen", unseen);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static double deviation(List<Double> values) {
    double mean = mean(values);
    return Math.sqrt(
        values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum()
            / Math.max(1, values.size() - 1));
  }

  private List<List<Scored>> orders(Run run) {
    List<List<Scored>> orders = new ArrayList<>();
    for (int order = 0; order < ORDERS; order++) {
      List<Scored> scored = new ArrayList<>();
      List<Map<String, Double>> moved = new ArrayList<>();
      for (Locomo.Conversation conversation : conversations) {
        Map<String, String> properties = new HashMap<>(run.properties());
        Map<String, String> prior = priorOf(moved, properties);
        if (run.carriesOver()) {
          properties.putAll(prior);
        }
        try (SqliteTable table = open(copy(conversation))) {
          scored.addAll(
              run(conversation, memory(table, properties), run.mode(), new Random(order)));
          Map<String, Double> shifts = new HashMap<>();
          new MemoryGraph(table, new GraphId(conversation.id()))
              .open()
              .orElseThrow()
              .shifts()
              .forEach((channel, by) -> shifts.put(channel, by + mean(moved, channel)));
          moved.add(shifts);
        }
      }
      orders.add(scored);
    }
    return orders;
  }

  /** The conversation as it was ingested, in a file that may change. */
  private Path copy(Locomo.Conversation conversation) {
    Path copy = folder.resolve("run.db");
    try {
      for (String end : List.of("", "-wal", "-shm")) {
        Files.deleteIfExists(folder.resolve("run.db" + end));
      }
      return Files.copy(folder.resolve(conversation.id() + ".db"), copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Settings by which a conversation begins as a new graph would: with the mean of how far the
   * weights have moved in those before it.
   */
  private static Map<String, String> priorOf(
      List<Map<String, Double>> moved, Map<String, String> properties) {
    Map<String, String> prior = new HashMap<>();
    for (String channel : DefaultPolicy.get().weights().keySet()) {
      String name = "engraph.retrieval.weights." + channel;
      double weight =
          properties.containsKey(name)
              ? Double.parseDouble(properties.get(name))
              : DefaultPolicy.get().weights().get(channel);
      prior.put(name, Double.toString(Math.max(0, weight + mean(moved, channel))));
    }
    return prior;
  }

  private static double mean(List<Map<String, Double>> moved, String channel) {
    return moved.stream().mapToDouble(one -> one.getOrDefault(channel, 0.0)).average().orElse(0);
  }

  private List<Scored> run(
      Locomo.Conversation conversation, EmbeddedMemory memory, Mode mode, Random random) {
    List<Locomo.Question> questions =
        new ArrayList<>(
            conversation.questions().stream().filter(Locomo.Question::isScored).toList());
    Collections.shuffle(questions, random);
    GraphId graph = new GraphId(conversation.id());
    Ingested ids = ingested.get(conversation.id());
    Set<String> reported = new HashSet<>();
    List<Scored> scored = new ArrayList<>();
    for (Locomo.Question question : questions) {
      Recall recall =
          memory
              .retrieval()
              .recall(
                  graph,
                  new RecallQuery(
                      question.text(),
                      Optional.of(conversation.end()),
                      OptionalInt.empty(),
                      OptionalInt.empty(),
                      Set.of(),
                      Optional.empty(),
                      false));
      Ranking ranking = new Ranking(ids.ids(recall), question.gold());
      scored.add(
          new Scored(
              ranking.recallAt(10),
              reported.containsAll(question.gold()),
              question.gold().stream().noneMatch(reported::contains)));
      if (mode == Mode.ANSWER_ONLY) {
        answer(memory, graph, recall, question, ids, reported);
      } else {
        report(memory, graph, recall, ranking, ids, mode, random, reported);
      }
    }
    return scored;
  }

  /** Reports nothing but the answer, which here is the data's. */
  private static void answer(
      EmbeddedMemory memory,
      GraphId graph,
      Recall recall,
      Locomo.Question question,
      Ingested ids,
      Set<String> reported) {
    Set<String> influence =
        Set.copyOf(
            memory
                .feedback()
                .report(
                    graph,
                    recall.trace().orElseThrow().query(),
                    new FeedbackReport(
                        Optional.empty(),
                        Outcome.HELPFUL,
                        1,
                        Optional.of(question.answer()),
                        List.of(),
                        "agent"))
                .influence());
    for (Recall.RecalledNode node : recall.nodes()) {
      if (influence.contains(node.node().id().value())) {
        ids.of(node).stream().filter(question.gold()::contains).forEach(reported::add);
      }
    }
  }

  private static void report(
      EmbeddedMemory memory,
      GraphId graph,
      Recall recall,
      Ranking ranking,
      Ingested ids,
      Mode mode,
      Random random,
      Set<String> reported) {
    boolean isHostile =
        (mode == Mode.HOSTILE || mode == Mode.HOSTILE_UNHEARD) && random.nextDouble() < HOSTILE;
    Set<String> ten =
        Set.copyOf(ranking.retrieved().subList(0, Math.min(10, ranking.retrieved().size())));
    Set<String> influence = new LinkedHashSet<>();
    for (Recall.RecalledNode node : recall.nodes()) {
      boolean isGold = ids.of(node).stream().anyMatch(ranking.gold()::contains);
      boolean isOfTen = ids.of(node).stream().anyMatch(ten::contains);
      boolean isWrong = isHostile || (mode == Mode.OWN_WITH_NOISE && random.nextDouble() < NOISE);
      boolean isUsed =
          switch (mode) {
            case NONE, ANSWER_ONLY -> false;
            case FULL_GOLD -> isGold;
            case OWN, OWN_WITH_NOISE, HOSTILE, HOSTILE_UNHEARD -> isOfTen && isGold != isWrong;
          };
      if (mode == Mode.OWN_WITH_NOISE && isWrong && !isGold) {
        // As many wrong ones as there are right ones, not a fifth of all that is no gold.
        isUsed = isOfTen && random.nextDouble() < (double) ranking.gold().size() / 10;
      }
      if (isUsed) {
        influence.add(node.node().id().value());
        if (isGold) {
          reported.addAll(ids.of(node));
        }
      }
    }
    if (!influence.isEmpty() && !(isHostile && mode == Mode.HOSTILE_UNHEARD)) {
      memory
          .feedback()
          .report(
              graph,
              recall.trace().orElseThrow().query(),
              new FeedbackReport(
                  List.copyOf(influence),
                  Outcome.HELPFUL,
                  1,
                  Optional.empty(),
                  isHostile ? "hostile" : "agent"));
    }
  }
}
