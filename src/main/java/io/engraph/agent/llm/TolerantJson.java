package io.engraph.agent.llm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads the JSON object that a model wrote, whatever it wrote around it: fences, a few words before
 * and after, commas too many, comments, quotes of the wrong kind. An object that breaks off is read
 * as far as it goes: what is whole in it counts.
 */
final class TolerantJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_MISSING_VALUES)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private TolerantJson() {}

  /**
   * @throws InvalidAnswerException if there is no object in it
   */
  static JsonNode object(String answer) {
    for (int start = answer.indexOf('{'); start >= 0; start = answer.indexOf('{', start + 1)) {
      try {
        JsonNode node = read(answer.substring(start));
        if (node != null && node.isObject()) {
          return node;
        }
      } catch (IOException e) {
        // A brace in the words before the object: the next one may begin it.
      }
    }
    throw new InvalidAnswerException("there is no JSON object in the answer");
  }

  private static JsonNode read(String text) throws IOException {
    try (JsonParser parser = MAPPER.createParser(text);
        TokenBuffer whole = new TokenBuffer(parser)) {
      Deque<JsonToken> open = new ArrayDeque<>();
      try {
        do {
          JsonToken token = parser.nextToken();
          if (token == null) {
            break;
          }
          if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
            open.push(token);
          } else if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
            open.pop();
          }
          whole.copyCurrentEvent(parser);
        } while (!open.isEmpty());
      } catch (JsonEOFException e) {
        close(whole, open);
      }
      return MAPPER.readTree(whole.asParserOnFirstToken());
    }
  }

  /** Ends what the answer broke off in. */
  private static void close(TokenBuffer whole, Deque<JsonToken> open) throws IOException {
    if (whole.getOutputContext().hasCurrentName() && isNameLast(whole)) {
      whole.writeNull();
    }
    while (!open.isEmpty()) {
      if (open.pop() == JsonToken.START_OBJECT) {
        whole.writeEndObject();
      } else {
        whole.writeEndArray();
      }
    }
  }

  private static boolean isNameLast(TokenBuffer whole) throws IOException {
    JsonToken last = null;
    try (JsonParser parser = whole.asParser()) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        last = token;
      }
    }
    return last == JsonToken.FIELD_NAME;
  }

  /** Text as a JSON string, so that nothing in it can be taken for anything else. */
  static String quoted(String text) {
    try {
      return MAPPER.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("text is always JSON", e);
    }
  }
}
