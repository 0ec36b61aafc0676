package io.engraph.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The embedded engine: all items in one SQLite file, in write-ahead mode, synced to disk before a
 * transaction is acknowledged, but for those that may be made again. Several processes may open the
 * same file.
 */
public final class SqliteTable implements Table {

  private final SqliteConnections connections;
  private final SqliteScrub scrub;

  private SqliteTable(
      Path file, SqliteConnections connections, long largeBytes, Duration largeWaits) {
    this.connections = connections;
    this.scrub =
        new SqliteScrub(
            file, connections, write -> transact(List.of(write)), largeBytes, largeWaits);
  }

  /**
   * Opens the file, making it and its folder where they are missing.
   *
   * @param lockTimeout how long a writer waits for another process's transaction
   */
  public static SqliteTable open(Path file, Duration lockTimeout) {
    return open(file, lockTimeout, SqliteScrub.LARGE_BYTES, SqliteScrub.LARGE_WAITS);
  }

  /**
   * Opens the file.
   *
   * @param largeBytes from which size on it is not written anew at once when something is removed
   * @param largeWaits how long that may wait
   */
  static SqliteTable open(Path file, Duration lockTimeout, long largeBytes, Duration largeWaits) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the folder of " + file + " cannot be made", e);
    }
    SqliteTable table =
        new SqliteTable(file, SqliteConnections.open(file, lockTimeout), largeBytes, largeWaits);
    if (table.get(SqliteScrub.DUE).isPresent()) {
      table.scrub.resume();
    }
    return table;
  }

  /** A large file keeps what was removed for some minutes, in bytes that nothing refers to. */
  @Override
  public void scrub() {
    scrub.request();
  }

  @Override
  public Optional<Item> get(Key key) {
    return connections.read(
        connection -> {
          try (SqliteStatements statements = new SqliteStatements(connection)) {
            return statements.find(key);
          }
        });
  }

  @Override
  public List<Item> getAll(Collection<Key> keys) {
    return connections.read(
        connection -> {
          List<Item> items = new ArrayList<>(keys.size());
          try (SqliteStatements statements = new SqliteStatements(connection)) {
            for (Key key : new LinkedHashSet<>(keys)) {
              statements.find(key).ifPresent(items::add);
            }
          }
          return items;
        });
  }

  @Override
  public Page query(PartitionQuery query) {
    SqliteSelect select = SqliteSelect.of(query);
    return connections.read(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(select.sql())) {
            int position = 1;
            for (String argument : select.arguments()) {
              statement.setString(position++, argument);
            }
            // One more than asked for tells whether there is a next page.
            statement.setInt(position, query.limit() + 1);
            return readPage(query, statement);
          }
        });
  }

  private static Page readPage(PartitionQuery query, PreparedStatement statement)
      throws SQLException {
    List<Item> items = new ArrayList<>();
    Optional<Cursor> last = Optional.empty();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        if (items.size() == query.limit()) {
          return new Page(items, last);
        }
        Item item = SqliteStatements.item(rows);
        last =
            Optional.of(
                new Cursor(
                    item.key(), query.index().map(index -> item.text(index.sortAttribute()))));
        items.add(query.index().map(index -> project(item, index)).orElse(item));
      }
    }
    return new Page(items, Optional.empty());
  }

  private static Item project(Item item, Index index) {
    Map<String, Value> projected = new HashMap<>(item.attributes());
    projected.keySet().retainAll(index.projected());
    return new Item(item.key(), projected);
  }

  @Override
  public void transact(List<Write> writes) {
    transact(writes, true);
  }

  @Override
  public void transactUnsynced(List<Write> writes) {
    transact(writes, false);
  }

  private void transact(List<Write> writes, boolean isSynced) {
    Transactions.check(writes);
    try {
      connections.write(
          isSynced,
          connection -> {
            try (SqliteStatements statements = new SqliteStatements(connection)) {
              for (int i = 0; i < writes.size(); i++) {
                apply(statements, i, writes.get(i));
              }
            }
          });
    } catch (TableException e) {
      if (e.getCause() instanceof SQLiteException cause && isBusy(cause)) {
        throw new ContentionException("the file is locked by another writer", e);
      }
      throw e;
    }
  }

  private static boolean isBusy(SQLiteException e) {
    return e.getResultCode() == SQLiteErrorCode.SQLITE_BUSY
        || e.getResultCode() == SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT;
  }

  private static void apply(SqliteStatements statements, int index, Write write)
      throws SQLException {
    boolean isBlind =
        write.condition() instanceof Condition.None && !(write instanceof Write.Update);
    Optional<Item> stored = isBlind ? Optional.empty() : statements.find(write.key());
    if (!Conditions.hold(write.condition(), stored)) {
      throw new ConditionFailedException(index, write);
    }
    switch (write) {
      case Write.Put put -> statements.store(put.item());
      case Write.Update update -> statements.store(changed(update, stored));
      case Write.Delete delete -> statements.remove(delete.key());
      case Write.Check _ -> {}
    }
  }

  private static Item changed(Write.Update update, Optional<Item> stored) {
    Map<String, Value> attributes = new HashMap<>();
    stored.ifPresent(item -> attributes.putAll(item.attributes()));
    attributes.putAll(update.set());
    update
        .add()
        .forEach(
            (name, amount) -> {
              BigDecimal before =
                  attributes.get(name) instanceof Value.Decimal(BigDecimal number)
                      ? number
                      : BigDecimal.ZERO;
              attributes.put(name, new Value.Decimal(before.add(amount.value())));
            });
    attributes.keySet().removeAll(update.remove());
    Transactions.requireSize(update.key(), attributes);
    return new Item(update.key(), attributes);
  }

  @Override
  public void close() {
    scrub.close();
    connections.close();
  }
}
