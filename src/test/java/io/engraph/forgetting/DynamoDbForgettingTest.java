package io.engraph.forgetting;

import io.engraph.table.EmulatedTable;
import io.engraph.table.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The same on an emulator of DynamoDB: {@code make e2e} starts one and names it. */
@EnabledIfEnvironmentVariable(
    named = EmulatedTable.VARIABLE,
    matches = EmulatedTable.ADDRESS,
    disabledReason = EmulatedTable.DISABLED)
class DynamoDbForgettingTest extends ForgettingContract {

  private static final AtomicInteger MADE = new AtomicInteger();
  private final Map<Table, String> names = new HashMap<>();

  @Override
  protected Table open() {
    String name = "forgetting-%d-%d".formatted(System.currentTimeMillis(), MADE.incrementAndGet());
    Table table = EmulatedTable.create(name);
    names.put(table, name);
    return table;
  }

  @Override
  protected String stored(Table table) {
    return EmulatedTable.scan(names.get(table));
  }
}
