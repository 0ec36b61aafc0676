package io.engraph.index;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A vector in one signed byte a dimension: {@code values[i] * scale} is close to the original.
 *
 * @param values one byte a dimension, -127 to 127
 * @param scale what one step is worth, 0 or more
 */
@SuppressWarnings("ArrayRecordComponent") // not copied: a scan reads a hundred thousand of them
public record QuantizedVector(byte[] values, float scale) {

  private static final int STEPS = 127;

  public QuantizedVector {
    requireNonNull(values, "values is null");
    if (!(scale >= 0) || Float.isInfinite(scale)) {
      throw new IllegalArgumentException("scale must be finite and at least 0, but is " + scale);
    }
  }

  /**
   * @param vector finite numbers
   */
  public static QuantizedVector of(float[] vector) {
    float greatest = 0;
    for (float value : vector) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException("a vector must be finite, but has " + value);
      }
      greatest = Math.max(greatest, Math.abs(value));
    }
    float scale = greatest / STEPS;
    byte[] values = new byte[vector.length];
    if (scale > 0) {
      for (int i = 0; i < vector.length; i++) {
        values[i] = (byte) Math.round(vector[i] / scale);
      }
    }
    return new QuantizedVector(values, scale);
  }

  /** What vectors of one dimension point to together, as a unit vector; empty of none. */
  public static Optional<QuantizedVector> mean(List<QuantizedVector> vectors) {
    if (vectors.isEmpty()) {
      return Optional.empty();
    }
    float[] sum = new float[vectors.getFirst().dimension()];
    for (QuantizedVector vector : vectors) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += vector.values[i] * vector.scale;
      }
    }
    double squares = 0;
    for (float value : sum) {
      squares += (double) value * value;
    }
    double length = Math.sqrt(squares);
    if (length > 0) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] /= (float) length;
      }
    }
    return Optional.of(of(sum));
  }

  public int dimension() {
    return values.length;
  }

  /** The dot product with another vector of the same dimension; for unit vectors, their cosine. */
  public float dot(QuantizedVector other) {
    if (other.values.length != values.length) {
      throw new IllegalArgumentException(
          "vectors must have one dimension, but have %d and %d"
              .formatted(values.length, other.values.length));
    }
    byte[] one = values;
    byte[] two = other.values;
    int sum = 0;
    int more = 0;
    int rest = one.length & 1;
    // Two sums that do not wait for each other.
    for (int i = 0; i < one.length - rest; i += 2) {
      sum += one[i] * two[i];
      more += one[i + 1] * two[i + 1];
    }
    if (rest == 1) {
      sum += one[one.length - 1] * two[one.length - 1];
    }
    return (sum + more) * scale * other.scale;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QuantizedVector(byte[] bytes, float step)
        && Float.compare(step, scale) == 0
        && Arrays.equals(bytes, values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "QuantizedVector[dimension=%d]".formatted(values.length);
  }
}
