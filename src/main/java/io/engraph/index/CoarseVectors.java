package io.engraph.index;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * One bit a dimension of every vector: on which side of the vectors' mean it lies. The number of
 * bits in which two differ tells roughly how unlike they are, in a fiftieth of the time of their
 * product; what is close by it is then looked at exactly. (Sign bits after centring are the
 * simplest of the hyperplane hashes of Charikar, 2002.)
 */
final class CoarseVectors {

  private final float[] mean;
  private final int words;
  private final int built;
  private long[] bits;
  private boolean[] known;
  private int count;

  /**
   * @param mean what the bits are relative to
   * @param built how many vectors it was made of
   */
  private CoarseVectors(float[] mean, int built, int slots) {
    this.mean = mean;
    this.built = built;
    this.words = (mean.length + Long.SIZE - 1) / Long.SIZE;
    this.bits = new long[slots * words];
    this.known = new boolean[slots];
  }

  /** The vectors by slot; null where there is none. All have the dimension of the first. */
  static CoarseVectors of(QuantizedVector[] vectors, int slots) {
    float[] mean = new float[0];
    int built = 0;
    for (int slot = 0; slot < slots; slot++) {
      QuantizedVector vector = vectors[slot];
      if (vector != null) {
        mean = built == 0 ? new float[vector.dimension()] : mean;
        byte[] values = vector.values();
        for (int i = 0; i < mean.length; i++) {
          mean[i] += values[i] * vector.scale();
        }
        built++;
      }
    }
    for (int i = 0; i < mean.length; i++) {
      mean[i] /= built;
    }
    CoarseVectors coarse = new CoarseVectors(mean, built, Math.max(16, slots));
    for (int slot = 0; slot < slots; slot++) {
      if (vectors[slot] != null) {
        coarse.add(slot, vectors[slot]);
      }
    }
    return coarse;
  }

  void add(int slot, QuantizedVector vector) {
    if (slot >= known.length) {
      known = Arrays.copyOf(known, Math.max(slot + 1, known.length * 3 / 2));
      bits = Arrays.copyOf(bits, known.length * words);
    }
    long[] of = bits(vector);
    System.arraycopy(of, 0, bits, slot * words, words);
    known[slot] = true;
    count++;
  }

  /** Whether there are so many more vectors by now that the mean may have moved. */
  boolean isOutgrown() {
    return count > 2 * built;
  }

  private long[] bits(QuantizedVector vector) {
    if (vector.dimension() != mean.length) {
      throw new IllegalArgumentException(
          "vectors must have one dimension, but have %d and %d"
              .formatted(mean.length, vector.dimension()));
    }
    long[] of = new long[words];
    byte[] values = vector.values();
    for (int i = 0; i < mean.length; i++) {
      if (values[i] * vector.scale() > mean[i]) {
        of[i / Long.SIZE] |= 1L << i;
      }
    }
    return of;
  }

  /**
   * In how many bits the vector of each slot differs from {@code query}; -1 where there is none.
   *
   * @param slots how many slots there are
   */
  short[] distances(QuantizedVector query, int slots) {
    long[] asked = bits(query);
    short[] distances = new short[slots];
    Arrays.fill(distances, (short) -1);
    for (int slot = 0; slot < Math.min(slots, known.length); slot++) {
      if (known[slot]) {
        int distance = 0;
        int first = slot * words;
        for (int word = 0; word < words; word++) {
          distance += Long.bitCount(bits[first + word] ^ asked[word]);
        }
        distances[slot] = (short) distance;
      }
    }
    return distances;
  }

  /**
   * The slots with the least distances, or the greatest: so many, the newest of those that are
   * equally far.
   *
   * @param admits which of them count
   */
  static int[] nearest(short[] distances, int most, IntPredicate admits, boolean isFarthest) {
    int[] withDistance = new int[Short.MAX_VALUE];
    int greatest = 0;
    for (int slot = 0; slot < distances.length; slot++) {
      if (distances[slot] >= 0 && admits.test(slot)) {
        withDistance[distances[slot]]++;
        greatest = Math.max(greatest, distances[slot]);
      }
    }
    int step = isFarthest ? -1 : 1;
    int limit = isFarthest ? greatest : 0;
    int nearer = 0;
    while (limit >= 0 && limit <= greatest && nearer + withDistance[limit] < most) {
      nearer += withDistance[limit];
      limit += step;
    }
    int atLimit = most - nearer;
    int[] nearest = new int[Math.min(most, distances.length)];
    int size = 0;
    for (int slot = distances.length - 1; slot >= 0 && size < nearest.length; slot--) {
      if (distances[slot] < 0 || !admits.test(slot)) {
        continue;
      }
      boolean isNearer = isFarthest ? distances[slot] > limit : distances[slot] < limit;
      if (isNearer || (distances[slot] == limit && atLimit > 0)) {
        atLimit -= isNearer ? 0 : 1;
        nearest[size] = slot;
        size++;
      }
    }
    return Arrays.copyOf(nearest, size);
  }

  long bytes() {
    return 8L * bits.length + known.length;
  }
}
