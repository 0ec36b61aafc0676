package io.engraph.benchmark;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The difference between two runs over the same questions, with the interval in which it lies in 95
 * of 100 samples of that many questions (Efron's paired bootstrap, percentile method).
 *
 * @param difference the mean of the first run minus that of the second
 * @param low the 2.5th percentile
 * @param high the 97.5th percentile
 */
record PairedBootstrap(double difference, double low, double high) {

  private static final int SAMPLES = 10_000;
  private static final long SEED = 20_261_130;

  static PairedBootstrap of(double[] one, double[] other) {
    if (one.length != other.length || one.length == 0) {
      throw new IllegalArgumentException(
          "the runs are of %d and %d questions".formatted(one.length, other.length));
    }
    double[] differences = new double[one.length];
    for (int i = 0; i < one.length; i++) {
      differences[i] = one[i] - other[i];
    }
    SplittableRandom random = new SplittableRandom(SEED);
    double[] means = new double[SAMPLES];
    for (int sample = 0; sample < SAMPLES; sample++) {
      double sum = 0;
      for (int i = 0; i < differences.length; i++) {
        sum += differences[random.nextInt(differences.length)];
      }
      means[sample] = sum / differences.length;
    }
    Arrays.sort(means);
    return new PairedBootstrap(
        Arrays.stream(differences).average().orElse(0),
        means[SAMPLES / 40],
        means[SAMPLES - 1 - SAMPLES / 40]);
  }

  /** Whether the interval leaves 0 out. */
  boolean isClear() {
    return low > 0 || high < 0;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%+.4f [%+.4f, %+.4f]", difference, low, high);
  }
}
