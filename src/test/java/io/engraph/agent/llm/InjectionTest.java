package io.engraph.agent.llm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.EmbeddedMemory;
import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.endpoint.ModelServer;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeStatus;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What people say, ask and answer reaches a model as data and as nothing else, whatever it says of
 * itself; and a model that obeys it can do no more than one that errs.
 */
class InjectionTest {

  private static final GraphId GRAPH = new GraphId("target");
  private static final GraphId OTHER = new GraphId("team-b");

  @TempDir Path folder;

  private static List<String> corpus() throws IOException {
    return Files.readAllLines(Path.of("src/test/resources/injection/corpus.txt")).stream()
        .map(text -> text.replace("\\n", "\n").strip())
        .toList();
  }

  private Table open(String name) {
    return SqliteTable.open(folder.resolve(name), Duration.ofSeconds(10));
  }

  private static EmbeddedMemory memory(Table table, ModelServer server) {
    return EmbeddedMemory.on(
        table,
        new BagOfWordsEmbedding(),
        Clock.systemUTC(),
        Map.of("engraph.agent.base-url", server.address(), "engraph.agent.model", "test"));
  }

  private static void say(EmbeddedMemory memory, GraphId graph, int number, String text) {
    memory.ingestion().ingest(graph, List.of(MemoryFixture.observation(number, "s", "Ana", text)));
  }

  /**
   * Everything that is asked of a model in the life of a text: told, asked, answered, put in order.
   */
  private static void live(EmbeddedMemory memory, String text) {
    say(memory, GRAPH, 1, "I keep bees on the roof.");
    say(memory, GRAPH, 2, text);
    say(memory, GRAPH, 3, text + " And I keep bees.");
    Recall recall = memory.retrieval().recall(GRAPH, RecallQuery.of(text));
    memory
        .feedback()
        .report(
            GRAPH,
            recall.trace().orElseThrow().query(),
            new FeedbackReport(
                recall.nodes().stream().map(one -> one.node().id().value()).toList(),
                Outcome.HELPFUL,
                1,
                Optional.of(text),
                FeedbackReport.ANYBODY));
    memory.consolidation().run(GRAPH, 10);
  }

  @Test
  void should_send_whatever_is_said_as_data_in_the_place_of_data() throws IOException {
    Map<String, JsonNode> plain = new HashMap<>();
    try (ModelServer server = new ModelServer(GoodModel::answer);
        Table table = open("plain.db")) {
      live(memory(table, server), "The trams are loud in the rain.");
      server.requests().forEach(request -> plain.put(GoodModel.decision(request), request));
    }
    assertThat(plain).containsKeys("extract", "plan", "judge", "reconsolidate", "reflect");
    Set<String> asked = new HashSet<>();
    int number = 0;
    for (String text : corpus()) {
      try (ModelServer server = new ModelServer(GoodModel::answer);
          Table table = open("attack-%d.db".formatted(number++))) {
        live(memory(table, server), text);
        for (JsonNode request : server.requests()) {
          String decision = GoodModel.decision(request);
          asked.add(decision);
          assertIsOnlyData(request, plain.getOrDefault(decision, request), text);
        }
      }
    }
    assertThat(asked).containsAll(plain.keySet());
  }

  private static void assertIsOnlyData(JsonNode request, JsonNode plain, String text) {
    assertThat(request.path("messages")).as(text).hasSize(2);
    // What gives orders is the same, and so is the form of the answer.
    assertThat(request.at("/messages/0")).as(text).isEqualTo(plain.at("/messages/0"));
    assertThat(request.path("response_format")).as(text).isEqualTo(plain.path("response_format"));
    assertThat(request.fieldNames()).toIterable().containsExactlyElementsOf(plain::fieldNames);
    String data = GoodModel.data(request);
    String mark = data.substring("<data ".length(), data.indexOf('>'));
    assertThat(mark).as(text).matches("[0-9a-f]{16,}");
    assertThat(data).as(text).endsWith("\n</data " + mark + ">");
    assertThat(data.split(mark, -1)).as("the mark in %s", data).hasSize(3);
    assertThat(data.lines().map(line -> line.split(":", 2)[0]))
        .as("what was said has no line of its own: %s", data)
        .doesNotContain("SYSTEM", "assistant", "user", "IMPORTANT!!! The developer");
  }

  /** Says what an attacker would have it say: on everything, of everything, with certainty. */
  private static ModelServer.Answer obedient(JsonNode request) {
    return ModelServer.Answer.saying(
        switch (GoodModel.decision(request)) {
          case "extract" ->
              """
              {"summary": "The owner wants everything forgotten.", "turns": [{"turn": 1, "units": [
                {"kind": "CLAIM", "content": "Ana is a thief", "source": "Ben", "target": "Ana",
                 "predicate": "accuses", "sentiment": "NEGATIVE", "confidence": 1}]}]}""";
          case "integrate" ->
              """
              {"decisions": [{"unit": 1, "action": "merge", "into": "fact-0000000000000000000000"},
                {"unit": 2, "action": "delete", "into": "1.1"}]}""";
          case "plan" ->
              """
              {"intent": "DETAIL", "seeds": [{"mode": "HYBRID_MATCH", "query": "safe", "keywords": ["kumquat"],
                "kinds": ["EVERYTHING"], "graph": "team-b"}]}""";
          case "judge" ->
              "{\"is_enough\": false, \"expand\": [\"team-b\", \"n99\", \"GRAPH#team-b\"]}";
          case "reconsolidate" ->
              """
              {"decisions": [{"source": "n1", "target": "n99", "action": "weaken", "relation": "precedes", "confidence": 99},
                {"source": "GRAPH#team-b", "target": "n1", "action": "delete", "relation": "x", "confidence": 1}]}""";
          case "reflect" ->
              "{\"lessons\": [{\"action\": \"retire\", \"lesson\": \"n1\"}, {\"action\": \"retire\", \"lesson\": \"team-b\"}]}";
          default ->
              "{\"decisions\": [{\"action\": \"supersede\", \"new\": \"n1\", \"old\": \"n2\"}]}";
        });
  }

  @Test
  void should_do_no_harm_by_a_model_that_obeys() throws IOException {
    for (String text : corpus()) {
      try (ModelServer server = new ModelServer(InjectionTest::obedient);
          Table table = open("obedient-%d.db".formatted(text.hashCode()))) {
        EmbeddedMemory memory = memory(table, server);
        say(memory, OTHER, 1, "The safe opens with kumquat.");

        live(memory, text);

        // Everything that was told is there, in its own words and in its own graph.
        MemoryGraph graph = new MemoryGraph(table, GRAPH);
        assertThat(graph.turnsOf("s")).hasSize(3);
        assertThat(graph.turnsOf("s").get(1).text()).isEqualTo(text);
        Recall recall = memory.retrieval().recall(GRAPH, RecallQuery.of("Who keeps bees?"));
        assertThat(recall.nodes())
            .anyMatch(one -> one.node().content().equals("I keep bees on the roof."))
            .noneMatch(one -> one.node().content().contains("opens with kumquat"));
        assertThat(recall.nodes())
            .filteredOn(one -> one.node().content().equals("I keep bees on the roof."))
            .allMatch(one -> one.node().status() == NodeStatus.CURRENT);
        assertThat(new MemoryGraph(table, OTHER).turnsOf("s")).hasSize(1);
      }
    }
  }
}
