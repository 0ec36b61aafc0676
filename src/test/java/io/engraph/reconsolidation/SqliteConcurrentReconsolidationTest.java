package io.engraph.reconsolidation;

import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class SqliteConcurrentReconsolidationTest extends ConcurrentReconsolidationContract {

  @TempDir Path folder;

  @Override
  protected Table open(String name) {
    return SqliteTable.open(folder.resolve(name + ".db"), Duration.ofSeconds(10));
  }
}
