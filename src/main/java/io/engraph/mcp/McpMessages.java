package io.engraph.mcp;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Answers messages of the Model Context Protocol, one at a time and without state between them:
 * what a function, or a process on standard input and output, needs of a server. (Model Context
 * Protocol, revisions 2024-11-05 to 2025-06-18; JSON-RPC 2.0.)
 */
public final class McpMessages {

  private static final Logger LOG = Logger.getLogger(McpMessages.class);
  private static final JsonMapper JSON = new JsonMapper();

  /** The revisions that are spoken, the newest first. */
  private static final List<String> REVISIONS = List.of("2025-06-18", "2025-03-26", "2024-11-05");

  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int METHOD_NOT_FOUND = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int INTERNAL_ERROR = -32603;
  private static final int RESOURCE_NOT_FOUND = -32002;

  private final MemoryTools tools;

  /** An answer that is an error of the protocol. */
  private static final class RpcException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int code;

    RpcException(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  public McpMessages(MemoryTools tools) {
    this.tools = requireNonNull(tools, "tools is null");
  }

  /** The answer to a message or a batch of them, as JSON; empty where none is due. */
  public Optional<String> answer(String message) {
    JsonNode parsed;
    try {
      parsed = JSON.readTree(message);
    } catch (JsonProcessingException e) {
      return Optional.of(error(null, PARSE_ERROR, "this is not JSON").toString());
    }
    if (!parsed.isArray()) {
      return answer(parsed).map(JsonNode::toString);
    }
    if (parsed.isEmpty()) {
      return Optional.of(error(null, INVALID_REQUEST, "an empty batch").toString());
    }
    ArrayNode answers = JSON.createArrayNode();
    parsed.forEach(one -> answer(one).ifPresent(answers::add));
    return answers.isEmpty() ? Optional.empty() : Optional.of(answers.toString());
  }

  private Optional<JsonNode> answer(JsonNode message) {
    JsonNode id = message.get("id");
    if (!message.isObject() || !"2.0".equals(message.path("jsonrpc").asText())) {
      return Optional.of(error(id, INVALID_REQUEST, "not a message of JSON-RPC 2.0"));
    }
    if (!message.path("method").isTextual()) {
      // An answer of the client to something: nothing is asked of clients.
      return message.has("result") || message.has("error")
          ? Optional.empty()
          : Optional.of(error(id, INVALID_REQUEST, "a message without a method"));
    }
    if (id == null) {
      return Optional.empty();
    }
    if (!id.isTextual() && !id.isIntegralNumber()) {
      return Optional.of(error(null, INVALID_REQUEST, "an id must be a text or a whole number"));
    }
    try {
      ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
      answer.set("id", id);
      answer.set("result", result(message.get("method").asText(), message.path("params")));
      return Optional.of(answer);
    } catch (RpcException e) {
      return Optional.of(error(id, e.code, e.getMessage()));
    } catch (RuntimeException e) {
      LOG.warnf("a message of the Model Context Protocol failed with %s", e.getClass().getName());
      return Optional.of(error(id, INTERNAL_ERROR, "this failed; try again"));
    }
  }

  private static JsonNode error(JsonNode id, int code, String message) {
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", id);
    answer.putObject("error").put("code", code).put("message", message);
    return answer;
  }

  private JsonNode result(String method, JsonNode params) {
    return switch (method) {
      case "initialize" -> initialize(params);
      case "ping" -> JSON.createObjectNode();
      case "tools/list" -> list("tools", MemoryTools.tools());
      case "tools/call" -> call(params);
      case "resources/list" -> list("resources", List.of());
      case "resources/templates/list" -> list("resourceTemplates", MemoryTools.resourceTemplates());
      case "resources/read" -> read(params);
      default -> throw new RpcException(METHOD_NOT_FOUND, "there is no method " + method);
    };
  }

  private static JsonNode initialize(JsonNode params) {
    String asked = params.path("protocolVersion").asText();
    ObjectNode result = JSON.createObjectNode();
    result.put("protocolVersion", REVISIONS.contains(asked) ? asked : REVISIONS.getFirst());
    ObjectNode capabilities = result.putObject("capabilities");
    capabilities.putObject("tools");
    capabilities.putObject("resources");
    result
        .putObject("serverInfo")
        .put("name", "engraph")
        .put("title", "Engraph")
        .put("version", "0.1");
    result.put("instructions", MemoryTools.instructions());
    return result;
  }

  private static JsonNode list(String name, List<JsonNode> elements) {
    ObjectNode result = JSON.createObjectNode();
    result.putArray(name).addAll(elements);
    return result;
  }

  private JsonNode call(JsonNode params) {
    MemoryTools.Result called;
    try {
      called = tools.call(params.path("name").asText(), params.path("arguments"));
    } catch (MemoryTools.UnknownException e) {
      throw new RpcException(INVALID_PARAMS, e.getMessage());
    }
    ObjectNode result = JSON.createObjectNode();
    result.putArray("content").addObject().put("type", "text").put("text", called.text());
    result.put("isError", called.isError());
    return result;
  }

  private JsonNode read(JsonNode params) {
    String uri = params.path("uri").asText();
    try {
      JsonNode resource = tools.read(uri);
      ObjectNode result = JSON.createObjectNode();
      result
          .putArray("contents")
          .addObject()
          .put("uri", uri)
          .put("mimeType", "application/json")
          .put("text", resource.toString());
      return result;
    } catch (MemoryTools.UnknownException e) {
      throw new RpcException(RESOURCE_NOT_FOUND, e.getMessage());
    }
  }
}
