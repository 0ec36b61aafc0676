package io.engraph.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads conversations of other forms as observations: lines or a list of messages, with names that
 * are in use; lists of OpenAI's messages; exports of mem0 (memories) and of Graphiti (episodes and
 * facts).
 */
final class Conversations {

  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> TEXT =
      List.of("text", "content", "memory", "message", "episode_body", "fact", "body");
  private static final List<String> SPEAKER =
      List.of("speaker", "name", "author", "role", "user_id", "sender", "from");
  private static final List<String> TIME =
      List.of(
          "at",
          "valid_at",
          "timestamp",
          "created_at",
          "createdAt",
          "time",
          "date",
          "reference_time");
  private static final List<String> SESSION =
      List.of("session", "session_id", "conversation_id", "thread_id", "group_id", "run_id");
  private static final List<String> ID = List.of("id", "uuid", "message_id");
  private static final List<String> LISTS =
      List.of("observations", "messages", "results", "memories", "episodes", "edges", "data");

  private final String session;
  private final OffsetDateTime start;

  /**
   * @param session the session of messages that name none
   * @param start when a message was said that does not say; each next one a second later
   */
  Conversations(String session, OffsetDateTime start) {
    this.session = session;
    this.start = start;
  }

  /**
   * Reads all messages of a text.
   *
   * @throws CommandException if it has none
   */
  List<ObjectNode> read(String text) {
    List<JsonNode> messages = messages(text);
    List<ObjectNode> observations = new ArrayList<>();
    for (JsonNode message : messages) {
      observation(message, observations.size()).ifPresent(observations::add);
    }
    if (observations.isEmpty()) {
      throw new CommandException("there is no message in it that has a text");
    }
    return observations;
  }

  private static List<JsonNode> messages(String text) {
    try {
      JsonNode whole = JSON.readTree(text);
      if (whole != null && JSON.readTree(text).size() > 0 && isOne(text)) {
        return flat(whole);
      }
    } catch (JsonProcessingException e) {
      // Not one value, so a line each.
    }
    List<JsonNode> messages = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\\R", -1)) {
      number++;
      if (!line.isBlank()) {
        try {
          messages.addAll(flat(JSON.readTree(line)));
        } catch (JsonProcessingException e) {
          throw new CommandException("line %d is no JSON".formatted(number));
        }
      }
    }
    return messages;
  }

  /** Whether the text is one value, and nothing after it. */
  private static boolean isOne(String text) throws JsonProcessingException {
    try (var parser = JSON.createParser(text)) {
      JSON.readTree(parser);
      return parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<JsonNode> flat(JsonNode node) {
    if (node instanceof ArrayNode list) {
      List<JsonNode> all = new ArrayList<>();
      list.forEach(one -> all.addAll(flat(one)));
      return all;
    }
    for (String name : LISTS) {
      if (node.path(name).isArray()) {
        return flat(node.get(name));
      }
    }
    return List.of(node);
  }

  private Optional<ObjectNode> observation(JsonNode message, int number) {
    Optional<String> text = text(message);
    // What tells the model how to behave is nothing that was said.
    if (text.isEmpty() || message.path("role").asText().equals("system")) {
      return Optional.empty();
    }
    ObjectNode observation = JSON.createObjectNode();
    observation.put(
        "id",
        first(message, ID).orElseGet(() -> "%d-%08x".formatted(number, text.get().hashCode())));
    observation.put("session", first(message, SESSION).orElse(session));
    first(message, SPEAKER).ifPresent(speaker -> observation.put("speaker", speaker));
    observation.put("text", text.get());
    observation.put("at", time(message).orElseGet(() -> start.plusSeconds(number)).toString());
    return Optional.of(observation);
  }

  /** Plain text, or the text parts of a message that has several. */
  private static Optional<String> text(JsonNode message) {
    for (String name : TEXT) {
      JsonNode value = message.path(name);
      if (value.isTextual() && !value.asText().isBlank()) {
        return Optional.of(value.asText());
      }
      if (value.isArray()) {
        List<String> parts = new ArrayList<>();
        value.forEach(
            part -> {
              if (part.path("text").isTextual()) {
                parts.add(part.get("text").asText());
              }
            });
        if (!parts.isEmpty()) {
          return Optional.of(String.join("\n", parts));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> first(JsonNode message, List<String> names) {
    return names.stream()
        .map(message::path)
        .filter(value -> value.isValueNode() && !value.isNull() && !value.asText().isBlank())
        .map(JsonNode::asText)
        .findFirst();
  }

  private static Optional<OffsetDateTime> time(JsonNode message) {
    for (String name : TIME) {
      JsonNode value = message.path(name);
      if (value.isNumber()) {
        long number = value.asLong();
        // Seconds of this century have ten digits, milliseconds thirteen.
        Instant instant =
            number < 100_000_000_000L
                ? Instant.ofEpochSecond(number)
                : Instant.ofEpochMilli(number);
        return Optional.of(instant.atOffset(ZoneOffset.UTC));
      }
      Optional<OffsetDateTime> parsed =
          value.isTextual() ? parsed(value.asText()) : Optional.empty();
      if (parsed.isPresent()) {
        return parsed;
      }
    }
    return Optional.empty();
  }

  private static Optional<OffsetDateTime> parsed(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text));
    } catch (DateTimeParseException e) {
      try {
        return Optional.of(LocalDateTime.parse(text.replace(' ', 'T')).atOffset(ZoneOffset.UTC));
      } catch (DateTimeException other) {
        return Optional.empty();
      }
    }
  }
}
