package io.engraph.table;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * One writing connection and a few reading ones to a SQLite file that has the table's schema, and
 * one that brings the journal's pages into the file while others write on.
 */
final class SqliteConnections {

  private static final Logger LOG = Logger.getLogger(SqliteConnections.class);

  /** Enough for every core to read; a reader never waits for the writer in write-ahead mode. */
  private static final int READERS = Math.max(2, Runtime.getRuntime().availableProcessors());

  /** Transactions from one checkpoint to the next. */
  private static final int TRANSACTIONS_BETWEEN = 50;

  /** From so many pages on the journal begins anew, 16 MiB. */
  private static final int MOST_PAGES = 4_096;

  /** The version of the table and its indexes within the file. */
  private static final int LAYOUT = 1;

  /** Work on a connection that gives a value. */
  interface Reading<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Work on a connection within a transaction. */
  interface Writing {
    void on(Connection connection) throws SQLException;
  }

  private final Connection writer;
  private final ReentrantLock writerLock = new ReentrantLock(true);
  private final BlockingQueue<Connection> readers;
  private final Connection checkpointer;
  private final ReentrantLock checkpointing = new ReentrantLock();

  /** One at a time, and another one that waits: more of them would find nothing to do. */
  private final ExecutorService checkpoints =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(1),
          Thread.ofPlatform().name("checkpoints").daemon().factory(),
          new ThreadPoolExecutor.DiscardPolicy());

  private final AtomicBoolean closed = new AtomicBoolean();
  private int transactions;

  private SqliteConnections(
      Connection writer, BlockingQueue<Connection> readers, Connection checkpointer) {
    this.writer = writer;
    this.readers = readers;
    this.checkpointer = checkpointer;
  }

  static SqliteConnections open(Path file, Duration lockTimeout) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setBusyTimeout(Math.toIntExact(lockTimeout.toMillis()));
    // What is deleted is overwritten, not only unlinked.
    config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
    // By the data source, not the driver manager: that one finds no driver in a native image.
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    try {
      Connection writer = source.getConnection();
      createSchema(writer);
      // Otherwise one commit in some hundreds does it, and all writers wait behind it.
      execute(writer, "PRAGMA wal_autocheckpoint = 0");
      BlockingQueue<Connection> readers = new ArrayBlockingQueue<>(READERS);
      for (int i = 0; i < READERS; i++) {
        readers.add(source.getConnection());
      }
      return new SqliteConnections(writer, readers, source.getConnection());
    } catch (SQLException e) {
      throw new TableException(
          "the file %s cannot be opened as a table: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static void createSchema(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int layout;
      try (ResultSet version = statement.executeQuery("PRAGMA user_version")) {
        layout = version.next() ? version.getInt(1) : 0;
      }
      if (layout > LAYOUT) {
        throw new SQLException(
            "the file has version %d of the layout, and this release knows versions up to %d"
                .formatted(layout, LAYOUT));
      }
      if (layout < LAYOUT) {
        // The first release wrote this layout without a version.
        statement.executeUpdate("PRAGMA user_version = " + LAYOUT);
      }
      statement.executeUpdate(
          """
          CREATE TABLE IF NOT EXISTS item (
            pk TEXT NOT NULL,
            sk TEXT NOT NULL,
            attributes BLOB NOT NULL,
            utilityOrder TEXT,
            incoming TEXT,
            timeline TEXT,
            time TEXT,
            PRIMARY KEY (pk, sk)
          ) WITHOUT ROWID
          """);
      statement.executeUpdate(
          """
          CREATE INDEX IF NOT EXISTS by_utility ON item (pk, utilityOrder, sk)
          WHERE utilityOrder IS NOT NULL
          """);
      statement.executeUpdate(
          """
          CREATE INDEX IF NOT EXISTS incoming ON item (incoming, utilityOrder, pk, sk)
          WHERE utilityOrder IS NOT NULL
          """);
      statement.executeUpdate(
          """
          CREATE INDEX IF NOT EXISTS timeline ON item (timeline, time, pk, sk)
          WHERE time IS NOT NULL
          """);
    }
  }

  <T> T read(Reading<T> reading) {
    requireOpen();
    Connection connection;
    try {
      connection = readers.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TableException("interrupted while waiting for a connection", e);
    }
    try {
      return reading.on(connection);
    } catch (SQLException e) {
      throw new TableException("the table could not be read", e);
    } finally {
      readers.add(connection);
    }
  }

  /**
   * Writes within a transaction.
   *
   * @param isSynced whether it has to be on the disk when this returns; all before it then is too
   */
  void write(boolean isSynced, Writing writing) {
    requireOpen();
    writerLock.lock();
    try {
      if (isSynced) {
        transact(writing);
      } else {
        execute("PRAGMA synchronous = NORMAL");
        try {
          transact(writing);
        } finally {
          execute("PRAGMA synchronous = FULL");
        }
      }
      if (++transactions % TRANSACTIONS_BETWEEN == 0) {
        checkpoints.execute(this::checkpoint);
      }
    } catch (SQLException e) {
      throw new TableException("the table could not be written", e);
    } finally {
      writerLock.unlock();
    }
  }

  private void transact(Writing writing) throws SQLException {
    // By hand: without auto-commit the driver begins the next transaction, and so takes the lock,
    // as soon as one has ended.
    execute("BEGIN IMMEDIATE");
    boolean committed = false;
    try {
      writing.on(writer);
      execute("COMMIT");
      committed = true;
    } finally {
      if (!committed) {
        execute("ROLLBACK");
      }
    }
  }

  /**
   * Brings the journal's pages into the file beside those who write. What they write meanwhile
   * stays in the journal, so from time to time they wait for that rest, and it begins anew.
   */
  private void checkpoint() {
    checkpointing.lock();
    try {
      if (!closed.get() && checkpoint(checkpointer, "PASSIVE") > MOST_PAGES) {
        writerLock.lock();
        try {
          int _ = checkpoint(writer, "RESTART");
        } finally {
          writerLock.unlock();
        }
      }
    } catch (SQLException e) {
      LOG.debug("there was no checkpoint; the next one does it", e);
    } finally {
      checkpointing.unlock();
    }
  }

  /** The pages that the journal had. */
  private static int checkpoint(Connection connection, String mode) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet done = statement.executeQuery("PRAGMA wal_checkpoint(%s)".formatted(mode))) {
      return done.next() ? done.getInt("log") : 0;
    }
  }

  /**
   * Writes the file anew without what was removed, and cuts the journal off. Overwriting what is
   * deleted is not enough: pages that were rebalanced keep copies in their unused space.
   */
  void rewrite() {
    requireOpen();
    checkpointing.lock();
    writerLock.lock();
    try {
      execute("VACUUM");
      int _ = checkpoint(writer, "TRUNCATE");
    } catch (SQLException e) {
      throw new TableException("the file could not be written anew", e);
    } finally {
      writerLock.unlock();
      checkpointing.unlock();
    }
  }

  private void execute(String sql) throws SQLException {
    execute(writer, sql);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new TableException("the table is closed");
    }
  }

  /** Waits for the work that is going on, then closes every connection. */
  void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    checkpoints.shutdown();
    checkpointing.lock();
    writerLock.lock();
    try {
      checkpointer.close();
      for (int i = 0; i < READERS; i++) {
        readers.take().close();
      }
      writer.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TableException("interrupted while closing", e);
    } catch (SQLException e) {
      throw new TableException("the table could not be closed", e);
    } finally {
      writerLock.unlock();
      checkpointing.unlock();
    }
  }
}
