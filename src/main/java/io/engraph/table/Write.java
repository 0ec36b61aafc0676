package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;

/** One write of a transaction, on one item, under a condition. */
public sealed interface Write {

  Key key();

  Condition condition();

  /** Stores the whole item, replacing what was there. */
  record Put(Item item, Condition condition) implements Write {
    public Put {
      requireNonNull(item, "item is null");
      requireNonNull(condition, "condition is null");
    }

    @Override
    public Key key() {
      return item.key();
    }
  }

  /**
   * Changes some attributes, creating the item if there is none.
   *
   * @param set attributes that get a new value
   * @param add numbers that are added to an attribute, which counts as 0 where it is missing
   * @param remove attributes that go
   */
  record Update(
      Key key,
      Map<String, Value> set,
      Map<String, Value.Decimal> add,
      Set<String> remove,
      Condition condition)
      implements Write {
    public Update {
      requireNonNull(key, "key is null");
      set = Map.copyOf(set);
      add = Map.copyOf(add);
      remove = Set.copyOf(remove);
      requireNonNull(condition, "condition is null");
    }
  }

  /** Removes the item; a missing one is no error. */
  record Delete(Key key, Condition condition) implements Write {
    public Delete {
      requireNonNull(key, "key is null");
      requireNonNull(condition, "condition is null");
    }
  }

  /** Writes nothing, but fails the transaction unless the condition holds. */
  record Check(Key key, Condition condition) implements Write {
    public Check {
      requireNonNull(key, "key is null");
      requireNonNull(condition, "condition is null");
    }
  }

  static Write put(Item item) {
    return new Put(item, Condition.none());
  }

  static Write put(Item item, Condition condition) {
    return new Put(item, condition);
  }

  static Write set(Key key, Map<String, Value> set, Condition condition) {
    return new Update(key, set, Map.of(), Set.of(), condition);
  }

  static Write delete(Key key) {
    return new Delete(key, Condition.none());
  }

  static Write check(Key key, Condition condition) {
    return new Check(key, condition);
  }
}
