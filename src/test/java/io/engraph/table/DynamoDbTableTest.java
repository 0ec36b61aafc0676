package io.engraph.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The contract against an emulator: {@code make e2e} starts one and names it. */
@EnabledIfEnvironmentVariable(
    named = EmulatedTable.VARIABLE,
    matches = EmulatedTable.ADDRESS,
    disabledReason = EmulatedTable.DISABLED)
class DynamoDbTableTest extends TableContract {

  private static final String NAME = "contract-" + System.currentTimeMillis();

  @Override
  protected Table open() {
    return new DynamoDbTable(EmulatedTable.client(), NAME, Clock.systemUTC());
  }

  @BeforeAll
  static void createTable() {
    EmulatedTable.create(NAME).close();
  }

  @Test
  void should_say_that_a_table_is_not_there() {
    try (Table missing =
        new DynamoDbTable(EmulatedTable.client(), "not-there", Clock.systemUTC())) {
      assertThatThrownBy(() -> missing.get(new Key("P", "a")))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("ResourceNotFoundException");
    }
  }

  @Test
  void should_say_that_it_cannot_be_reached() {
    DynamoDbClient nowhere =
        DynamoDbClient.builder().endpointOverride(URI.create("http://127.0.0.1:1")).build();
    try (Table table = new DynamoDbTable(nowhere, NAME, Clock.systemUTC())) {
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
