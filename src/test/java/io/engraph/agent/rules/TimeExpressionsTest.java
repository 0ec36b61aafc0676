package io.engraph.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.index.TimeSpan;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeExpressionsTest {

  /** A Wednesday. */
  private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-04T09:30:00+02:00");

  @ParameterizedTest
  @CsvSource({
    "'I saw her yesterday.', 2026-03-03, 2026-03-04, DAY",
    "'I saw her the day before yesterday.', 2026-03-02, 2026-03-03, DAY",
    "'See you tomorrow!', 2026-03-05, 2026-03-06, DAY",
    "'See you the day after tomorrow!', 2026-03-06, 2026-03-07, DAY",
    "'Today was long.', 2026-03-04, 2026-03-05, DAY",
    "'It was three days ago.', 2026-03-01, 2026-03-02, DAY",
    "'It was 2 weeks ago.', 2026-02-16, 2026-02-23, RANGE",
    "'We met a month ago.', 2026-02-01, 2026-03-01, MONTH",
    "'We met two years ago.', 2024-01-01, 2025-01-01, YEAR",
    "'last week', 2026-02-23, 2026-03-02, RANGE",
    "'next month', 2026-04-01, 2026-05-01, MONTH",
    "'Last year I moved.', 2025-01-01, 2026-01-01, YEAR",
    "'this year', 2026-01-01, 2027-01-01, YEAR",
    "'next Friday', 2026-03-06, 2026-03-07, DAY",
    "'last Friday', 2026-02-27, 2026-02-28, DAY",
    "'last Wednesday', 2026-02-25, 2026-02-26, DAY",
    "'on 2025-12-31 at noon', 2025-12-31, 2026-01-01, DAY",
    "'on 7 May 2023', 2023-05-07, 2023-05-08, DAY",
    "'on the 7th of May, 2023', 2023-05-07, 2023-05-08, DAY",
    "'on May 7th, 2023', 2023-05-07, 2023-05-08, DAY",
    "'in May 2023', 2023-05-01, 2023-06-01, MONTH",
    "'since 2019', 2019-01-01, 2020-01-01, YEAR",
    "'on 29 February 2024', 2024-02-29, 2024-03-01, DAY",
    "'yesterday, not last year', 2026-03-03, 2026-03-04, DAY",
    "'Last night was loud.', 2026-03-03, 2026-03-04, DAY",
    "'a few days ago', 2026-02-27, 2026-03-03, RANGE",
    "'a couple of months ago', 2025-12-01, 2026-03-01, RANGE",
    "'last weekend', 2026-02-28, 2026-03-02, RANGE",
    "'this weekend', 2026-03-07, 2026-03-09, RANGE",
    "'last summer', 2025-06-01, 2025-09-01, RANGE",
    "'last winter', 2025-12-01, 2026-03-01, RANGE",
    "'next spring', 2027-03-01, 2027-06-01, RANGE",
    "'in the summer of 2022', 2022-06-01, 2022-09-01, RANGE",
    "'in the fall', 2025-09-01, 2025-12-01, RANGE",
    "'in May', 2025-05-01, 2025-06-01, MONTH",
    "'last March', 2026-03-01, 2026-04-01, MONTH",
    "'next May', 2026-05-01, 2026-06-01, MONTH",
    "'on 8 May', 2025-05-08, 2025-05-09, DAY",
    "'on January 8th', 2026-01-08, 2026-01-09, DAY"
  })
  void should_resolve_against_the_turn(
      String text, LocalDate start, LocalDate end, TimeSpan.Precision precision) {
    ZoneOffset offset = AT.getOffset();

    assertThat(TimeExpressions.first(text, AT))
        .contains(
            new TimeSpan(
                start.atStartOfDay().toInstant(offset),
                end.atStartOfDay().toInstant(offset),
                precision));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I may visit.",
        "They fall often.",
        "march on",
        "on 31 February 2024",
        "It has 2019 pages.",
        "from 2019 to 2021",
        "the last one",
        "a yesteryear song",
        ""
      })
  void should_invent_no_time(String text) {
    assertThat(TimeExpressions.first(text, AT)).isEqualTo(Optional.empty());
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
