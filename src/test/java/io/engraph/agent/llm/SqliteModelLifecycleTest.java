package io.engraph.agent.llm;

import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class SqliteModelLifecycleTest extends ModelLifecycleContract {

  @TempDir Path folder;

  @Override
  protected Table open() {
    return SqliteTable.open(folder.resolve("memory.db"), Duration.ofSeconds(10));
  }
}
