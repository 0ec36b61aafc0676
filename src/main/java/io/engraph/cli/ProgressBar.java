package io.engraph.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;

/** How far long work has come, on one line of a terminal; silent elsewhere. */
final class ProgressBar implements AutoCloseable {

  private static final int WIDTH = 40;
  private static final long EVERY_MILLIS = 100;

  private final PrintWriter err;
  private final String what;
  private final long total;
  private final boolean isShown;
  private long shownAt;

  /**
   * @param total how much there is to do; 0 where nobody knows
   */
  ProgressBar(PrintWriter err, String what, long total) {
    this.err = err;
    this.what = what;
    this.total = total;
    this.isShown =
        Optional.ofNullable(System.console()).filter(console -> console.isTerminal()).isPresent();
  }

  void at(long done) {
    long now = System.currentTimeMillis();
    if (!isShown || (now - shownAt < EVERY_MILLIS && done != total)) {
      return;
    }
    shownAt = now;
    if (total == 0) {
      err.printf(Locale.ROOT, "\r%s: %d", what, done);
    } else {
      int full = (int) (WIDTH * done / total);
      err.printf(
          Locale.ROOT,
          "\r%s [%s%s] %d of %d",
          what,
          "#".repeat(full),
          " ".repeat(WIDTH - full),
          done,
          total);
    }
    err.flush();
  }

  @Override
  public void close() {
    if (isShown && shownAt > 0) {
      err.println();
      err.flush();
    }
  }
}
