package io.engraph.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What DynamoDB does when it is busy, which no emulator does. */
class DynamoDbTableFaultTest {

  private static final String NAME = "table";
  private static final Key A = new Key("P", "a");
  private static final Key B = new Key("P", "b");

  /**
   * A table that processes one key of a batch at a time, and cancels transactions as it is told.
   */
  private static final class BusyDynamoDb implements DynamoDbClient {
    private final List<BatchGetItemRequest> batches = new ArrayList<>();
    private final List<String> reasons;
    private int processed = Integer.MAX_VALUE;
    private int transactions;
    private int puts;

    private BusyDynamoDb(String... reasons) {
      this.reasons = List.of(reasons);
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
      batches.add(request);
      var keys = request.requestItems().get(NAME).keys();
      int done = Math.min(processed, keys.size());
      var response = BatchGetItemResponse.builder().responses(Map.of(NAME, keys.subList(0, done)));
      if (done < keys.size()) {
        response.unprocessedKeys(
            Map.of(
                NAME, KeysAndAttributes.builder().keys(keys.subList(done, keys.size())).build()));
      }
      return response.build();
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      throw ProvisionedThroughputExceededException.builder()
          .awsErrorDetails(
              AwsErrorDetails.builder().errorCode("ProvisionedThroughputExceededException").build())
          .build();
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
      puts++;
      return PutItemResponse.builder().build();
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      transactions++;
      if (reasons.isEmpty()) {
        return TransactWriteItemsResponse.builder().build();
      }
      throw TransactionCanceledException.builder()
          .cancellationReasons(
              reasons.stream()
                  .map(code -> CancellationReason.builder().code(code).build())
                  .toList())
          .build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  private static List<Write> writes() {
    return List.of(
        Write.put(Item.builder(A).set("n", 1).build(), Condition.absent()),
        Write.put(Item.builder(B).set("n", 1).build(), Condition.absent()));
  }

  @Test
  void should_ask_again_for_keys_that_were_not_processed() {
    BusyDynamoDb busy = new BusyDynamoDb();
    busy.processed = 1;
    try (Table table = new DynamoDbTable(busy, NAME, Clock.systemUTC())) {
      assertThat(table.getAll(List.of(A, B, new Key("P", "c")))).hasSize(3);
    }
    assertThat(busy.batches).hasSize(3);
  }

  @Test
  void should_give_up_in_the_end_when_nothing_is_processed() {
    BusyDynamoDb busy = new BusyDynamoDb();
    busy.processed = 0;
    try (Table table = new DynamoDbTable(busy, NAME, Clock.systemUTC())) {
      assertThatThrownBy(() -> table.getAll(List.of(A))).isInstanceOf(ContentionException.class);
    }
    assertThat(busy.batches).hasSize(10);
  }

  @Test
  void should_say_that_a_throttled_table_is_busy() {
    try (Table table = new DynamoDbTable(new BusyDynamoDb(), NAME, Clock.systemUTC())) {
      assertThatThrownBy(() -> table.get(A)).isInstanceOf(ContentionException.class);
    }
  }

  @Test
  void should_name_the_write_whose_condition_failed() {
    try (Table table =
        new DynamoDbTable(
            new BusyDynamoDb("None", "ConditionalCheckFailed"), NAME, Clock.systemUTC())) {
      assertThatThrownBy(() -> table.transact(writes()))
          .isInstanceOfSatisfying(
              ConditionFailedException.class, e -> assertThat(e.index()).isEqualTo(1));
    }
  }

  @Test
  void should_tell_a_conflict_from_a_failed_condition() {
    for (String code : List.of("TransactionConflict", "ThrottlingError")) {
      try (Table table =
          new DynamoDbTable(new BusyDynamoDb("None", code), NAME, Clock.systemUTC())) {
        assertThatThrownBy(() -> table.transact(writes())).isInstanceOf(ContentionException.class);
      }
    }
    try (Table table =
        new DynamoDbTable(new BusyDynamoDb("ValidationError"), NAME, Clock.systemUTC())) {
      assertThatThrownBy(() -> table.transact(writes()))
          .isExactlyInstanceOf(TableException.class)
          .hasMessageContaining("ValidationError");
    }
  }

  @Test
  void should_pay_for_no_transaction_where_one_unconditional_put_does() {
    BusyDynamoDb busy = new BusyDynamoDb();
    try (Table table = new DynamoDbTable(busy, NAME, Clock.systemUTC())) {
      table.transact(List.of(Write.put(Item.builder(A).set("n", 1).build())));
      table.transact(writes());
    }
    assertThat(busy.puts).isEqualTo(1);
    assertThat(busy.transactions).isEqualTo(1);
  }
}
