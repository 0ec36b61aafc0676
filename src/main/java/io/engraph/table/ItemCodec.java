package io.engraph.table;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** The attributes of an item as one CBOR map of text, decimal numbers and byte strings. */
final class ItemCodec {

  private static final CBORFactory CBOR = new CBORFactory();

  private ItemCodec() {}

  static byte[] encode(Map<String, Value> attributes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator out = CBOR.createGenerator(bytes)) {
      out.writeStartObject();
      for (Map.Entry<String, Value> attribute : attributes.entrySet()) {
        out.writeFieldName(attribute.getKey());
        switch (attribute.getValue()) {
          case Value.Text(String text) -> out.writeString(text);
          case Value.Decimal(BigDecimal number) -> writeNumber(out, number);
          case Value.Binary binary -> out.writeBinary(binary.value());
        }
      }
      out.writeEndObject();
    } catch (IOException e) {
      throw new TableException("an item could not be encoded", e);
    }
    return bytes.toByteArray();
  }

  static Map<String, Value> decode(byte[] bytes) {
    Map<String, Value> attributes = new LinkedHashMap<>();
    try (JsonParser in = CBOR.createParser(bytes)) {
      in.nextToken();
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String name = in.currentName();
        attributes.put(name, readValue(in.nextToken(), in));
      }
    } catch (IOException e) {
      throw new TableException("a stored item cannot be decoded: is the file damaged?", e);
    }
    return attributes;
  }

  private static void writeNumber(JsonGenerator out, BigDecimal number) throws IOException {
    if (number.scale() <= 0 && number.precision() - number.scale() <= 18) {
      out.writeNumber(number.longValueExact());
    } else {
      out.writeNumber(number);
    }
  }

  private static Value readValue(JsonToken token, JsonParser in) throws IOException {
    return switch (token) {
      case VALUE_STRING -> new Value.Text(in.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Value.Decimal(in.getDecimalValue());
      case VALUE_EMBEDDED_OBJECT -> new Value.Binary(in.getBinaryValue());
      default -> throw new TableException("a stored item has an unknown value: " + token);
    };
  }
}
