package io.engraph.reliability;

import io.engraph.graph.GraphId;
import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** {@code make faults} tries a thousand seeds. */
class SqliteFaultTest extends FaultContract {

  @TempDir Path folder;
  private final List<Table> opened = new ArrayList<>();

  static LongStream seeds() {
    return seeds(60);
  }

  @Override
  protected Table open(GraphId graph) {
    Path file = folder.resolve("%d.db".formatted(opened.size()));
    Table table = SqliteTable.open(file, Duration.ofSeconds(10));
    opened.add(table);
    return table;
  }

  @AfterEach
  void close() {
    opened.forEach(Table::close);
  }
}
