package io.engraph.index;

import io.engraph.table.Item;
import io.engraph.table.Key;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** Index log records as items: about half a kilobyte for a short turn. */
final class IndexLogCodec {

  private static final String NODE = "node";
  private static final String DELETED = "deleted";

  private IndexLogCodec() {}

  private static final String TELLS = "tells-";

  static Item encode(String partition, IndexLogRecord record) {
    Item.Builder item = Item.builder(new Key(partition, record.ulid())).set(NODE, record.node());
    switch (record) {
      case IndexLogRecord.Tombstone _, IndexLogRecord.Cleared _ -> item.set(DELETED, 1);
      case IndexLogRecord.Upsert(String _, IndexEntry entry) -> encode(item, entry);
    }
    return item.build();
  }

  private static void encode(Item.Builder item, IndexEntry entry) {
    item.set("kind", entry.kind());
    entry
        .position()
        .ifPresent(
            position ->
                item.set("session", position.session())
                    .set("turn", position.turn())
                    .set("part", position.part()));
    if (!entry.entities().isEmpty()) {
      item.set("entities", String.join(" ", entry.entities()));
    }
    entry.time().ifPresent(time -> encode(item, "", time));
    entry.tells().ifPresent(time -> encode(item, TELLS, time));
    if (entry.spoken()) {
      item.set("spoken", 1);
    }
    if (entry.asks()) {
      item.set("asks", 1);
    }
    if (entry.claims()) {
      item.set("claims", 1);
    }
    entry.learned().ifPresent(learned -> item.set("learned", learned.toString()));
    if (!entry.terms().isEmpty()) {
      StringJoiner terms = new StringJoiner(" ");
      entry.terms().entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(
              term ->
                  terms.add(
                      term.getValue() == 1
                          ? term.getKey()
                          : term.getKey() + "\t" + term.getValue()));
      item.set("terms", terms.toString());
    }
    entry
        .vector()
        .ifPresent(vector -> item.set("vector", vector.values()).set("scale", vector.scale()));
  }

  private static void encode(Item.Builder item, String prefix, TimeSpan time) {
    item.set(prefix + "start", time.start().toString())
        .set(prefix + "end", time.end().toString())
        .set(prefix + "precision", time.precision().name());
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
