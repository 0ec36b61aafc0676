package io.engraph.table;

import java.util.Optional;

/**
 * Evaluates a {@link Condition} against the stored item, for engines that hold items themselves.
 */
final class Conditions {

  private Conditions() {}

  static boolean hold(Condition condition, Optional<Item> stored) {
    return switch (condition) {
      case Condition.None() -> true;
      case Condition.Absent() -> stored.isEmpty();
      case Condition.Present() -> stored.isPresent();
      case Condition.Equal(String attribute, Value value) ->
          stored.flatMap(item -> item.attribute(attribute)).filter(value::equals).isPresent();
      case Condition.AttributeAbsent(String attribute) ->
          stored.flatMap(item -> item.attribute(attribute)).isEmpty();
      case Condition.All(var conditions) -> conditions.stream().allMatch(one -> hold(one, stored));
    };
  }
}
