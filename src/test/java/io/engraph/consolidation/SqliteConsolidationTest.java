package io.engraph.consolidation;

import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class SqliteConsolidationTest extends ConsolidationContract {

  @TempDir Path folder;
  private int made;

  @Override
  protected Table open() {
    return SqliteTable.open(
        folder.resolve("memory-%d.db".formatted(++made)), Duration.ofSeconds(10));
  }
}
