package io.engraph.cli;

import io.engraph.embedding.LocalEmbeddingModel;
import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import io.engraph.table.TableConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Where the memory is that a command speaks to. */
final class Where {

  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);
  private static final int ABOVE_DEFAULTS = 100;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "a server, such as http://localhost:8080")
  private URI server;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "a file of this machine (default: ${DEFAULT-VALUE})",
      defaultValue = "data/engraph.db")
  private Path file;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "a table of DynamoDB, with the credentials of the environment")
  private String table;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting, such as engraph.retrieval.tokens=500")
  private Map<String, String> settings = new HashMap<>();

  /** The memory, open. */
  Memory open() {
    return server == null ? local() : new ServerMemory(server);
  }

  /**
   * The memory in this process.
   *
   * @throws CommandException if it is behind a server
   */
  LocalMemory local() {
    if (server != null) {
      throw new CommandException(
          "this goes straight to a table: give --file or --table, not --server");
    }
    return new LocalMemory(openTable(), new LocalEmbeddingModel(), settings);
  }

  private Table openTable() {
    return table == null ? SqliteTable.open(file, LOCK_TIMEOUT) : dynamoDb(table);
  }

  /** A table of DynamoDB, or the table of a file. */
  static Table table(String name) {
    return name.startsWith("dynamodb:")
        ? dynamoDb(name.substring("dynamodb:".length()))
        : SqliteTable.open(Path.of(name), LOCK_TIMEOUT);
  }

  private static Table dynamoDb(String name) {
    return new SmallRyeConfigBuilder()
        .withMapping(TableConfig.class)
        .withSources(
            new PropertiesConfigSource(
                Map.of("engraph.table.name", name), "command", ABOVE_DEFAULTS))
        .build()
        .getConfigMapping(TableConfig.class)
        .openDynamoDb();
  }
}
