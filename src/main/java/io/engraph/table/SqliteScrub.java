package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Writes a file anew after something was removed from it. A small one at once; a large one, during
 * which nobody else could write for as long as it takes, once for all that is removed within some
 * minutes. That it is due stands in the file, so that another process does it should this one end.
 */
final class SqliteScrub implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(SqliteScrub.class);

  /** Up to this size nobody waits long for it: a tenth of a second. */
  static final long LARGE_BYTES = 8L << 20;

  static final Duration LARGE_WAITS = Duration.ofMinutes(10);

  /** The item that says that the file is to be written anew. */
  static final Key DUE = new Key("SCRUB", "DUE");

  private final Path file;
  private final SqliteConnections connections;
  private final Consumer<Write> marks;
  private final long large;
  private final Duration waits;
  private final ScheduledExecutorService later = daemon();
  private boolean isScheduled;

  /**
   * @param marks writes the mark that it is due
   * @param large from how many bytes on it waits
   * @param waits for how long
   */
  SqliteScrub(
      Path file, SqliteConnections connections, Consumer<Write> marks, long large, Duration waits) {
    this.file = requireNonNull(file, "file is null");
    this.connections = requireNonNull(connections, "connections is null");
    this.marks = requireNonNull(marks, "marks is null");
    this.large = large;
    this.waits = requireNonNull(waits, "waits is null");
  }

  private static ScheduledExecutorService daemon() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("scrub").daemon().factory());
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return executor;
  }

  /** Takes up what another process has left. */
  synchronized void resume() {
    schedule();
  }

  /** Writes the file anew, now or within the time that a large one waits. */
  synchronized void request() {
    if (size() < large) {
      connections.rewrite();
    } else if (!isScheduled) {
      marks.accept(Write.put(Item.builder(DUE).set("due", 1).build()));
      schedule();
    }
  }

  private void schedule() {
    isScheduled = true;
    Future<?> _ = later.schedule(this::rewriteLater, waits.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void rewriteLater() {
    try {
      rewrite();
    } catch (TableException e) {
      LOG.debug("the file could not be written anew; the next start does it", e);
    }
  }

  private synchronized void rewrite() {
    if (isScheduled) {
      marks.accept(Write.delete(DUE));
      connections.rewrite();
      isScheduled = false;
    }
  }

  private long size() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new TableException("the file %s is not there".formatted(file), e);
    }
  }

  /** Does now what is due. */
  @Override
  public void close() {
    later.shutdown();
    rewriteLater();
  }
}
