package io.engraph.embedding;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Makes a value when it is first asked for; a failure is not remembered, so that it may be retried.
 */
final class Once<T> implements Supplier<T> {

  private final Supplier<T> maker;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile T value;

  Once(Supplier<T> maker) {
    this.maker = requireNonNull(maker, "maker is null");
  }

  @Override
  public T get() {
    if (value == null) {
      lock.lock();
      try {
        if (value == null) {
          value = maker.get();
        }
      } finally {
        lock.unlock();
      }
    }
    return value;
  }
}
