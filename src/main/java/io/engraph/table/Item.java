package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One row of the table: a key and its named attributes.
 *
 * @param key the identity
 * @param attributes attribute values by name, without the key
 */
public record Item(Key key, Map<String, Value> attributes) {

  public Item {
    requireNonNull(key, "key is null");
    attributes = Map.copyOf(attributes);
  }

  public static Builder builder(Key key) {
    return new Builder(key);
  }

  public Optional<Value> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  public boolean has(String name) {
    return attributes.containsKey(name);
  }

  /** Whether any text attribute is as {@code wanted}. */
  public boolean speaks(Predicate<String> wanted) {
    return attributes.values().stream()
        .anyMatch(value -> value instanceof Value.Text(String text) && wanted.test(text));
  }

  /**
   * The text attribute {@code name}.
   *
   * @throws IllegalStateException if there is none, or it is no text
   */
  public String text(String name) {
    return findText(name).orElseThrow(() -> missing(name, "text"));
  }

  public Optional<String> findText(String name) {
    return attribute(name).map(value -> as(Value.Text.class, name, value).value());
  }

  /**
   * The number attribute {@code name} as a double.
   *
   * @throws IllegalStateException if there is none, or it is no number
   */
  public double number(String name) {
    return findNumber(name).orElseThrow(() -> missing(name, "number"));
  }

  public Optional<Double> findNumber(String name) {
    return attribute(name).map(value -> as(Value.Decimal.class, name, value).value().doubleValue());
  }

  /**
   * The number attribute {@code name} as an int.
   *
   * @throws IllegalStateException if there is none, or it is no number
   * @throws ArithmeticException if it is no int
   */
  public int integer(String name) {
    Value value = attribute(name).orElseThrow(() -> missing(name, "number"));
    return as(Value.Decimal.class, name, value).value().intValueExact();
  }

  /**
   * The binary attribute {@code name}.
   *
   * @throws IllegalStateException if there is none, or it is not binary
   */
  public byte[] binary(String name) {
    return findBinary(name).orElseThrow(() -> missing(name, "binary"));
  }

  public Optional<byte[]> findBinary(String name) {
    return attribute(name).map(value -> as(Value.Binary.class, name, value).value());
  }

  private <T extends Value> T as(Class<T> type, String name, Value value) {
    if (!type.isInstance(value)) {
      throw new IllegalStateException(
          "attribute %s of %s should be %s, but is %s"
              .formatted(name, key, type.getSimpleName(), value.getClass().getSimpleName()));
    }
    return type.cast(value);
  }

  private IllegalStateException missing(String name, String type) {
    return new IllegalStateException("%s has no %s attribute %s".formatted(key, type, name));
  }

  /** Collects attributes; those given as empty are left out. */
  public static final class Builder {
    private final Key key;
    private final Map<String, Value> attributes = new LinkedHashMap<>();

    private Builder(Key key) {
      this.key = requireNonNull(key, "key is null");
    }

    public Builder set(String name, Value value) {
      attributes.put(name, value);
      return this;
    }

    public Builder set(String name, String value) {
      return set(name, Value.of(value));
    }

    public Builder set(String name, long value) {
      return set(name, Value.of(value));
    }

    public Builder set(String name, double value) {
      return set(name, Value.of(value));
    }

    public Builder set(String name, byte[] value) {
      return set(name, Value.of(value));
    }

    public Builder set(String name, Optional<String> value) {
      value.ifPresent(present -> set(name, present));
      return this;
    }

    public Item build() {
      return new Item(key, attributes);
    }
  }
}
