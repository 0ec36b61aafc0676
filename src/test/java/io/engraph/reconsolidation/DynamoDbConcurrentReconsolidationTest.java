package io.engraph.reconsolidation;

import io.engraph.table.EmulatedTable;
import io.engraph.table.Table;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The same on an emulator of DynamoDB: {@code make e2e} starts one and names it. */
@EnabledIfEnvironmentVariable(
    named = EmulatedTable.VARIABLE,
    matches = EmulatedTable.ADDRESS,
    disabledReason = EmulatedTable.DISABLED)
class DynamoDbConcurrentReconsolidationTest extends ConcurrentReconsolidationContract {

  @Override
  protected Table open(String name) {
    return EmulatedTable.create(name + "-" + System.currentTimeMillis());
  }
}
