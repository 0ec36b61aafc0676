package io.engraph.reliability;

import io.engraph.graph.GraphId;
import io.engraph.table.EmulatedTable;
import io.engraph.table.Table;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The same on an emulator of DynamoDB: {@code make e2e} starts one and names it. */
@EnabledIfEnvironmentVariable(
    named = EmulatedTable.VARIABLE,
    matches = EmulatedTable.ADDRESS,
    disabledReason = EmulatedTable.DISABLED)
class DynamoDbFaultTest extends FaultContract {

  private static List<Table> tables;
  private static final Set<GraphId> OPENED = new HashSet<>();

  static LongStream seeds() {
    return seeds(8);
  }

  @BeforeAll
  static void create() {
    long now = System.currentTimeMillis();
    tables =
        List.of(
            EmulatedTable.create("faults-%d-calm".formatted(now)),
            EmulatedTable.create("faults-%d-faulty".formatted(now)));
  }

  @AfterAll
  static void close() {
    tables.forEach(Table::close);
  }

  @Override
  protected Table open(GraphId graph) {
    return tables.get(OPENED.add(graph) ? 0 : 1);
  }
}
