package io.engraph.retrieval;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** How long each step of a recall took. */
final class StepTimes {

  private static final double NANOS_PER_MILLISECOND = 1e6;

  private final Map<String, Double> milliseconds = new LinkedHashMap<>();

  <T> T time(String step, Supplier<T> work) {
    long start = System.nanoTime();
    try {
      return work.get();
    } finally {
      double took = (System.nanoTime() - start) / NANOS_PER_MILLISECOND;
      milliseconds.merge(step, Math.round(took * 1_000) / 1_000.0, Double::sum);
    }
  }

  Map<String, Double> milliseconds() {
    return Collections.unmodifiableMap(milliseconds);
  }
}
