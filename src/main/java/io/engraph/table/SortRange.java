package io.engraph.table;

import static java.util.Objects.requireNonNull;

/** Which sort keys of a partition a query reads, compared by their UTF-8 bytes. */
public sealed interface SortRange {

  /** Every sort key. */
  record All() implements SortRange {}

  /** Sort keys that begin with {@code prefix}, which is not empty. */
  record Prefix(String prefix) implements SortRange {
    public Prefix {
      if (requireNonNull(prefix, "prefix is null").isEmpty()) {
        throw new IllegalArgumentException("prefix is empty: use All");
      }
    }
  }

  /** Sort keys from {@code low} to {@code high}, both included. */
  record Between(String low, String high) implements SortRange {
    public Between {
      requireNonNull(low, "low is null");
      requireNonNull(high, "high is null");
    }
  }

  /** Sort keys from {@code low} on, itself included. */
  record From(String low) implements SortRange {
    public From {
      requireNonNull(low, "low is null");
    }
  }

  /** Sort keys up to {@code high}, itself included. */
  record UpTo(String high) implements SortRange {
    public UpTo {
      requireNonNull(high, "high is null");
    }
  }

  static SortRange all() {
    return new All();
  }

  static SortRange prefix(String prefix) {
    return new Prefix(prefix);
  }

  static SortRange between(String low, String high) {
    return new Between(low, high);
  }

  static SortRange from(String low) {
    return new From(low);
  }

  static SortRange upTo(String high) {
    return new UpTo(high);
  }
}
