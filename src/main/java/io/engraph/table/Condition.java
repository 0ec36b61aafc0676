package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What must hold of the stored item for a {@link Write} to happen. */
public sealed interface Condition {

  /** Nothing is asked. */
  record None() implements Condition {}

  /** There is no item of that key. */
  record Absent() implements Condition {}

  /** There is an item of that key. */
  record Present() implements Condition {}

  /** The item has the attribute with just this value. */
  record Equal(String attribute, Value value) implements Condition {
    public Equal {
      requireNonNull(attribute, "attribute is null");
      requireNonNull(value, "value is null");
    }
  }

  /** The item, or its attribute, is not there. */
  record AttributeAbsent(String attribute) implements Condition {
    public AttributeAbsent {
      requireNonNull(attribute, "attribute is null");
    }
  }

  /** All of the conditions hold. */
  record All(List<Condition> conditions) implements Condition {
    public All {
      conditions = List.copyOf(conditions);
      if (conditions.isEmpty()) {
        throw new IllegalArgumentException("conditions are empty: use None");
      }
    }
  }

  static Condition none() {
    return new None();
  }

  static Condition absent() {
    return new Absent();
  }

  static Condition present() {
    return new Present();
  }

  static Condition equal(String attribute, Value value) {
    return new Equal(attribute, value);
  }

  static Condition attributeAbsent(String attribute) {
    return new AttributeAbsent(attribute);
  }

  static Condition all(Condition... conditions) {
    return new All(List.of(conditions));
  }
}
