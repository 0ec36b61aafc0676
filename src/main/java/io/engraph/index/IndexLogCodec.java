package io.engraph.index;

import io.engraph.table.Item;
import io.engraph.table.Key;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Index log records as items: about half a kilobyte for a short turn. */
final class IndexLogCodec {

  private static final String NODE = "node";
  private static final String DELETED = "deleted";
  private static final String ENTRY = "entry";
  private static final String TELLS = "tells-";

  private IndexLogCodec() {}

  static Item encode(String partition, IndexLogRecord record) {
    Item.Builder item = Item.builder(new Key(partition, record.ulid())).set(NODE, record.node());
    switch (record) {
      case IndexLogRecord.Tombstone _, IndexLogRecord.Cleared _ -> item.set(DELETED, 1);
      case IndexLogRecord.Upsert(String _, IndexEntry entry) -> encode(item, entry);
    }
    return item.build();
  }

  /** The session stands by itself too, for who looks for the sessions of a graph. */
  private static void encode(Item.Builder item, IndexEntry entry) {
    item.set(ENTRY, PackedEntry.pack(entry));
    entry.position().ifPresent(position -> item.set("session", position.session()));
  }

  /** The node that a record is of. */
  static String node(Item item) {
    return item.text(NODE);
  }

  /** Whether a record says something of its node. */
  static boolean isContent(Item item) {
    return !item.has(DELETED);
  }

  /** Whether a record says of one node that it is gone. */
  static boolean isTombstone(Item item) {
    return item.has(DELETED) && !isOfEveryNode(item);
  }

  private static boolean isOfEveryNode(Item item) {
    return node(item).equals(IndexLogRecord.EVERY_NODE);
  }

  static IndexLogRecord decode(Item item) {
    String ulid = item.key().sort();
    String node = node(item);
    if (isOfEveryNode(item)) {
      return new IndexLogRecord.Cleared(ulid);
    }
    return item.has(DELETED)
        ? new IndexLogRecord.Tombstone(ulid, node)
        : new IndexLogRecord.Upsert(ulid, decodeEntry(node, item));
  }

  private static IndexEntry decodeEntry(String node, Item item) {
    return item.findBinary(ENTRY)
        .map(packed -> PackedEntry.unpack(node, packed))
        .orElseGet(() -> decodeAttributes(node, item));
  }

  /** As versions 1 and 2 of the schema have it, an attribute for each thing that is known. */
  private static IndexEntry decodeAttributes(String node, Item item) {
    return new IndexEntry(
        node,
        item.text("kind"),
        item.findText("session")
            .map(
                session ->
                    new IndexEntry.Position(session, item.integer("turn"), item.integer("part"))),
        item.findText("entities").map(ids -> List.of(ids.split(" "))).orElse(List.of()),
        decodeTime(item, ""),
        item.findText("terms").map(IndexLogCodec::decodeTerms).orElse(Map.of()),
        item.findBinary("vector").map(values -> decodeVector(values, item)),
        item.has("spoken"),
        item.has("asks"),
        decodeTime(item, TELLS),
        item.has("claims"),
        item.findText("learned").map(Instant::parse));
  }

  private static Optional<TimeSpan> decodeTime(Item item, String prefix) {
    return item.findText(prefix + "start")
        .map(
            start ->
                new TimeSpan(
                    Instant.parse(start),
                    Instant.parse(item.text(prefix + "end")),
                    TimeSpan.Precision.valueOf(item.text(prefix + "precision"))));
  }

  private static Map<String, Integer> decodeTerms(String packed) {
    Map<String, Integer> terms = new LinkedHashMap<>();
    Arrays.stream(packed.split(" "))
        .forEach(
            term -> {
              int tab = term.indexOf('\t');
              if (tab < 0) {
                terms.put(term, 1);
              } else {
                terms.put(term.substring(0, tab), Integer.parseInt(term.substring(tab + 1)));
              }
            });
    return terms;
  }

  private static QuantizedVector decodeVector(byte[] values, Item item) {
    return new QuantizedVector(values, (float) item.number("scale"));
  }
}
