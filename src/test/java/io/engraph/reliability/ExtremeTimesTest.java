package io.engraph.reliability;

import static io.engraph.MemoryFixture.GRAPH;
import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.MemoryFixture;
import io.engraph.agent.rules.TimeExpressions;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Retention;
import io.engraph.graph.SortableTime;
import io.engraph.index.TimeSpan;
import io.engraph.ingestion.Observation;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.retrieval.AsOf;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times at the ends of the calendar, before 1970, on leap days and when clocks change. */
class ExtremeTimesTest {

  private static final int TIMES = 400;

  @TempDir Path folder;

  private static Observation said(String text, OffsetDateTime at) {
    return new Observation(Optional.empty(), "s", Optional.of("Ana"), text, at, Map.of());
  }

  private static OffsetDateTime anyTime(Random random) {
    long first = SortableTime.EARLIEST.getEpochSecond();
    long last = SortableTime.LATEST.getEpochSecond();
    Instant time =
        switch (random.nextInt(4)) {
          case 0 -> Instant.ofEpochSecond(first + random.nextInt(40_000_000));
          case 1 -> Instant.ofEpochSecond(last - random.nextInt(40_000_000));
          case 2 -> Instant.ofEpochSecond(random.nextInt(80_000_000) - 40_000_000L);
          default -> Instant.ofEpochSecond(random.nextLong(first, last));
        };
    return time.atOffset(ZoneOffset.ofTotalSeconds(random.nextInt(-18 * 60, 18 * 60 + 1) * 60));
  }

  @Test
  void should_resolve_every_expression_at_any_time_or_leave_it() throws IOException {
    Random random = new Random(5);
    List<String> texts =
        Files.readAllLines(Path.of("src/test/resources/time/table.txt")).stream()
            .map(line -> line.split("\\|", 2)[0])
            .toList();
    assertThat(texts).hasSizeGreaterThan(100);
    for (int i = 0; i < TIMES; i++) {
      OffsetDateTime at = anyTime(random);
      for (String text : texts) {
        Optional<TimeSpan> span = TimeExpressions.first(text, at);
        assertThat(span.filter(one -> !isStorable(one))).as("%s at %s", text, at).isEmpty();
      }
    }
  }

