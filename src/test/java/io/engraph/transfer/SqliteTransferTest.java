package io.engraph.transfer;

import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import java.time.Duration;

class SqliteTransferTest extends TransferContract {

  private int made;

  @Override
  protected Table open() {
    return SqliteTable.open(
        folder.resolve("memory-%d.db".formatted(++made)), Duration.ofSeconds(10));
  }
}
