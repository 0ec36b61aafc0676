package io.engraph.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.graph.SourceRef;
import io.engraph.ingestion.Observation;
import io.engraph.ingestion.TurnOutcome;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * What must and what must not come back (precisionMemBench). Each belief is observed as a turn that
 * says its names and its content, in a graph of its user and its scope; a question is asked, in
 * strict mode, of the graphs of its scopes. What the fixtures have beside retrieval is kept as an
 * application would keep it: pinned beliefs and open questions that are not resolved have graphs of
 * their own, which are read whole, and so has what holds in every scope.
 */
public final class PrecisionBenchmark {

  private static final String UNIVERSAL = "user:universal";
  private static final String USER = "test-user";

  private final EmbeddedMemory memory;
  private final Map<String, Map<SourceRef, String>> beliefs = new HashMap<>();
  private final Map<String, String> graphOf = new HashMap<>();
  private final Map<String, Set<String>> whole = new HashMap<>();
  private final Map<String, Lists> results = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();

  /** How many of some lists were kept to. */
  private static final class Lists {
    private int kept;
    private int all;
  }

  private PrecisionBenchmark(EmbeddedMemory memory) {
    this.memory = memory;
  }

  public static void main(String[] arguments) throws IOException {
    Optional<Path> seed = EvaluationData.find("precisionmembench/pmb_beliefs.seed.json");
    Optional<Path> cases = EvaluationData.find("precisionmembench/pmb_retrieval.cases.json");
    Optional<Path> sessions =
        EvaluationData.find("precisionmembench/pmb_session-retrieval.cases.json");
    if (seed.isEmpty() || cases.isEmpty() || sessions.isEmpty()) {
      return;
    }
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    Path file = Files.createTempDirectory("engraph-precision").resolve("engraph.db");
    JsonMapper json = new JsonMapper();
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      PrecisionBenchmark benchmark =
          new PrecisionBenchmark(
              EmbeddedMemory.on(table, new LocalEmbeddingModel(), Clock.systemUTC(), Map.of()));
      json.readTree(seed.get().toFile()).forEach(benchmark::observe);
      for (JsonNode one : json.readTree(cases.get().toFile())) {
        String user = one.path("userId").asText(USER);
        benchmark.check(one.get("caseId").asText(), user, one, one.get("query").asText());
      }
      for (JsonNode session : json.readTree(sessions.get().toFile())) {
        for (JsonNode turn : session.get("turns")) {
          if (turn.has("createBeliefAtTurn")) {
            benchmark.observe(turn.get("createBeliefAtTurn"));
          }
          if (turn.has("updateBeliefAtTurn")) {
            benchmark.update(turn.get("updateBeliefAtTurn"));
          }
          benchmark.check(
              session.get("caseId").asText() + "#" + turn.get("turnIndex").asInt(),
              USER,
              turn,
              turn.get("userMessage").asText());
        }
      }
      benchmark.report();
      Map<String, Object> written = new LinkedHashMap<>();
      benchmark.results.forEach(
          (list, of) -> written.put(list, Map.of("kept", of.kept, "of", of.all)));
      written.put("failures", benchmark.failures);
      json.enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(out.resolve("precisionmembench.json").toFile(), written);
    }
  }

  private static String graph(String user, String scope, String part) {
    return "%s.%s%s".formatted(user, scope.replace(':', '.'), part);
  }

  private void observe(JsonNode belief) {
    String status = belief.get("epistemic_status").asText();
    boolean isResolved = !belief.path("resolved_at").isNull();
    boolean isOpen = belief.get("type").asText().equals("open_question");
    boolean isPinned = belief.get("pinned").asBoolean() && !status.equals("superseded");
    String part = "";
    if (isPinned && isOpen && !isResolved) {
      part = ".questions";
    } else if (isPinned && !isOpen) {
      part = ".pinned";
    } else if (isOpen || isResolved || status.equals("superseded")) {
      // It no longer holds, or is not settled: an application keeps it apart.
      part = ".past";
    }
    String id = belief.get("_id").asText();
    for (JsonNode scope : belief.get("scope")) {
      String graph = graph(belief.get("user_id").asText(), scope.asText(), part);
      graphOf.put(id, graph);
      observe(graph, id, id, names(belief) + " " + belief.get("content").asText());
    }
  }

  private static String names(JsonNode belief) {
    Set<String> names = new LinkedHashSet<>();
    names.add(belief.get("canonical_name").asText().replace('_', ' '));
    belief.get("aliases").forEach(alias -> names.add(alias.asText()));
    return String.join(", ", names) + ":";
  }

  private void update(JsonNode update) {
    String id = update.get("beliefId").asText();
    List<String> aliases = new ArrayList<>();
    update.get("addAliases").forEach(alias -> aliases.add(alias.asText()));
    observe(graphOf.get(id), id, id + "-aliases", String.join(", ", aliases) + ".");
  }

  private void observe(String graph, String belief, String id, String text) {
    TurnOutcome outcome =
        memory
            .ingestion()
            .ingest(
                new GraphId(graph),
                List.of(
                    new Observation(
                        Optional.of(id),
                        // Beliefs are no dialogue: none stands beside another.
                        belief,
                        Optional.empty(),
                        text,
                        OffsetDateTime.parse("2026-09-01T00:00:00Z"),
                        Map.of())))
            .turns()
            .getFirst();
    beliefs.computeIfAbsent(graph, _ -> new HashMap<>()).put(outcome.source(), belief);
    whole.computeIfAbsent(graph, _ -> new TreeSet<>()).add(belief);
  }

  private void check(String name, String user, JsonNode given, String query) {
    Set<String> relevant = new LinkedHashSet<>();
    Set<String> pinned = new TreeSet<>();
    Set<String> questions = new TreeSet<>();
    for (JsonNode scope : given.get("scope")) {
      relevant.addAll(recall(graph(user, scope.asText(), ""), query));
      pinned.addAll(whole.getOrDefault(graph(user, scope.asText(), ".pinned"), Set.of()));
      questions.addAll(whole.getOrDefault(graph(user, scope.asText(), ".questions"), Set.of()));
    }
    JsonNode expect = given.get("expect");
    must(name, "retrieved", expect.path("relevantBeliefs").path("shouldOnlyInclude"), relevant);
    only(name, expect.path("relevantBeliefs").path("shouldOnlyInclude"), relevant);
    mustNot(name, expect.path("relevantBeliefs").path("mustExclude"), relevant);
    mustNot(name, expect.path("noiseCheck").path("mustNotSurface"), relevant);
    must(name, "pinned", expect.path("pinnedFacts").path("mustInclude"), pinned);
    mustNot(name, expect.path("pinnedFacts").path("mustExclude"), pinned);
    must(name, "open questions", expect.path("openQuestions").path("mustInclude"), questions);
    mustNot(name, expect.path("openQuestions").path("mustExclude"), questions);
  }

  private Set<String> recall(String graph, String query) {
    if (query.isBlank()) {
      return Set.of();
    }
    Recall recall =
        memory
            .retrieval()
            .recall(
                new GraphId(graph),
                new RecallQuery(
                    query,
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Set.of(),
                    Optional.empty(),
                    true));
    Set<String> found = new LinkedHashSet<>();
    for (Recall.RecalledNode node : recall.nodes()) {
      node.node().sources().forEach(source -> found.add(beliefs.get(graph).get(source)));
    }
    return found;
  }

  private void must(String name, String list, JsonNode ids, Set<String> found) {
    for (JsonNode id : ids) {
      count("must: " + list, found.contains(id.asText()), name, id.asText(), "is missing");
    }
  }

  private void mustNot(String name, JsonNode ids, Set<String> found) {
    for (JsonNode id : ids) {
      count("must not", !found.contains(id.asText()), name, id.asText(), "came back");
    }
  }

  private void only(String name, JsonNode ids, Set<String> found) {
    if (!ids.isMissingNode()) {
      Set<String> allowed = new HashSet<>();
      ids.forEach(id -> allowed.add(id.asText()));
      Set<String> beyond = new TreeSet<>(found);
      beyond.removeAll(allowed);
      count("nothing else", beyond.isEmpty(), name, String.join(", ", beyond), "came back too");
    }
  }

  private void count(String list, boolean isKept, String name, String id, String how) {
    Lists lists = results.computeIfAbsent(list, _ -> new Lists());
    lists.all++;
    if (isKept) {
      lists.kept++;
    } else {
      failures.add("%s: %s: %s %s".formatted(list, name, id, how));
    }
  }

  private void report() {
    failures.stream().sorted().forEach(System.out::println);
    System.out.println("precisionMemBench: " + UNIVERSAL + " and other scopes, strict recall");
    results.forEach(
        (list, of) -> System.out.printf(Locale.ROOT, "%-22s %3d of %3d%n", list, of.kept, of.all));
  }
}
