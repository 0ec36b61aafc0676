package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the fields of an answer, and says which of them is not as it must be. */
record Fields(String path, JsonNode node) {

  static Fields of(JsonNode answer) {
    return new Fields("", answer);
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private Optional<JsonNode> find(String name) {
    JsonNode value = node.get(name);
    return value == null || value.isNull() || value.isMissingNode()
        ? Optional.empty()
        : Optional.of(value);
  }

  boolean has(String name) {
    return find(name).isPresent();
  }

  /** Text that is not blank, if there is any. */
  Optional<String> text(String name, int mostLetters) {
    Optional<JsonNode> value = find(name);
    if (value.isPresent() && !value.get().isValueNode()) {
      throw new InvalidAnswerException("%s must be text".formatted(at(name)));
    }
    return value
        .map(JsonNode::asText)
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .map(text -> text.length() <= mostLetters ? text : text.substring(0, mostLetters));
  }

  String requireText(String name, int mostLetters) {
    return text(name, mostLetters)
        .orElseThrow(() -> new InvalidAnswerException("%s is missing".formatted(at(name))));
  }

  boolean flag(String name) {
    JsonNode value =
        find(name)
            .orElseThrow(() -> new InvalidAnswerException("%s is missing".formatted(at(name))));
    if (value.isBoolean() || value.asText().matches("(?i)true|false")) {
      return value.asBoolean();
    }
    throw new InvalidAnswerException("%s must be true or false".formatted(at(name)));
  }

  int number(String name) {
    JsonNode value =
        find(name)
            .orElseThrow(() -> new InvalidAnswerException("%s is missing".formatted(at(name))));
    if (value.isNumber() || value.asText().matches("\\s*\\d{1,6}\\s*")) {
      return value.isNumber() ? value.asInt() : Integer.parseInt(value.asText().strip());
    }
    throw new InvalidAnswerException("%s must be a number".formatted(at(name)));
  }

  /** A confidence; outside 0 to 1 it is none. */
  double confidence(String name) {
    JsonNode value =
        find(name)
            .orElseThrow(() -> new InvalidAnswerException("%s is missing".formatted(at(name))));
    double confidence = value.asDouble(Double.NaN);
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new InvalidAnswerException("%s must be a number from 0 to 1".formatted(at(name)));
    }
    return confidence;
  }

  <E extends Enum<E>> Optional<E> choice(String name, Class<E> type) {
    Optional<String> text = text(name, 100);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    for (E one : type.getEnumConstants()) {
      if (one.name().equals(text.get().toUpperCase(Locale.ROOT).replace(' ', '_'))) {
        return Optional.of(one);
      }
    }
    throw new InvalidAnswerException(
        "%s must be one of %s"
            .formatted(at(name), java.util.Arrays.toString(type.getEnumConstants())));
  }

  <E extends Enum<E>> E requireChoice(String name, Class<E> type) {
    return choice(name, type)
        .orElseThrow(() -> new InvalidAnswerException("%s is missing".formatted(at(name))));
  }

  /** The objects of an array; none where it is missing. */
  List<Fields> objects(String name) {
    List<Fields> objects = new ArrayList<>();
    for (JsonNode one : array(name)) {
      if (!one.isObject()) {
        throw new InvalidAnswerException("%s must have objects".formatted(at(name)));
      }
      objects.add(new Fields("%s[%d]".formatted(at(name), objects.size()), one));
    }
    return objects;
  }

  /** The texts of an array, those that are not blank. */
  List<String> texts(String name, int most, int mostLetters) {
    List<String> texts = new ArrayList<>();
    for (JsonNode one : array(name)) {
      if (one.isValueNode() && !one.isNull() && !one.asText().isBlank() && texts.size() < most) {
        String text = one.asText().strip();
        texts.add(text.length() <= mostLetters ? text : text.substring(0, mostLetters));
      }
    }
    return texts;
  }

  private JsonNode array(String name) {
    Optional<JsonNode> value = find(name);
    if (value.isPresent() && !value.get().isArray()) {
      throw new InvalidAnswerException("%s must be an array".formatted(at(name)));
    }
    return value.orElseGet(
        () -> com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.arrayNode());
  }

  /** An array that has to be there, even if it is empty. */
  Fields require(String name) {
    if (find(name).isEmpty()) {
      throw new InvalidAnswerException("%s is missing".formatted(at(name)));
    }
    return this;
  }
}
