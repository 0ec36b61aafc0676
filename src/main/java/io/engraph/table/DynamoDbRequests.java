package io.engraph.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Queries and transactions as DynamoDB's expressions. */
final class DynamoDbRequests {

  private final String table;

  DynamoDbRequests(String table) {
    this.table = table;
  }

  /** Names and values of one expression, which stand in it as placeholders. */
  private static final class Placeholders {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    String name(String attribute) {
      for (Map.Entry<String, String> known : names.entrySet()) {
        if (known.getValue().equals(attribute)) {
          return known.getKey();
        }
      }
      String placeholder = "#n" + names.size();
      names.put(placeholder, attribute);
      return placeholder;
    }

    String value(AttributeValue value) {
      String placeholder = ":v" + values.size();
      values.put(placeholder, value);
      return placeholder;
    }

    /** The values; DynamoDB refuses an empty map, and takes a missing one. */
    Map<String, AttributeValue> valuesOrNull() {
      return values.isEmpty() ? null : values;
    }

    Map<String, String> namesOrNull() {
      return names.isEmpty() ? null : names;
    }
  }

  QueryRequest query(PartitionQuery query) {
    Placeholders placeholders = new Placeholders();
    String partition =
        placeholders.name(
            query.index().map(Index::partitionAttribute).orElse(DynamoDbItems.PARTITION));
    String sort =
        placeholders.name(query.index().map(Index::sortAttribute).orElse(DynamoDbItems.SORT));
    String expression =
        partition + " = " + placeholders.value(DynamoDbItems.text(query.partition()));
    String range = range(query.range(), sort, placeholders);
    if (range.isEmpty()) {
      placeholders.names.remove(sort);
    } else {
      expression += " AND " + range;
    }
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(table)
            .keyConditionExpression(expression)
            .expressionAttributeNames(placeholders.names)
            .expressionAttributeValues(placeholders.values)
            .scanIndexForward(query.direction() == PartitionQuery.Direction.ASCENDING)
            .limit(query.limit())
            .consistentRead(query.consistent());
    query.index().ifPresent(index -> request.indexName(indexName(index)));
    query
        .after()
        .ifPresent(cursor -> request.exclusiveStartKey(DynamoDbItems.startKey(query, cursor)));
    return request.build();
  }

  /** The name of an index in the table: the template and the tests make it by this name. */
  static String indexName(Index index) {
    return switch (index) {
      case BY_UTILITY -> "byUtility";
      case INCOMING -> "incoming";
      case TIMELINE -> "timeline";
    };
  }

  private static String range(SortRange range, String sort, Placeholders placeholders) {
    return switch (range) {
      case SortRange.All() -> "";
      case SortRange.Prefix(String prefix) ->
          "begins_with(%s, %s)".formatted(sort, placeholders.value(DynamoDbItems.text(prefix)));
      case SortRange.Between(String low, String high) ->
          "%s BETWEEN %s AND %s"
              .formatted(
                  sort,
                  placeholders.value(DynamoDbItems.text(low)),
                  placeholders.value(DynamoDbItems.text(high)));
      case SortRange.From(String low) ->
          "%s >= %s".formatted(sort, placeholders.value(DynamoDbItems.text(low)));
      case SortRange.UpTo(String high) ->
          "%s <= %s".formatted(sort, placeholders.value(DynamoDbItems.text(high)));
    };
  }

  TransactWriteItemsRequest transaction(List<Write> writes) {
    return TransactWriteItemsRequest.builder()
        .transactItems(writes.stream().map(this::item).toList())
        .build();
  }

  private TransactWriteItem item(Write write) {
    Placeholders placeholders = new Placeholders();
    TransactWriteItem.Builder item = TransactWriteItem.builder();
    switch (write) {
      case Write.Put put -> {
        String condition = condition(put.condition(), placeholders);
        item.put(
            Put.builder()
                .tableName(table)
                .item(DynamoDbItems.attributes(put.item()))
                .conditionExpression(condition)
                .expressionAttributeNames(placeholders.namesOrNull())
                .expressionAttributeValues(placeholders.valuesOrNull())
                .build());
      }
      case Write.Update update -> {
        String expression = updateExpression(update, placeholders);
        String condition = condition(update.condition(), placeholders);
        item.update(
            Update.builder()
                .tableName(table)
                .key(DynamoDbItems.key(update.key()))
                .updateExpression(expression)
                .conditionExpression(condition)
                .expressionAttributeNames(placeholders.namesOrNull())
                .expressionAttributeValues(placeholders.valuesOrNull())
                .build());
      }
      case Write.Delete delete -> {
        String condition = condition(delete.condition(), placeholders);
        item.delete(
            Delete.builder()
                .tableName(table)
                .key(DynamoDbItems.key(delete.key()))
                .conditionExpression(condition)
                .expressionAttributeNames(placeholders.namesOrNull())
                .expressionAttributeValues(placeholders.valuesOrNull())
                .build());
      }
      case Write.Check check -> {
        String condition = condition(check.condition(), placeholders);
        item.conditionCheck(
            ConditionCheck.builder()
                .tableName(table)
                .key(DynamoDbItems.key(check.key()))
                .conditionExpression(condition)
                .expressionAttributeNames(placeholders.namesOrNull())
                .expressionAttributeValues(placeholders.valuesOrNull())
                .build());
      }
    }
    return item.build();
  }

  private static String updateExpression(Write.Update update, Placeholders placeholders) {
    List<String> clauses = new ArrayList<>();
    if (!update.set().isEmpty()) {
      StringJoiner set = new StringJoiner(", ", "SET ", "");
      update
          .set()
          .forEach(
              (name, value) ->
                  set.add(
                      placeholders.name(name)
                          + " = "
                          + placeholders.value(DynamoDbItems.value(value))));
      clauses.add(set.toString());
    }
    if (!update.add().isEmpty()) {
      StringJoiner add = new StringJoiner(", ", "ADD ", "");
      update
          .add()
          .forEach(
              (name, value) ->
                  add.add(
                      placeholders.name(name)
                          + " "
                          + placeholders.value(DynamoDbItems.value(value))));
      clauses.add(add.toString());
    }
    if (!update.remove().isEmpty()) {
      StringJoiner remove = new StringJoiner(", ", "REMOVE ", "");
      update.remove().forEach(name -> remove.add(placeholders.name(name)));
      clauses.add(remove.toString());
    }
    return String.join(" ", clauses);
  }

  /** The condition as an expression; null where nothing is asked. */
  private static String condition(Condition condition, Placeholders placeholders) {
    return switch (condition) {
      case Condition.None() -> null;
      case Condition.Absent() ->
          "attribute_not_exists(%s)".formatted(placeholders.name(DynamoDbItems.PARTITION));
      case Condition.Present() ->
          "attribute_exists(%s)".formatted(placeholders.name(DynamoDbItems.PARTITION));
      case Condition.Equal(String attribute, Value value) ->
          "%s = %s"
              .formatted(
                  placeholders.name(attribute), placeholders.value(DynamoDbItems.value(value)));
      case Condition.AttributeAbsent(String attribute) ->
          "attribute_not_exists(%s)".formatted(placeholders.name(attribute));
      case Condition.All(var conditions) -> {
        List<String> parts =
            conditions.stream()
                .map(one -> condition(one, placeholders))
                .filter(one -> one != null)
                .map(one -> "(" + one + ")")
                .toList();
        yield parts.isEmpty() ? null : String.join(" AND ", parts);
      }
    };
  }
}
