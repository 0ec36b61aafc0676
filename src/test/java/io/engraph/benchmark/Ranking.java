package io.engraph.benchmark;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The ranking that one run gave for one question, and what should be in it. The measures are those
 * of the data sets' own scorers, with binary relevance.
 *
 * @param retrieved ids, best first; what is repeated counts at its first rank
 * @param gold the ids that answer, at least one
 */
record Ranking(List<String> retrieved, Set<String> gold) {

  Ranking {
    retrieved = List.copyOf(new LinkedHashSet<>(retrieved));
    gold = Set.copyOf(gold);
    if (gold.isEmpty()) {
      throw new IllegalArgumentException("a question that nothing answers is not scored");
    }
  }

  /** The share of the gold that is among the first {@code k}. */
  double recallAt(int k) {
    Set<String> found = new HashSet<>(retrieved.subList(0, Math.min(k, retrieved.size())));
    found.retainAll(gold);
    return (double) found.size() / gold.size();
  }

  /** Normalised discounted cumulative gain of the first {@code k}. */
  double ndcgAt(int k) {
    double gain = 0;
    for (int i = 0; i < Math.min(k, retrieved.size()); i++) {
      gain += gold.contains(retrieved.get(i)) ? discount(i) : 0;
    }
    double ideal = 0;
    for (int i = 0; i < Math.min(k, gold.size()); i++) {
      ideal += discount(i);
    }
    return gain / ideal;
  }

  private static double discount(int index) {
    return Math.log(2) / Math.log(index + 2.0);
  }

  /** A measure of every ranking of a run, in order. */
  static double[] each(List<Ranking> run, ToDoubleFunction<Ranking> measure) {
    return run.stream().mapToDouble(measure).toArray();
  }

  static double mean(List<Ranking> run, ToDoubleFunction<Ranking> measure) {
    return run.stream().mapToDouble(measure).average().orElse(0);
  }

  /** The same run with every id mapped, as turns to their sessions. */
  static List<Ranking> mapped(List<Ranking> run, java.util.function.UnaryOperator<String> mapping) {
    List<Ranking> mapped = new ArrayList<>();
    for (Ranking ranking : run) {
      Set<String> gold = new HashSet<>();
      ranking.gold.forEach(id -> gold.add(mapping.apply(id)));
      mapped.add(new Ranking(ranking.retrieved.stream().map(mapping).toList(), gold));
    }
    return mapped;
  }
}
