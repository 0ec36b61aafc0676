package io.engraph.table;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables on an emulator, for tests that are to hold on DynamoDB too. */
public final class EmulatedTable {

  /** The variable that names the emulator, and what it looks like. */
  public static final String VARIABLE = "AWS_ENDPOINT_URL";

  public static final String ADDRESS = "http://(127\\.0\\.0\\.1|localhost):.*";
  public static final String DISABLED = "needs an emulator of DynamoDB: run make e2e";

  private EmulatedTable() {}

  static DynamoDbClient client() {
    return DynamoDbClients.create(Duration.ofSeconds(5), Duration.ofSeconds(30));
  }

  /** Makes an empty table with the indexes of the template. */
  public static Table create(String table) {
    try (DynamoDbClient client = client()) {
      client.createTable(
          request ->
              request
                  .tableName(table)
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      Stream.of("pk", "sk", "utilityOrder", "incoming", "timeline", "time")
                          .map(
                              name ->
                                  AttributeDefinition.builder()
                                      .attributeName(name)
                                      .attributeType(ScalarAttributeType.S)
                                      .build())
                          .toList())
                  .keySchema(keys("pk", "sk"))
                  .localSecondaryIndexes(
                      LocalSecondaryIndex.builder()
                          .indexName(DynamoDbRequests.indexName(Index.BY_UTILITY))
                          .keySchema(keys(Index.BY_UTILITY))
                          .projection(projection(Index.BY_UTILITY))
                          .build())
                  .globalSecondaryIndexes(
                      Stream.of(Index.INCOMING, Index.TIMELINE)
                          .map(
                              index ->
                                  GlobalSecondaryIndex.builder()
                                      .indexName(DynamoDbRequests.indexName(index))
                                      .keySchema(keys(index))
                                      .projection(projection(index))
                                      .build())
                          .toList()));
      client.waiter().waitUntilTableExists(request -> request.tableName(table));
    }
    return open(table, Clock.systemUTC());
  }

  public static void delete(String table) {
    try (DynamoDbClient client = client()) {
      client.deleteTable(request -> request.tableName(table));
    }
  }

  /** A table that is there, from a machine with that clock. */
  public static Table open(String table, Clock own) {
    ServerTime time = new ServerTime(own);
    return new DynamoDbTable(
        DynamoDbClients.create(
            Duration.ofSeconds(5), Duration.ofSeconds(30), new DatedAnswers(), time),
        table,
        time);
  }

  /** The answers of DynamoDB have a date, those of an emulator may have none. */
  private static final class DatedAnswers implements ExecutionInterceptor {
    @Override
    public SdkHttpResponse modifyHttpResponse(
        Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
      return context.httpResponse().toBuilder()
          .putHeader(
              "Date",
              DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)))
          .build();
    }
  }

  /** All that is stored in a table, as text. */
  public static String scan(String table) {
    StringBuilder stored = new StringBuilder();
    try (DynamoDbClient client = client()) {
      client
          .scanPaginator(request -> request.tableName(table))
          .items()
          .forEach(
              item ->
                  item.forEach(
                      (name, value) -> {
                        stored.append(name).append('=');
                        stored.append(
                            value.b() == null
                                ? value.toString()
                                : value.b().asString(StandardCharsets.ISO_8859_1));
                        stored.append('\n');
                      }));
    }
    return stored.toString();
  }

  private static List<KeySchemaElement> keys(Index index) {
    return keys(index.partitionAttribute(), index.sortAttribute());
  }

  private static List<KeySchemaElement> keys(String partition, String sort) {
    return List.of(
        KeySchemaElement.builder().attributeName(partition).keyType(KeyType.HASH).build(),
        KeySchemaElement.builder().attributeName(sort).keyType(KeyType.RANGE).build());
  }

  private static Projection projection(Index index) {
    List<String> attributes = new ArrayList<>(index.projected());
    // Keys are projected anyway, and may not be named.
    attributes.removeAll(List.of(index.partitionAttribute(), index.sortAttribute()));
    return Projection.builder()
        .projectionType(ProjectionType.INCLUDE)
        .nonKeyAttributes(attributes)
        .build();
  }
}
