package io.engraph.table;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Repeats work that lost against another writer: after a pause that grows and is partly random. */
public final class Contention {

  private static final int MAX_ATTEMPTS = 10;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  private Contention() {}

  /**
   * Does the work until it neither fails a condition nor meets contention, at most {@value
   * #MAX_ATTEMPTS} times.
   *
   * @param work reads afresh what it depends on whenever it is done
   * @throws ConditionFailedException if it still fails its condition in the end
   * @throws ContentionException if there is still contention in the end
   */
  public static <T> T retry(Supplier<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return work.get();
      } catch (ConditionFailedException | ContentionException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        pause(attempt);
      }
    }
  }

  private static void pause(int attempt) {
    long most = Math.min(LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(attempt, 20));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(1, most + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TableException("interrupted while waiting to try again", e);
    }
  }
}
