package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.Arrays;

/** The value of one attribute of an {@link Item}: text, a number or bytes. */
public sealed interface Value {

  /** A text of well-formed Unicode, possibly empty. */
  record Text(String value) implements Value {
    public Text {
      requireNonNull(value, "value is null");
      if (!Utf8.isWellFormed(value)) {
        throw new IllegalArgumentException("text has a lone surrogate and cannot be stored");
      }
    }
  }

  /**
   * A decimal number of at most 38 significant digits, 0 or from 1E-125 to 1E+125 in size. Numbers
   * are equal when their values are: 1 and 1.0 are one number.
   */
  record Decimal(BigDecimal value) implements Value {
    private static final int MAX_DIGITS = 38;
    private static final int MAX_MAGNITUDE = 125;

    public Decimal {
      value = requireNonNull(value, "value is null").stripTrailingZeros();
      if (value.precision() > MAX_DIGITS) {
        throw new IllegalArgumentException(
            "number must have at most %d digits, but has %d"
                .formatted(MAX_DIGITS, value.precision()));
      }
      int magnitude = value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
      if (Math.abs(magnitude) > MAX_MAGNITUDE) {
        throw new IllegalArgumentException(
            "number must be 0 or from 1E-%d to 1E+%d in size"
                .formatted(MAX_MAGNITUDE, MAX_MAGNITUDE));
      }
    }
  }

  /** Bytes, compared by content and copied on the way in and out. */
  @SuppressWarnings("ArrayRecordComponent")
  record Binary(byte[] value) implements Value {
    public Binary {
      value = requireNonNull(value, "value is null").clone();
    }

    @Override
    public byte[] value() {
      return value.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Binary(byte[] bytes) && Arrays.equals(value, bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return "Binary[" + value.length + " bytes]";
    }
  }

  static Value of(String text) {
    return new Text(text);
  }

  static Value of(long number) {
    return new Decimal(BigDecimal.valueOf(number));
  }

  /**
   * @throws IllegalArgumentException if {@code number} is not finite
   */
  static Value of(double number) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException("number must be finite, but is " + number);
    }
    return new Decimal(BigDecimal.valueOf(number));
  }

  static Value of(byte[] bytes) {
    return new Binary(bytes);
  }
}
