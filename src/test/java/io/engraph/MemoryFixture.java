package io.engraph;

import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.graph.GraphId;
import io.engraph.ingestion.Observation;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A memory on a file of its own, with a small embedding, for tests. */
public final class MemoryFixture implements AutoCloseable {

  public static final GraphId GRAPH = new GraphId("test");
  private static final OffsetDateTime START = OffsetDateTime.parse("2026-03-04T09:00:00+01:00");

  private final Table table;
  private final BagOfWordsEmbedding embedding = new BagOfWordsEmbedding();
  private final EmbeddedMemory memory;

  private MemoryFixture(Table table, Map<String, String> properties) {
    this.table = table;
    this.memory = EmbeddedMemory.on(table, embedding, Clock.systemUTC(), properties);
  }

  public static MemoryFixture in(Path folder, Map<String, String> properties) {
    return new MemoryFixture(
        SqliteTable.open(folder.resolve("memory.db"), Duration.ofSeconds(10)), properties);
  }

  /** On a table that the fixture closes. */
  public static MemoryFixture on(Table table, Map<String, String> properties) {
    return new MemoryFixture(table, properties);
  }

  public Table table() {
    return table;
  }

  public BagOfWordsEmbedding embedding() {
    return embedding;
  }

  public EmbeddedMemory memory() {
    return memory;
  }

  /** An observation with an id, a minute after the one before it. */
  public static Observation observation(int number, String session, String speaker, String text) {
    return new Observation(
        Optional.of("id-" + number),
        session,
        Optional.of(speaker),
        text,
        START.plusMinutes(number),
        Map.of());
  }

  /** Ingests lines such as "Ana: I live in Lisbon." as one session. */
  public List<TurnOutcome> say(String session, String... lines) {
    List<Observation> observations = new ArrayList<>();
    for (int i = 0; i < lines.length; i++) {
      String[] parts = lines[i].split(": ", 2);
      observations.add(observation(i, session, parts[0], parts[1]));
    }
    return memory.ingestion().ingest(GRAPH, observations).turns();
  }

  public Recall ask(String question) {
    return memory.retrieval().recall(GRAPH, RecallQuery.of(question));
  }

  @Override
  public void close() {
    table.close();
  }
}
