package io.engraph.transfer;

import io.engraph.table.EmulatedTable;
import io.engraph.table.Table;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The same on an emulator of DynamoDB: {@code make e2e} starts one and names it. */
@EnabledIfEnvironmentVariable(
    named = EmulatedTable.VARIABLE,
    matches = EmulatedTable.ADDRESS,
    disabledReason = EmulatedTable.DISABLED)
class DynamoDbTransferTest extends TransferContract {

  private static final AtomicInteger MADE = new AtomicInteger();

  @Override
  protected Table open() {
    return EmulatedTable.create(
        "transfer-%d-%d".formatted(System.currentTimeMillis(), MADE.incrementAndGet()));
  }
}
