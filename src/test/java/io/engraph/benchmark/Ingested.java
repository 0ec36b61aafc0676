package io.engraph.benchmark;

import io.engraph.EmbeddedMemory;
import io.engraph.graph.GraphId;
import io.engraph.graph.SourceRef;
import io.engraph.ingestion.Observation;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.retrieval.Recall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Observations that were taken into a graph, and the ids by which their turns are known. */
final class Ingested {

  private static final int BATCH = 50;

  private final Map<SourceRef, String> ids = new HashMap<>();

  private Ingested() {}

  /** Ingests observations that all have an id, and says how fast. */
  static Ingested ingest(EmbeddedMemory memory, GraphId graph, List<Observation> turns) {
    Ingested ingested = new Ingested();
    long start = System.nanoTime();
    for (int from = 0; from < turns.size(); from += BATCH) {
      List<Observation> batch = turns.subList(from, Math.min(turns.size(), from + BATCH));
      for (TurnOutcome outcome : memory.ingestion().ingest(graph, batch).turns()) {
        if (outcome.status() != TurnOutcome.Status.INTEGRATED) {
          throw new IllegalStateException("a turn was not integrated: " + outcome);
        }
        ingested.ids.put(outcome.source(), outcome.id().orElseThrow());
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %d turns ingested, %.1f a second%n",
        graph,
        turns.size(),
        turns.size() / ((System.nanoTime() - start) / 1e9));
    return ingested;
  }

  /** The turns that a node comes from. */
  List<String> of(Recall.RecalledNode node) {
    return node.node().sources().stream().map(ids::get).toList();
  }

  /** The turns that a recall answers with, best first. */
  List<String> ids(Recall recall) {
    Set<String> turns = new LinkedHashSet<>();
    for (Recall.RecalledNode node : recall.nodes()) {
      node.node().sources().forEach(source -> turns.add(ids.get(source)));
    }
    return new ArrayList<>(turns);
  }
}
