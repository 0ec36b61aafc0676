package io.engraph.benchmark;

import io.engraph.graph.GraphId;
import io.engraph.index.Bm25;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TextAnalysis;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Write;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Texts in an index of their own, ranked without a graph: what the memory is compared with. */
final class PlainIndex {

  /** A text with its id and its vector. */
  record Text(String id, String text, QuantizedVector vector) {}

  private static final int BATCH = 50;

  private final Table table;
  private final IndexLog log;
  private final GraphId graph;
  private final IndexCache cache =
      new IndexCache(Clock.systemUTC(), Duration.ofSeconds(15), Long.MAX_VALUE);

  PlainIndex(Table table, GraphId graph, List<Text> texts) {
    this.table = table;
    this.graph = graph;
    this.log = new IndexLog(graph.value(), new Ulids(Clock.systemUTC(), new SecureRandom()));
    for (int from = 0; from < texts.size(); from += BATCH) {
      List<Write> writes = new ArrayList<>();
      for (Text text : texts.subList(from, Math.min(texts.size(), from + BATCH))) {
        writes.add(log.upsert(entry(text)));
      }
      table.transact(writes);
    }
  }

  private static IndexEntry entry(Text text) {
    Map<String, Integer> terms = new HashMap<>();
    TextAnalysis.termCounts(text.text())
        .forEach((term, count) -> terms.put(term, Math.min(count, IndexEntry.MAX_TERM_COUNT)));
    return new IndexEntry(
        text.id(),
        "EPISODE",
        Optional.empty(),
        List.of(),
        Optional.empty(),
        terms,
        Optional.of(text.vector()));
  }

  List<String> bm25(Set<String> terms, int depth) {
    return ranked(index -> index.lexicalScores(terms, Bm25.STANDARD), depth);
  }

  List<String> dense(float[] query, int depth) {
    return ranked(index -> index.denseScores(QuantizedVector.of(query)), depth);
  }

  /** S0: 0.6 dense + 0.4 BM25, both brought to 0 to 1. */
  List<String> hybrid(Set<String> terms, float[] query, int depth) {
    return ranked(index -> hybrid(index, terms, query), depth);
  }

  static float[] hybrid(CompactIndex index, Set<String> terms, float[] query) {
    float[] dense = unit(index.denseScores(QuantizedVector.of(query)));
    float[] lexical = unit(index.lexicalScores(terms, Bm25.STANDARD));
    float[] hybrid = new float[dense.length];
    for (int i = 0; i < hybrid.length; i++) {
      hybrid[i] = 0.6f * dense[i] + 0.4f * lexical[i];
    }
    return hybrid;
  }

  private static float[] unit(float[] scores) {
    float least = Float.POSITIVE_INFINITY;
    float greatest = Float.NEGATIVE_INFINITY;
    for (float score : scores) {
      least = Math.min(least, score);
      greatest = Math.max(greatest, score);
    }
    float[] unit = new float[scores.length];
    for (int i = 0; i < scores.length; i++) {
      unit[i] = greatest > least ? (scores[i] - least) / (greatest - least) : 0;
    }
    return unit;
  }

  List<String> ranked(Function<CompactIndex, float[]> scoring, int depth) {
    return cache.read(
        table,
        log,
        graph.value(),
        index -> {
          float[] scores = scoring.apply(index);
          return IntStream.range(0, scores.length)
              .boxed()
              .sorted(
                  Comparator.comparingDouble((Integer slot) -> -scores[slot])
                      .thenComparing(slot -> index.entry(slot).node()))
              .limit(depth)
              .map(slot -> index.entry(slot).node())
              .toList();
        });
  }
}
