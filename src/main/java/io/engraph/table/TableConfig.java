package io.engraph.table;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;

/** Where the state is. */
@ConfigMapping(prefix = "engraph.table")
public interface TableConfig {

  /** The SQLite file of the embedded engine; it and its folder are made where they are missing. */
  @WithDefault("data/engraph.db")
  Path file();

  /** How long a write waits for another process that is writing to the file. */
  @WithDefault("PT10S")
  Duration lockTimeout();
}
