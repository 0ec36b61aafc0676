package io.engraph.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;

/**
 * Requests that nobody well-meaning sends, made of a seed: every operation of the contract with its
 * example, of which something was replaced, repeated, cut, nested, encoded or declared wrongly.
 */
public final class HostileRequests {

  private static final JsonMapper JSON = new JsonMapper();

  /** What any server may say to a request that is none of an operation. */
  private static final Set<Integer> OF_ANY = Set.of(400, 404, 405, 406, 413, 414, 415, 431);

  /** Texts that have broken something somewhere. */
  public static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\u0000",
          "a\u0000b",
          "\u0001\u0008\u001b[31m",
          "\r\n\r\nHTTP/1.1 200 OK",
          "\u202eevil\u202c",
          "\u200b\u200d\ufeff",
          "\ud83d\ude00\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
          "\ud83d",
          "\udc00\ud800",
          "\u0633\u0644\u0627\u0645 \u05e9\u05dc\u05d5\u05dd",
          "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034d",
          "\u212a\u0130\u0131\u00df\ufb01",
          "_",
          "the of and",
          "NaN",
          "null",
          "undefined",
          "-0",
          "1e999",
          "9".repeat(400),
          "../../etc/passwd",
          "..%2f..%2f",
          "' OR 1=1 --",
          "\"; DROP TABLE item; --",
          "#",
          "a#b#c",
          "NODE#g#x",
          "${jndi:ldap://127.0.0.1/x}",
          "{{7*7}}",
          "<script>alert(1)</script>",
          "%s%s%n%x",
          "9999-12-31T23:59:59.999999999Z",
          "9999-12-31T23:59:59-18:00",
          "0001-01-01T00:00:00+18:00",
          "-999999999-01-01T00:00:00Z",
          "+10000-01-01T00:00:00Z",
          "1969-12-31T23:59:59Z",
          "2024-02-30T00:00:00Z",
          "2024-02-29T24:00:00Z",
          "2016-12-31T23:59:60Z",
          "2026-03-29T02:30:00+01:00",
          "P99999999999D",
          "P-1D",
          "PT0S",
          "x".repeat(129),
          "x".repeat(9_000),
          "y".repeat(70_000),
          "\u00e9".repeat(40_000),
          "word ".repeat(20_000),
          "a\tb".repeat(1_000));

  /**
   * A request.
   *
   * @param method the method
   * @param path the path as it is on the line, with what stands after it
   * @param headers the headers but those of the connection and the length
   * @param body the body; empty for none
   * @param documented the statuses that the contract has for it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Request(
      String method,
      String path,
      Map<String, String> headers,
      byte[] body,
      Set<Integer> documented) {}

  private record Operation(String method, String path, String example, Set<Integer> documented) {}

  private final Random random;
  private final List<Operation> operations = new ArrayList<>();
  private final List<String> knownIds;

  /**
   * @param knownIds ids that exist, of any kind
   */
  public HostileRequests(long seed, List<String> knownIds) {
    this.random = new Random(seed);
    this.knownIds = List.copyOf(knownIds);
    try {
      JsonNode contract = new YAMLMapper().readTree(Files.readString(Path.of("docs/openapi.yaml")));
      contract
          .path("paths")
          .properties()
          .forEach(
              path ->
                  path.getValue()
                      .properties()
                      .forEach(method -> add(path.getKey(), method.getKey(), method.getValue())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String path, String method, JsonNode operation) {
    Set<Integer> documented = new TreeSet<>(OF_ANY);
    operation
        .path("responses")
        .fieldNames()
        .forEachRemaining(
            status -> {
              if (status.matches("[234]\\d\\d")) {
                documented.add(Integer.parseInt(status));
              }
            });
    String example = operation.at("/requestBody/content/application~1json/example").asText("{}");
    operations.add(
        new Operation(method.toUpperCase(java.util.Locale.ROOT), path, example, documented));
  }

  /** How many operations there are. */
  public int operations() {
    return operations.size();
  }

  /** The next request; each of the operations comes as often as every other. */
  public Request next(int number) {
    Operation operation = operations.get(number % operations.size());
    String method =
        random.nextInt(25) == 0
            ? pick(List.of("PUT", "PATCH", "HEAD", "TRACE", "POST"))
            : operation.method;
    Set<Integer> documented = new TreeSet<>(operation.documented);
    if (!method.equals(operation.method)) {
      // What another method of the path answers is not held against this one.
      documented.addAll(Set.of(200, 202, 204, 409));
    }
    Map<String, String> headers = new TreeMap<>();
    if (random.nextInt(20) > 0) {
      headers.put("Content-Type", "application/json");
    } else {
      headers.put(
          "Content-Type",
          pick(
              List.of(
                  "text/plain",
                  "application/xml",
                  "multipart/form-data",
                  "application/json; charset=utf-16",
                  "application/x-www-form-urlencoded",
                  "*/*",
                  "json",
                  ";")));
    }
    byte[] body = operation.method.equals("POST") ? body(operation.example) : new byte[0];
    if (body.length > 0 && random.nextInt(25) == 0) {
      headers.put("Content-Encoding", pick(List.of("gzip", "br", "identity", "x")));
      body = random.nextBoolean() ? bomb() : body;
    }
    if (random.nextInt(40) == 0) {
      headers.put("Accept", pick(List.of("text/html", "application/xml", "*/*;q=0", "x")));
    }
    return new Request(method, path(operation.path), headers, body, documented);
  }

  private String path(String template) {
    StringBuilder path = new StringBuilder();
    for (String segment : template.substring(1).split("/", -1)) {
      path.append('/');
      if (segment.startsWith("{")) {
        path.append(random.nextInt(3) > 0 ? pick(knownIds) : encoded(pick(TEXTS)));
      } else {
        path.append(segment);
      }
    }
    if (random.nextInt(4) == 0) {
      path.append('?');
      for (int i = 0; i <= random.nextInt(3); i++) {
        path.append(
                pick(
                    List.of(
                        "limit",
                        "after",
                        "from",
                        "to",
                        "kind",
                        "text",
                        "dryRun",
                        "keepSources",
                        "x")))
            .append('=')
            .append(encoded(pick(TEXTS)))
            .append('&');
      }
    }
    return path.toString();
  }

  /** Percent-encoded, but for a letter that is left as it is now and then. */
  private String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    String cut = text.length() > 2_000 ? text.substring(0, 2_000) : text;
    for (byte one : cut.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain = Character.isLetterOrDigit(one & 0xff) && one > 0;
      encoded.append(isPlain ? String.valueOf((char) one) : "%%%02X".formatted(one & 0xff));
    }
    return random.nextInt(30) == 0
        ? encoded + "%" + pick(List.of("", "z", "C3", "ED%A0%80"))
        : encoded.toString();
  }

  private byte[] body(String example) {
    try {
      JsonNode tree = JSON.readTree(example);
      for (int i = 0; i <= random.nextInt(2); i++) {
        tree = mutated(tree);
      }
      return raw(JSON.writeValueAsString(tree));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tree with something replaced, at any depth. */
  private JsonNode mutated(JsonNode tree) {
    if (tree instanceof ObjectNode object && !object.isEmpty() && random.nextInt(6) > 0) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = pick(names);
      switch (random.nextInt(8)) {
        case 0 -> object.remove(name);
        case 1 -> object.set(pick(TEXTS), object.get(name));
        case 2 -> object.set(name, value());
        default -> object.set(name, mutated(object.get(name)));
      }
      return object;
    }
    if (tree instanceof ArrayNode array && !array.isEmpty() && random.nextInt(6) > 0) {
      int at = random.nextInt(array.size());
      switch (random.nextInt(5)) {
        case 0 -> {
          for (int i = 0; i < 120; i++) {
            array.add(array.get(at).deepCopy());
          }
        }
        case 1 -> array.addNull();
        default -> array.set(at, mutated(array.get(at)));
      }
      return array;
    }
    return value();
  }

  private JsonNode value() {
    return switch (random.nextInt(9)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
      case 2 -> JSON.getNodeFactory().numberNode(pick(List.of(-1L, 0L, 1L << 40, Long.MIN_VALUE)));
      case 3 -> JSON.getNodeFactory().numberNode(pick(List.of(-0.5, 1e308, 0.1)));
      case 4 -> JSON.createArrayNode();
      case 5 -> JSON.createObjectNode();
      default -> JSON.getNodeFactory().textNode(pick(TEXTS));
    };
  }

  /** The bytes of a body, in which some things are only possible beyond a tree. */
  private byte[] raw(String json) {
    return switch (random.nextInt(24)) {
      case 0 ->
          json.substring(0, random.nextInt(json.length() + 1)).getBytes(StandardCharsets.UTF_8);
      case 1 -> (json + json).getBytes(StandardCharsets.UTF_8);
      case 2 -> json.replaceFirst("\\{", "{\"x\": NaN, ").getBytes(StandardCharsets.UTF_8);
      case 3 -> json.replaceFirst(": *\"[^\"]*\"", ": 1e999999").getBytes(StandardCharsets.UTF_8);
      case 4 -> ("[".repeat(5_000) + json).getBytes(StandardCharsets.UTF_8);
      case 5 -> ("{\"a\":".repeat(3_000) + json).getBytes(StandardCharsets.UTF_8);
      case 6 -> json.replaceFirst("\\{", "{" + twice(json)).getBytes(StandardCharsets.UTF_8);
      case 7 -> json.getBytes(StandardCharsets.UTF_16);
      case 8 -> ("\ufeff" + json).getBytes(StandardCharsets.UTF_8);
      case 9 -> json.replace("\"", "'").getBytes(StandardCharsets.UTF_8);
      case 10 -> noise();
      case 11 -> broken(json);
      case 12 ->
          json.replaceFirst("\"([A-Za-z])", "\"\\\\ud800$1").getBytes(StandardCharsets.UTF_8);
      case 13 -> ("\"" + "z".repeat(1_100_000) + "\"").getBytes(StandardCharsets.UTF_8);
      case 14 -> "9".repeat(100_000).getBytes(StandardCharsets.UTF_8);
      case 15 -> new byte[0];
      default -> json.getBytes(StandardCharsets.UTF_8);
    };
  }

  private static String twice(String json) {
    int colon = json.indexOf(':');
    return colon < 0 ? "" : json.substring(1, colon) + ": \"twice\",";
  }

  private byte[] noise() {
    byte[] noise = new byte[random.nextInt(2_000)];
    random.nextBytes(noise);
    return noise;
  }

  /** With a byte in it that is no UTF-8. */
  private byte[] broken(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    bytes[random.nextInt(bytes.length)] = (byte) 0xff;
    return bytes;
  }

  /** A megabyte and a half, in a few kilobytes. */
  private static byte[] bomb() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] blank = new byte[1 << 16];
    Arrays.fill(blank, (byte) ' ');
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 400; i++) {
        gzip.write(blank);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
