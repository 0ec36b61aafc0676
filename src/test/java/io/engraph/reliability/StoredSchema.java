package io.engraph.reliability;

import static io.engraph.MemoryFixture.GRAPH;

import io.engraph.MemoryFixture;
import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.graph.SchemaVersion;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reconsolidation.TraceCompleted;
import io.engraph.retrieval.Recall;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Writes the table of the current version that {@link SchemaTest} keeps of each. */
final class StoredSchema {

  private StoredSchema() {}

  public static void main(String[] arguments) throws IOException {
    Path kept = Path.of(arguments[0]).resolve("v%d.db.gz".formatted(SchemaVersion.CURRENT));
    Path folder = Files.createTempDirectory("engraph-schema");
    Path file = folder.resolve("memory.db");
    try (MemoryFixture fixture = MemoryFixture.in(folder, Map.of())) {
      fixture.say(
          "s",
          "Ana: I keep bees on the roof.",
          "Ben: The trams are loud.",
          "Ana: I live in Lisbon.",
          "Ben: Do you sell the honey at the market?",
          "Ana: I moved to Porto in spring.");
      fixture.memory().consolidation().run(GRAPH, Integer.MAX_VALUE);
      report(fixture, "Where does Ana live now?", "caller-1", Outcome.HELPFUL);
      report(fixture, "What is on the roof?", "caller-2", Outcome.HELPFUL);
      report(fixture, "Who sells honey?", "caller-1", Outcome.HARMFUL);
      fixture.ask("Who is loud?");
    }
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(kept))) {
      Files.copy(file, out);
    }
    Files.delete(file);
    Files.delete(folder);
    System.out.println(kept);
  }

  private static void report(
      MemoryFixture fixture, String question, String caller, Outcome outcome) {
    Recall recall = fixture.ask(question);
    String query = recall.trace().orElseThrow().query();
    List<String> first =
        recall.nodes().stream().limit(2).map(one -> one.node().id().value()).toList();
    fixture
        .memory()
        .feedback()
        .report(GRAPH, query, new FeedbackReport(first, outcome, 1, Optional.empty(), caller));
    fixture.memory().reconsolidation().handle(new TraceCompleted(GRAPH, query));
  }
}
