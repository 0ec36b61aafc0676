package io.engraph.retrieval;

/** Where the greatest of many numbers begin, without sorting them. */
final class Quantiles {

  private static final int BUCKETS = 4_096;

  private Quantiles() {}

  /**
   * A bar that at least {@code most} of the numbers reach, and hardly more where they differ.
   *
   * @param numbers 0 or more
   * @param size how many of them count
   */
  static float greatest(float[] numbers, int size, int most) {
    float greatest = 0;
    for (int i = 0; i < size; i++) {
      greatest = Math.max(greatest, numbers[i]);
    }
    int[] counts = new int[BUCKETS + 1];
    for (int i = 0; i < size; i++) {
      counts[bucket(numbers[i], greatest)]++;
    }
    int bucket = BUCKETS;
    int above = counts[bucket];
    while (above < most && bucket > 0) {
      bucket--;
      above += counts[bucket];
    }
    float bar = greatest;
    for (int i = 0; i < size; i++) {
      if (bucket(numbers[i], greatest) >= bucket) {
        bar = Math.min(bar, numbers[i]);
      }
    }
    return bar;
  }

  private static int bucket(float number, float greatest) {
    return greatest > 0 ? (int) (number / greatest * BUCKETS) : 0;
  }
}
