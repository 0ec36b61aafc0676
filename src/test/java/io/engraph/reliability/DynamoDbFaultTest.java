package io.engraph.reliability;

import io.engraph.graph.GraphId;
import io.engraph.table.EmulatedTable;
import io.engraph.table.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The same on an emulator of DynamoDB: {@code make e2e} starts one and names it. */
@EnabledIfEnvironmentVariable(
    named = EmulatedTable.VARIABLE,
    matches = EmulatedTable.ADDRESS,
    disabledReason = EmulatedTable.DISABLED)
class DynamoDbFaultTest extends FaultContract {

  private final Map<String, Table> tables = new HashMap<>();

  static LongStream seeds() {
    return seeds(8);
  }

  /**
   * The emulator reads its whole table for each query of an index: none is kept longer than needed.
   */
  @AfterEach
  void drop() {
    tables.values().forEach(Table::close);
    tables.keySet().forEach(EmulatedTable::delete);
  }

  @Override
  protected Table open(GraphId graph) {
    String name = "%s-%s".formatted(graph.value(), UUID.randomUUID());
    Table table = EmulatedTable.create(name);
    tables.put(name, table);
    return table;
  }
}
