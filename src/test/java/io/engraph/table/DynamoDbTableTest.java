package io.engraph.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
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

/** The contract against an emulator: {@code make e2e} starts one and names it. */
@EnabledIfEnvironmentVariable(
    named = "AWS_ENDPOINT_URL",
    matches = "http://(127\\.0\\.0\\.1|localhost):.*",
    disabledReason = "needs an emulator of DynamoDB: run make e2e")
class DynamoDbTableTest extends TableContract {

  private static final String NAME = "contract-" + System.currentTimeMillis();

  private static DynamoDbClient client() {
    return DynamoDbClients.create(Duration.ofSeconds(5), Duration.ofSeconds(30));
  }

  @Override
  protected Table open() {
    return new DynamoDbTable(client(), NAME);
  }

  @BeforeAll
  static void createTable() {
    try (DynamoDbClient client = client()) {
      client.createTable(
          request ->
              request
                  .tableName(NAME)
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
      client.waiter().waitUntilTableExists(request -> request.tableName(NAME));
    }
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

  @Test
  void should_say_that_a_table_is_not_there() {
    try (Table missing = new DynamoDbTable(client(), "not-there")) {
      assertThatThrownBy(() -> missing.get(new Key("P", "a")))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("ResourceNotFoundException");
    }
  }

  @Test
  void should_say_that_it_cannot_be_reached() {
    DynamoDbClient nowhere =
        DynamoDbClient.builder().endpointOverride(URI.create("http://127.0.0.1:1")).build();
    try (Table table = new DynamoDbTable(nowhere, NAME)) {
      assertThatThrownBy(() -> table.get(new Key("P", "a")))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("could not be reached");
    }
  }

  @Test
  void should_read_a_partition_of_more_than_one_answer() {
    try (Table table = open()) {
      Map<String, Item> items = new HashMap<>();
      for (int i = 0; i < 24; i++) {
        Item item =
            Item.builder(new Key("LARGE", "%03d".formatted(i)))
                .set("bytes", new byte[100 * 1_024])
                .build();
        items.put(item.key().sort(), item);
        table.transact(List.of(Write.put(item)));
      }

      assertThat(table.getAll(items.values().stream().map(Item::key).toList()))
          .containsExactlyInAnyOrderElementsOf(items.values());
    }
  }
}
