package io.engraph.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.index.TimeSpan.Precision;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeSpanTest {

  private static final TimeSpan DAY = span("2026-03-04T00:00:00Z", "2026-03-05T00:00:00Z");

  private static TimeSpan span(String start, String end) {
    return new TimeSpan(Instant.parse(start), Instant.parse(end), Precision.DAY);
  }

  private static TimeSpan at(String instant) {
    return TimeSpan.at(Instant.parse(instant));
  }

  @Test
  void should_overlap_what_shares_a_moment_with_it() {
    assertThat(DAY.overlaps(at("2026-03-04T00:00:00Z"))).isTrue();
    assertThat(DAY.overlaps(at("2026-03-04T23:59:59Z"))).isTrue();
    assertThat(at("2026-03-04T12:00:00Z").overlaps(DAY)).isTrue();
    assertThat(DAY.overlaps(DAY)).isTrue();
    assertThat(DAY.overlaps(span("2026-03-04T23:00:00Z", "2026-03-06T00:00:00Z"))).isTrue();
  }

  @Test
  void should_not_overlap_what_ends_before_it_or_begins_at_its_end() {
    assertThat(DAY.overlaps(at("2026-03-03T23:59:59Z"))).isFalse();
    assertThat(DAY.overlaps(at("2026-03-05T00:00:00Z"))).isFalse();
    assertThat(DAY.overlaps(span("2026-03-05T00:00:00Z", "2026-03-06T00:00:00Z"))).isFalse();
    assertThat(span("2026-03-05T00:00:00Z", "2026-03-06T00:00:00Z").overlaps(DAY)).isFalse();
  }

  @Test
  void should_hold_both_in_an_envelope() {
    assertThat(DAY.envelope(at("2026-04-01T00:00:00Z")))
        .isEqualTo(
            new TimeSpan(
                Instant.parse("2026-03-04T00:00:00Z"),
                Instant.parse("2026-04-01T00:00:00Z"),
                Precision.RANGE));
    assertThat(DAY.envelope(DAY)).isEqualTo(DAY);
  }

  @Test
  void should_refuse_an_end_before_its_start() {
    assertThatThrownBy(() -> span("2026-03-05T00:00:00Z", "2026-03-04T00:00:00Z"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
