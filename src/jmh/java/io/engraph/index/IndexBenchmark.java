package io.engraph.index;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a question asks of an index: products, rough distances, BM25. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class IndexBenchmark {

  private static final int DIMENSION = 384;

  @Param({"10000", "100000"})
  public int nodes;

  private CompactIndex index;
  private QuantizedVector query;

  @Setup
  public void fill() {
    Random random = new Random(7);
    index = new CompactIndex();
    for (int i = 0; i < nodes; i++) {
      Map<String, Integer> terms = new java.util.HashMap<>();
      for (int word = 0; word < 12; word++) {
        terms.put("w" + (int) Math.pow(8_000, random.nextDouble()), 1);
      }
      index.apply(
          new IndexLogRecord.Upsert(
              "%026d".formatted(i),
              new IndexEntry(
                  "node-" + i,
                  "EPISODE",
                  Optional.of(new IndexEntry.Position("s" + i / 25, 1 + i % 25, 0)),
                  List.of(),
                  Optional.empty(),
                  terms,
                  Optional.of(vector(random)))));
    }
    index.settle();
    query = vector(random);
  }

  private static QuantizedVector vector(Random random) {
    float[] vector = new float[DIMENSION];
    for (int i = 0; i < DIMENSION; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return QuantizedVector.of(vector);
  }

  /** One product of 384 dimensions. */
  @Benchmark
  public float dot() {
    return query.dot(index.entry(17).vector().orElseThrow());
  }

  /** The products of all nodes. */
  @Benchmark
  public float[] allProducts() {
    return index.denseScores(query);
  }

  /** One bit a dimension, of all nodes. */
  @Benchmark
  public short[] roughDistances() {
    return index.roughDistances(query);
  }

  /** Three words, a common one, a middling one and a rare one. */
  @Benchmark
  public float[] lexicalScores() {
    return index.lexicalScores(List.of("w1", "w40", "w4000"), Bm25.STANDARD);
  }
}
