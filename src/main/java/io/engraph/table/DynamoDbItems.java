package io.engraph.table;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items, keys and cursors as DynamoDB has them, and back. */
final class DynamoDbItems {

  static final String PARTITION = "pk";
  static final String SORT = "sk";

  private DynamoDbItems() {}

  static Map<String, AttributeValue> key(Key key) {
    return Map.of(PARTITION, text(key.partition()), SORT, text(key.sort()));
  }

  static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue value(Value value) {
    return switch (value) {
      case Value.Text(String text) -> text(text);
      case Value.Decimal(BigDecimal number) -> AttributeValue.fromN(number.toString());
      case Value.Binary binary ->
          AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(binary.value()));
    };
  }

  static Map<String, AttributeValue> attributes(Item item) {
    Map<String, AttributeValue> attributes = new HashMap<>(key(item.key()));
    item.attributes().forEach((name, value) -> attributes.put(name, value(value)));
    return attributes;
  }

  static Item item(Map<String, AttributeValue> attributes) {
    Map<String, Value> values = new HashMap<>();
    attributes.forEach(
        (name, value) -> {
          if (!name.equals(PARTITION) && !name.equals(SORT)) {
            values.put(name, value(name, value));
          }
        });
    return new Item(key(attributes), values);
  }

  private static Key key(Map<String, AttributeValue> attributes) {
    return new Key(attributes.get(PARTITION).s(), attributes.get(SORT).s());
  }

  private static Value value(String name, AttributeValue value) {
    return switch (value.type()) {
      case S -> new Value.Text(value.s());
      case N -> new Value.Decimal(new BigDecimal(value.n()));
      case B -> new Value.Binary(value.b().asByteArrayUnsafe());
      default ->
          throw new TableException(
              "attribute %s has the type %s, which no engine writes".formatted(name, value.type()));
    };
  }

  static Cursor cursor(PartitionQuery query, Map<String, AttributeValue> lastKey) {
    return new Cursor(
        key(lastKey), query.index().map(index -> lastKey.get(index.sortAttribute()).s()));
  }

  /** Where a query goes on: the key, and in an index also that index's keys. */
  static Map<String, AttributeValue> startKey(PartitionQuery query, Cursor cursor) {
    Map<String, AttributeValue> start = new HashMap<>(key(cursor.key()));
    Optional<Index> index = query.index();
    if (index.isPresent()) {
      start.put(index.get().partitionAttribute(), text(query.partition()));
      start.put(index.get().sortAttribute(), text(cursor.indexSort().orElseThrow()));
    }
    return start;
  }
}
