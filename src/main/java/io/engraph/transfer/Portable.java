package io.engraph.transfer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.engraph.graph.GraphId;
import io.engraph.graph.Keys;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Value;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Items as lines of JSON that name no graph, and back. A line has the {@code type} of the item, its
 * keys with {@code {graph}} in the place of the graph's id, and its attributes: texts and numbers
 * as they are, bytes as {@code {"base64": ...}}.
 */
final class Portable {

  /** The version of the form, in the first line. */
  static final int VERSION = 1;

  private static final String GRAPH = "{graph}";
  private static final JsonMapper JSON = new JsonMapper();

  /** What an item may be, by how its partition key begins. */
  private static final Map<String, String> TYPES =
      Map.of(
          "GRAPH", "graph",
          "SESSION", "session",
          "NODE", "node",
          "INDEX", "index",
          "EDITS", "edit");

  /** Attributes that name the graph, in the second part of their value. */
  private static final List<String> NAMING = List.of("timeline", "incoming");

  private final GraphId graph;

  Portable(GraphId graph) {
    this.graph = graph;
  }

  static String header() {
    ObjectNode header = JSON.createObjectNode();
    header.put("type", "engraph").put("version", VERSION);
    return header.toString();
  }

  /** An item as a line, without its end. */
  String line(Item item) {
    ObjectNode line = JSON.createObjectNode();
    String partition = item.key().partition();
    line.put("type", TYPES.get(partition.substring(0, partition.indexOf('#'))));
    line.put("pk", named(partition));
    line.put("sk", item.key().sort());
    ObjectNode attributes = line.putObject("attributes");
    new TreeMap<>(item.attributes())
        .forEach(
            (name, value) -> {
              switch (value) {
                case Value.Text(String text) ->
                    attributes.put(
                        name, isNaming(name, text) ? named(text) : time(partition, name, text));
                case Value.Decimal(BigDecimal number) -> attributes.put(name, number);
                case Value.Binary binary ->
                    attributes
                        .putObject(name)
                        .put("base64", Base64.getEncoder().encodeToString(binary.value()));
              }
            });
    return line.toString();
  }

  private boolean isNaming(String name, String text) {
    return NAMING.contains(name) && text.contains("#");
  }

  /** The time by which graphs are listed ends in the graph's id. */
  private String time(String partition, String name, String text) {
    String end = "#" + graph.value();
    return partition.startsWith("GRAPH#") && name.equals("time") && text.endsWith(end)
        ? text.substring(0, text.length() - end.length()) + "#" + GRAPH
        : text;
  }

  private String named(String text) {
    String[] parts = text.split("#", 3);
    parts[1] = GRAPH;
    return String.join("#", parts);
  }

  /**
   * Reads the first line.
   *
   * @throws TransferException if it is not that of an export of a version that is known
   */
  static void requireHeader(Optional<String> line) {
    JsonNode header = line.map(text -> parse(text, 1)).orElse(JSON.createObjectNode());
    if (!header.path("type").asText().equals("engraph")) {
      throw new TransferException("line 1: this is no export of Engraph");
    }
    if (header.path("version").asInt() != VERSION) {
      throw new TransferException(
          "line 1: exports of version %s are not known here, only of version %d"
              .formatted(header.path("version").asText(), VERSION));
    }
  }

  private static JsonNode parse(String line, int number) {
    try {
      JsonNode node = JSON.readTree(line);
      if (node != null && node.isObject()) {
        return node;
      }
    } catch (JsonProcessingException e) {
      // The same answer as for every other text that is no object.
    }
    throw new TransferException("line %d: not one JSON object".formatted(number));
  }

  /**
   * The item of a line, in the graph.
   *
   * @throws TransferException if the line is none that an export has
   */
  Item item(String text, int number) {
    JsonNode line = parse(text, number);
    String partition = line.path("pk").asText();
    String[] parts = partition.split("#", 3);
    boolean isKnown =
        parts.length >= 2
            && parts[1].equals(GRAPH)
            && line.path("type").asText().equals(TYPES.get(parts[0]))
            && !line.path("sk").asText().isEmpty()
            && line.path("attributes").isObject();
    if (!isKnown) {
      throw new TransferException("line %d: no item of an export".formatted(number));
    }
    Item.Builder item = Item.builder(new Key(placed(partition), line.get("sk").asText()));
    line.get("attributes")
        .properties()
        .forEach(
            attribute -> {
              String name = attribute.getKey();
              JsonNode value = attribute.getValue();
              if (value.isTextual()) {
                String content = value.asText();
                requireOwnList(parts[0], name, content, number);
                item.set(name, placed(parts[0], name, content));
              } else if (value.isNumber()) {
                item.set(name, new Value.Decimal(value.decimalValue()));
              } else if (value.path("base64").isTextual()) {
                item.set(name, bytes(value.get("base64").asText(), number));
              } else {
                throw new TransferException(
                    "line %d: the attribute %s has no value".formatted(number, name));
              }
            });
    return item.build();
  }

  /** What lists items of all graphs may only have the graph itself. */
  private static void requireOwnList(String type, String name, String text, int number) {
    boolean isOfAll = NAMING.contains(name) && !text.contains("#");
    if (isOfAll && !(type.equals("GRAPH") && text.equals(Keys.ALL_GRAPHS))) {
      throw new TransferException(
          "line %d: the attribute %s has no value of an export".formatted(number, name));
    }
  }

  private String placed(String type, String name, String text) {
    if (NAMING.contains(name) && text.split("#", 3).length > 1) {
      return placed(text);
    }
    boolean isTimeOfGraph = type.equals("GRAPH") && name.equals("time");
    return isTimeOfGraph && text.endsWith("#" + GRAPH)
        ? text.substring(0, text.length() - GRAPH.length()) + graph.value()
        : text;
  }

  private static byte[] bytes(String base64, int number) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new TransferException("line %d: not Base64".formatted(number));
    }
  }

  private String placed(String text) {
    String[] parts = text.split("#", 3);
    parts[1] = graph.value();
    return String.join("#", parts);
  }
}
