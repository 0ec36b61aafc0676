package io.engraph.index;

/** An index of some entries, without a table. */
public final class TestIndex {

  private TestIndex() {}

  /** An index of these entries, written one after the other. */
  public static CompactIndex of(IndexEntry... entries) {
    CompactIndex index = new CompactIndex();
    for (int i = 0; i < entries.length; i++) {
      index.apply(new IndexLogRecord.Upsert("%026d".formatted(i), entries[i]));
    }
    return index;
  }

  /** The same, made ready for searches that do not look at all of them. */
  public static CompactIndex large(IndexEntry... entries) {
    CompactIndex index = of(entries);
    index.settle();
    return index;
  }
}
