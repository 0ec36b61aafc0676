package io.engraph.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTimeTest {

  private static final Instant OWN = Instant.parse("2026-06-03T11:05:30Z");

  private final ServerTime time = new ServerTime(Clock.fixed(OWN, ZoneOffset.UTC));

  private void answered(String date) {
    time.answered(OWN, date, OWN.plusMillis(40));
  }

  @Test
  void should_keep_a_clock_that_may_be_right() {
    answered("Wed, 03 Jun 2026 11:05:30 GMT");

    assertThat(time.instant()).isEqualTo(OWN);
  }

  @Test
  void should_set_a_clock_that_is_behind_right() {
    answered("Wed, 03 Jun 2026 11:10:30 GMT");

    assertThat(time.instant()).isEqualTo(OWN.plusSeconds(300).minusMillis(40));
  }

  @Test
  void should_set_a_clock_that_is_ahead_right() {
    answered("Wed, 03 Jun 2026 11:00:30 GMT");

    assertThat(time.instant()).isEqualTo(OWN.minusSeconds(299));
  }

  @Test
  void should_come_closer_with_every_answer() {
    // The server is 10.4 s ahead.
    time.answered(OWN, "Wed, 03 Jun 2026 11:05:40 GMT", OWN.plusMillis(20));
    assertThat(time.ahead()).isEqualTo(Duration.ofMillis(9_980));

    time.answered(OWN.plusMillis(601), "Wed, 03 Jun 2026 11:05:41 GMT", OWN.plusMillis(621));
    assertThat(time.ahead()).isEqualTo(Duration.ofMillis(10_379));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "Wed, 99 Jun 2026 11:05:40 GMT"})
  void should_hear_nothing_of_a_date_that_is_none(String date) {
    answered(date);

    assertThat(time.ahead()).isZero();
  }
}
