package io.engraph.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Reads requests strictly and writes answers. Unknown fields, wrong types, fields that come twice
 * and anything after the body are errors that name the field.
 */
final class Json {

  private static final JsonMapper MAPPER = strict();

  private Json() {}

  private static JsonMapper strict() {
    JsonMapper.Builder builder =
        JsonMapper.builder()
            .addModule(new Jdk8Module())
            .defaultPropertyInclusion(
                JsonInclude.Value.construct(Include.NON_ABSENT, Include.NON_ABSENT))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS);
    for (CoercionInputShape shape :
        List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
      builder.withCoercionConfig(
          LogicalType.Textual, config -> config.setCoercion(shape, CoercionAction.Fail));
    }
    return builder.build();
  }

  /**
   * @throws InvalidRequestException if the body is not just what the type asks for
   * @throws TooLargeException if it has too many bytes
   */
  static <T> T read(byte[] body, Class<T> type) {
    if (body.length > TooLargeException.MAX_BODY_BYTES) {
      throw new TooLargeException();
    }
    try {
      T request = MAPPER.readValue(body, type);
      if (request == null) {
        throw new InvalidRequestException("body", "a JSON object");
      }
      return request;
    } catch (UnrecognizedPropertyException e) {
      throw new InvalidRequestException(
          path(e),
          "absent: it is no field of this request; the fields are "
              + e.getKnownPropertyIds().stream().map(Object::toString).sorted().toList());
    } catch (JsonParseException e) {
      throw new InvalidRequestException(
          "body",
          "one JSON object, but at line %d, column %d it is not"
              .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
    } catch (JsonMappingException e) {
      throw new InvalidRequestException(path(e), expected(e));
    } catch (IOException e) {
      // Not UTF-8, or nested or long beyond what a parser reads.
      throw new InvalidRequestException("body", "one JSON object in UTF-8");
    }
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.isEmpty() ? "body" : path.toString();
  }

  private static String expected(JsonMappingException e) {
    if (e instanceof com.fasterxml.jackson.databind.exc.MismatchedInputException mismatch
        && mismatch.getTargetType() != null) {
      return name(mismatch.getTargetType());
    }
    // A cut or doubled body is met while a field is being read.
    return "one well-formed JSON value";
  }

  private static String name(Class<?> type) {
    if (type == String.class) {
      return "text";
    }
    if (type == Integer.class || type == int.class) {
      return "a whole number";
    }
    if (type == Double.class || type == double.class) {
      return "a number";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (List.class.isAssignableFrom(type)) {
      return "a list";
    }
    return "an object"
        + (type.getSimpleName().isEmpty()
            ? ""
            : " (%s)".formatted(type.getSimpleName().toLowerCase(Locale.ROOT)));
  }

  static byte[] write(Object answer) {
    try {
      return MAPPER.writeValueAsBytes(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an answer of plain values is always JSON", e);
    }
  }
}
