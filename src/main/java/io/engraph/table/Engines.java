package io.engraph.table;

/**
 * Opens the table of either engine. A function has only one of them, and is built without this, and
 * so without SQLite.
 */
public final class Engines {

  private Engines() {}

  /** Opens the table that is set. */
  public static Table open(TableConfig config) {
    return switch (config.engine()) {
      case SQLITE -> SqliteTable.open(config.file(), config.lockTimeout());
      case DYNAMODB -> config.openDynamoDb();
    };
  }
}
