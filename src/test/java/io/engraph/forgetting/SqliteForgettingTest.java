package io.engraph.forgetting;

import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** On a file: every byte of it and of its journal counts. */
class SqliteForgettingTest extends ForgettingContract {

  @TempDir Path folder;
  private final Map<Table, Path> files = new HashMap<>();

  @Override
  protected Table open() {
    Path own = folder.resolve("memory-%d".formatted(files.size()));
    Table table = SqliteTable.open(own.resolve("memory.db"), Duration.ofSeconds(10));
    files.put(table, own);
    return table;
  }

  @Override
  protected String stored(Table table) {
    try (Stream<Path> all = Files.list(files.get(table))) {
      StringBuilder stored = new StringBuilder();
      for (Path file : all.sorted().toList()) {
        if (!file.toString().endsWith("-shm")) {
          stored.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
      }
      return stored.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
