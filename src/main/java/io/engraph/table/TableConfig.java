package io.engraph.table;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** Where the state is, and how it is reached. */
@ConfigMapping(prefix = "engraph.table")
public interface TableConfig {

  /** What stands behind the table. */
  enum Engine {
    SQLITE,
    DYNAMODB
  }

  /** Opens the table in the cloud, whatever engine is set. */
  default Table openDynamoDb() {
    return DynamoDbTable.open(name(), attemptTimeout(), callTimeout(), Clock.systemUTC());
  }

  /** Which engine: sqlite, one file on this machine, or dynamodb, a table in the cloud. */
  @WithDefault("sqlite")
  Engine engine();

  /** The name of the DynamoDB table. */
  @WithDefault("engraph")
  String name();

  /** How long one attempt of a call to DynamoDB may take. */
  @WithDefault("PT2S")
  Duration attemptTimeout();

  /** How long a call to DynamoDB may take, with all its attempts. */
  @WithDefault("PT8S")
  Duration callTimeout();

  /** The SQLite file of the embedded engine; it and its folder are made where they are missing. */
  @WithDefault("data/engraph.db")
  Path file();

  /** How long a write waits for another process that is writing to the file. */
  @WithDefault("PT10S")
  Duration lockTimeout();
}
