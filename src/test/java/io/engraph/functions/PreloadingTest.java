package io.engraph.functions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PreloadingTest {

  @Test
  void should_load_beside_what_goes_on() throws InterruptedException {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch loaded = new CountDownLatch(1);

    Thread loading =
        Preloading.start(
            () -> {
              try {
                waiting.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              loaded.countDown();
            });

    assertThat(loaded.getCount()).isOne();
    waiting.countDown();
    loaded.await();
    assertThat(loading.isDaemon()).isTrue();
  }

  @Test
  void should_leave_a_failure_to_the_first_event() throws InterruptedException {
    Thread loading =
        Preloading.start(
            () -> {
              throw new IllegalStateException("no model");
            });
    assertThat(loading.join(Duration.ofSeconds(30))).isTrue();
  }
}
