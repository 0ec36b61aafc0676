package io.engraph.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Clients that send requests at the same time. */
final class Clients {

  /** Sends one request, and waits for its answer. */
  interface Work {
    void run() throws InterruptedException;
  }

  private final Work request;

  Clients(Work request) {
    this.request = request;
  }

  /** How many requests a second are answered, when each client asks again at once. */
  double closed(int clients, Duration time) throws InterruptedException {
    AtomicInteger answered = new AtomicInteger();
    long start = System.nanoTime();
    all(
        clients,
        () -> {
          while (System.nanoTime() - start < time.toNanos()) {
            request.run();
            answered.incrementAndGet();
          }
        });
    return answered.get() / ((System.nanoTime() - start) / 1e9);
  }

  /**
   * The times of requests that are due at a rate, in microseconds, counted from when they were due.
   */
  Histogram open(int clients, double rate, Duration time) throws InterruptedException {
    Histogram times = new ConcurrentHistogram(3);
    AtomicInteger next = new AtomicInteger();
    int count = (int) (rate * time.toSeconds());
    long start = System.nanoTime();
    all(
        clients,
        () -> {
          for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
            long due = start + (long) (i * 1e9 / rate);
            while (System.nanoTime() < due) {
              LockSupport.parkNanos(due - System.nanoTime());
            }
            request.run();
            times.recordValue(Math.max(0, (System.nanoTime() - due) / 1_000));
          }
        });
    return times;
  }

  private static void all(int clients, Work work) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      work.run();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