  private static boolean isStorable(TimeSpan span) {
    return SortableTime.isInRange(span.start()) && SortableTime.isInRange(span.end());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001-01-01T00:00:00Z",
        "0001-01-01T18:00:00+18:00",
        "1582-10-10T12:00:00Z",
        "1969-12-31T23:59:59.999Z",
        "1970-01-01T00:00:00Z",
        "2024-02-29T12:00:00Z",
        "2026-03-29T03:00:00+02:00",
        "2038-01-19T03:14:08Z",
        "9999-12-31T23:59:59.999999999Z",
        "9999-12-31T05:59:59-18:00"
      })
  void should_remember_what_was_said_at(String time) {
    OffsetDateTime at = OffsetDateTime.parse(time);
    try (MemoryFixture fixture = MemoryFixture.in(folder, Map.of())) {
      List<TurnOutcome> told =
          fixture
              .memory()
              .ingestion()
              .ingest(
                  GRAPH,
                  List.of(
                      said("Yesterday I sold the honey.", at),
                      said("Next year I will move to Porto, in two weeks to Faro.", at),
                      said("I bought the hive 300 years ago.", at)))
              .turns();

      assertThat(told).extracting(TurnOutcome::status).containsOnly(TurnOutcome.Status.INTEGRATED);
      assertThat(contents(fixture.ask("Who sold the honey yesterday?")))
          .contains("Yesterday I sold the honey.");
      TimeSpan then = new TimeSpan(at.toInstant(), at.toInstant(), TimeSpan.Precision.RANGE);
      assertThat(contents(asked(fixture, Optional.of(then), Optional.empty())))
          .contains("Yesterday I sold the honey.");
      AsOf asOf = new AsOf(at.toInstant(), AsOf.Sense.RECORDED);
      assertThat(contents(asked(fixture, Optional.empty(), Optional.of(asOf))))
          .contains("Yesterday I sold the honey.");
      assertThat(
              new MemoryGraph(fixture.table(), GRAPH)
                  .list(
                      Optional.empty(),
                      Optional.of(SortableTime.EARLIEST),
                      Optional.empty(),
                      Optional.empty(),
                      100)
                  .nodes())
          .hasSizeGreaterThan(3);
      fixture.memory().consolidation().run(GRAPH, 100);
    }
  }

  private static Recall asked(
      MemoryFixture fixture, Optional<TimeSpan> range, Optional<AsOf> asOf) {
    return fixture
        .memory()
        .retrieval()
        .recall(
            GRAPH,
            new RecallQuery(
                "Who sold the honey?",
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Set.of(),
                range,
                asOf,
                false));
  }

  private static List<String> contents(Recall recall) {
    return recall.nodes().stream().map(one -> one.node().content()).toList();
  }

  /**
   * The day is the one of the turn's own offset, whatever the clocks of its place do that night.
   */
  @ParameterizedTest
  @CsvSource({
    // Spring: the night has an hour less, and the offset changes.
    "2026-03-29T03:30:00+02:00, I met her yesterday., 2026-03-28",
    "2026-03-29T01:30:00+01:00, I met her yesterday., 2026-03-28",
    "2026-03-30T00:10:00+02:00, I met her yesterday., 2026-03-29",
    // Autumn: the hour from two to three comes twice.
    "2026-10-25T02:30:00+02:00, I met her yesterday., 2026-10-24",
    "2026-10-25T02:30:00+01:00, I met her today., 2026-10-25",
    "2026-10-26T00:10:00+01:00, I met her two days ago., 2026-10-24",
    // Leap days.
    "2024-02-29T12:00:00Z, I met her yesterday., 2024-02-28",
    "2024-03-01T12:00:00Z, I met her yesterday., 2024-02-29",
    "2023-03-01T12:00:00Z, I met her yesterday., 2023-02-28",
    "2000-03-01T00:00:00Z, I met her yesterday., 2000-02-29",
    "1900-03-01T00:00:00Z, I met her yesterday., 1900-02-28",
    "2024-02-28T12:00:00Z, I meet her tomorrow., 2024-02-29"
  })
  void should_name_the_day_by_the_offset_of_the_turn(
      OffsetDateTime at, String text, LocalDate day) {
    TimeSpan span = TimeExpressions.first(text, at).orElseThrow();

    assertThat(span.start()).isEqualTo(day.atStartOfDay().toInstant(at.getOffset()));
    assertThat(span.end()).isEqualTo(day.plusDays(1).atStartOfDay().toInstant(at.getOffset()));
  }

  @Test
  void should_know_the_year_before_a_leap_day() {
    TimeSpan span =
        TimeExpressions.first("I met her last year.", OffsetDateTime.parse("2024-02-29T12:00:00Z"))
            .orElseThrow();

    assertThat(span.start()).isEqualTo(Instant.parse("2023-01-01T00:00:00Z"));
    assertThat(span.end()).isEqualTo(Instant.parse("2024-01-01T00:00:00Z"));
  }

  @Test
  void should_keep_and_expire_sources_by_the_time_of_the_turn_at_both_ends() {
    try (MemoryFixture fixture = MemoryFixture.in(folder, Map.of())) {
      fixture
          .memory()
          .ingestion()
          .ingest(
              GRAPH,
              List.of(
                  said("The first day.", OffsetDateTime.parse("0001-01-01T00:00:00Z")),
                  said("Before the epoch.", OffsetDateTime.parse("1969-07-20T20:17:00Z")),
                  said("The last day.", OffsetDateTime.parse("9999-12-31T23:59:59Z"))));
      MemoryGraph graph = new MemoryGraph(fixture.table(), GRAPH);
      Retention century = new Retention(Optional.of(Duration.ofDays(36_500)), Optional.empty());
      fixture
          .table()
          .transact(List.of(graph.replace(graph.settings().orElseThrow().keeping(century))));

      // Of a hundred years, the first day is long gone and the others are not.
      assertThat(fixture.memory().forgetting().expire(GRAPH)).isEqualTo(1);
      assertThat(contents(fixture.ask("the first day"))).doesNotContain("The first day.");
      assertThat(contents(fixture.ask("the last day"))).contains("The last day.");
      assertThat(contents(fixture.ask("before the epoch"))).contains("Before the epoch.");
    }
  }
}
