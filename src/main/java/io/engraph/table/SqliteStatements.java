package io.engraph.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The statements by which items are read and written by their keys, each prepared once for a piece
 * of work. They are not kept longer: a file that has one open is not written anew.
 */
final class SqliteStatements implements AutoCloseable {

  private static final String FIND = "SELECT pk, sk, attributes FROM item WHERE pk = ? AND sk = ?";
  private static final String STORE =
      """
      INSERT OR REPLACE INTO item
        (pk, sk, attributes, utilityOrder, incoming, timeline, time)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """;
  private static final String REMOVE = "DELETE FROM item WHERE pk = ? AND sk = ?";

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  SqliteStatements(Connection connection) {
    this.connection = connection;
  }

  private PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  private PreparedStatement statement(String sql, Key key) throws SQLException {
    PreparedStatement statement = statement(sql);
    statement.setString(1, key.partition());
    statement.setString(2, key.sort());
    return statement;
  }

  Optional<Item> find(Key key) throws SQLException {
    try (ResultSet rows = statement(FIND, key).executeQuery()) {
      return rows.next() ? Optional.of(item(rows)) : Optional.empty();
    }
  }

  /** Writes an item, in the place of the one of its key if there is one. */
  void store(Item item) throws SQLException {
    PreparedStatement statement = statement(STORE, item.key());
    statement.setBytes(3, ItemCodec.encode(item.attributes()));
    statement.setString(4, indexKey(item, Index.Attributes.UTILITY_ORDER));
    statement.setString(5, indexKey(item, Index.Attributes.INCOMING));
    statement.setString(6, indexKey(item, Index.Attributes.TIMELINE));
    statement.setString(7, indexKey(item, Index.Attributes.TIME));
    int _ = statement.executeUpdate();
  }

  private static String indexKey(Item item, String attribute) {
    return item.findText(attribute).orElse(null);
  }

  void remove(Key key) throws SQLException {
    int _ = statement(REMOVE, key).executeUpdate();
  }

  /** The item of a row that begins with its key and attributes. */
  static Item item(ResultSet row) throws SQLException {
    return new Item(new Key(row.getString(1), row.getString(2)), ItemCodec.decode(row.getBytes(3)));
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement : prepared.values()) {
      statement.close();
    }
  }
}
