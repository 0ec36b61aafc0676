package io.engraph.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.index.TimeSpan;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class TimeExpressionsTest {

  /** A Wednesday. */
  private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-04T09:30:00+02:00");

  @ParameterizedTest
  @CsvFileSource(resources = "/time/table.txt", delimiter = '|', encoding = "UTF-8")
  void should_resolve_against_the_turn(
      String text, LocalDate start, LocalDate end, TimeSpan.Precision precision) {
    Optional<TimeSpan> expected =
        Optional.ofNullable(start)
            .map(
                day ->
                    new TimeSpan(
                        day.atStartOfDay().toInstant(AT.getOffset()),
                        end.atStartOfDay().toInstant(AT.getOffset()),
                        precision));

    assertThat(TimeExpressions.first(text, AT)).isEqualTo(expected);
  }

  @Test
  void should_find_nothing_in_nothing() {
    assertThat(TimeExpressions.first("", AT)).isEmpty();
  }

  @Test
  void should_resolve_an_hour_to_the_hour() {
    assertThat(TimeExpressions.first("I called her two hours ago.", AT))
        .contains(
            new TimeSpan(
                Instant.parse("2026-03-04T05:00:00Z"),
                Instant.parse("2026-03-04T06:00:00Z"),
                TimeSpan.Precision.RANGE));
    assertThat(TimeExpressions.first("I called her 40 minutes ago.", AT))
        .contains(
            new TimeSpan(
                Instant.parse("2026-03-04T06:00:00Z"),
                Instant.parse("2026-03-04T07:00:00Z"),
                TimeSpan.Precision.RANGE));
  }

  @ParameterizedTest
  @CsvSource({
    "'What did Ana do before May 2023?', 0001-01-01, 2023-05-01",
    "'What did Ana do until 2023?', 0001-01-01, 2024-01-01",
    "'What did Ana do after 7 May 2023?', 2023-05-08, 9998-12-31",
    "'What did Ana do since last summer?', 2025-06-01, 9998-12-31",
    "'What did Ana do in May 2023 before lunch?', 2023-05-01, 2023-06-01",
    "'Before the trip, did Ana read in May 2023?', 2023-05-01, 2023-06-01"
  })
  void should_open_a_time_to_the_side_that_the_question_says(
      String text, LocalDate start, LocalDate end) {
    TimeSpan asked =
        TimeExpressions.asked(text, AT.withOffsetSameLocal(ZoneOffset.UTC)).orElseThrow();

    assertThat(asked.start()).isEqualTo(start.atStartOfDay().toInstant(ZoneOffset.UTC));
    assertThat(asked.end()).isEqualTo(end.atStartOfDay().toInstant(ZoneOffset.UTC));
  }
}
