package io.engraph.functions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ApiRequest;
import io.engraph.http.GraphAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The events that a function is invoked with, and its answers: a typed request by direct
 * invocation, the same request in an HTTP API event (payload 2.0), and records of a queue or a
 * stream.
 */
final class FunctionEvents {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String OPERATION = "operation";
  private static final String GRAPH = "graph";

  private FunctionEvents() {}

  /**
   * A typed request by direct invocation.
   *
   * @param operation what is asked for; empty if the event does not say
   * @param graph the graph's id; empty text if the event does not say
   * @param id the id of the query or the node that it is about; empty text if it does not say
   * @param body the other fields, as the body of the same request over HTTP
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record DirectRequest(Optional<String> operation, String graph, String id, byte[] body) {}

  static JsonNode read(InputStream event) throws IOException {
    try {
      return JSON.readTree(event);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an event is one JSON object", e);
    }
  }

  /**
   * The JSON of a message; whatever is none becomes an empty object, which is refused for its
   * missing fields.
   */
  static JsonNode parse(byte[] message) {
    try {
      return JSON.readTree(message);
    } catch (IOException e) {
      return JSON.createObjectNode();
    }
  }

  static boolean isHttp(JsonNode event) {
    return event.path("requestContext").has("http");
  }

  static boolean isRecords(JsonNode event) {
    return event.path("Records").isArray();
  }

  /**
   * A request over HTTP.
   *
   * @param graphClaim the claim of the caller's token that names the graphs of the caller; empty if
   *     every caller may use every graph
   */
  static ApiRequest http(JsonNode event, Optional<String> graphClaim) {
    String method = event.path("requestContext").path("http").path("method").asText();
    String raw = event.path("rawPath").asText();
    // The path begins with the name of the stage, unless that is $default.
    String stage = "/" + event.path("requestContext").path("stage").asText();
    if (raw.startsWith(stage + "/")) {
      raw = raw.substring(stage.length());
    }
    List<String> path = new ArrayList<>();
    for (String segment : raw.split("/", -1)) {
      if (!segment.isEmpty()) {
        path.add(decode(segment));
      }
    }
    String body = event.path("body").asText("");
    return new ApiRequest(
        method,
        path,
        parameters(event.path("queryStringParameters")),
        event.path("isBase64Encoded").asBoolean()
            ? decoded(body)
            : body.getBytes(StandardCharsets.UTF_8),
        graphClaim.map(claim -> access(event, claim)).orElse(GraphAccess.ALL));
  }

  private static byte[] decoded(String body) {
    try {
      return Base64.getDecoder().decode(body);
    } catch (IllegalArgumentException e) {
      // No gateway sends this; it is refused where a body is read.
      return body.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** A gateway writes a claim that is a list as {@code [one two]}. */
  private static GraphAccess access(JsonNode event, String claim) {
    String value =
        event
            .path("requestContext")
            .path("authorizer")
            .path("jwt")
            .path("claims")
            .path(claim)
            .asText("");
    String names =
        value.startsWith("[") && value.endsWith("]")
            ? value.substring(1, value.length() - 1)
            : value;
    return GraphAccess.to(List.of(names.trim().split("[\\s,]+")));
  }

  private static Map<String, String> parameters(JsonNode given) {
    Map<String, String> parameters = new HashMap<>();
    given.properties().forEach(one -> parameters.put(one.getKey(), one.getValue().asText()));
    return parameters;
  }

  private static String decode(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Not encoded, so no id that there is: it is refused as it is.
      return segment;
    }
  }

  /**
   * @param idField the field that holds the id, such as {@code query}
   */
  static DirectRequest direct(JsonNode event, String idField) {
    ObjectNode body = event.isObject() ? event.deepCopy() : JSON.createObjectNode();
    String operation = text(body.remove(OPERATION));
    String graph = text(body.remove(GRAPH));
    String id = text(body.remove(idField));
    return new DirectRequest(
        operation.isEmpty() ? Optional.empty() : Optional.of(operation), graph, id, bytes(body));
  }

  private static String text(JsonNode value) {
    return value == null ? "" : value.asText();
  }

  private static byte[] bytes(JsonNode value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is always JSON", e);
    }
  }

  static void writeHttp(ApiAnswer answer, OutputStream out) throws IOException {
    ObjectNode response = JSON.createObjectNode();
    response.put("statusCode", answer.status());
    ObjectNode headers = response.putObject("headers");
    headers.put("Content-Type", answer.contentType());
    if (answer.status() == 503) {
      headers.put("Retry-After", "1");
    }
    response.put("body", new String(answer.json(), StandardCharsets.UTF_8));
    response.put("isBase64Encoded", false);
    JSON.writeValue(out, response);
  }

  /** Answers with a message, or with nothing where none is due. */
  static void writeMessage(Optional<String> message, OutputStream out) throws IOException {
    ObjectNode response = JSON.createObjectNode();
    response.put("statusCode", message.isPresent() ? 200 : 202);
    response.putObject("headers").put("Content-Type", "application/json");
    response.put("body", message.orElse(""));
    response.put("isBase64Encoded", false);
    JSON.writeValue(out, response);
  }

  static void writeCount(String name, int count, OutputStream out) throws IOException {
    JSON.writeValue(out, JSON.createObjectNode().put(name, count));
  }

  /** Answers a batch: the records with these ids are delivered again. */
  static void writeBatch(List<String> failures, OutputStream out) throws IOException {
    ObjectNode response = JSON.createObjectNode();
    ArrayNode items = response.putArray("batchItemFailures");
    failures.forEach(id -> items.addObject().put("itemIdentifier", id));
    JSON.writeValue(out, response);
  }
}
