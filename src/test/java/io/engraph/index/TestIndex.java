package io.engraph.index;

import io.engraph.table.Item;
import java.util.Arrays;
import java.util.TreeMap;

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

  /**
   * A record of the log with an attribute for each thing that it says, so that it can be compared.
   */
  public static Item unpacked(Item item) {
    Item.Builder shown = Item.builder(item.key()).set("node", item.text("node"));
    switch (IndexLogCodec.decode(item)) {
      case IndexLogRecord.Tombstone _, IndexLogRecord.Cleared _ -> shown.set("deleted", 1);
      case IndexLogRecord.Upsert(String _, IndexEntry entry) ->
          shown
              .set("kind", entry.kind())
              .set("position", entry.position().toString())
              .set("entities", String.join(" ", entry.entities()))
              .set("time", entry.time().toString())
              .set("tells", entry.tells().toString())
              .set("learned", entry.learned().toString())
              .set("spoken", Boolean.toString(entry.spoken()))
              .set("asks", Boolean.toString(entry.asks()))
              .set("claims", Boolean.toString(entry.claims()))
              .set("terms", new TreeMap<>(entry.terms()).toString())
              .set(
                  "vector",
                  Arrays.toString(entry.vector().map(QuantizedVector::values).orElse(new byte[0])))
              .set("scale", entry.vector().map(QuantizedVector::scale).toString());
    }
    return shown.build();
  }

  /** The same, made ready for searches that do not look at all of them. */
  public static CompactIndex large(IndexEntry... entries) {
    CompactIndex index = of(entries);
    index.settle();
    return index;
  }
}
