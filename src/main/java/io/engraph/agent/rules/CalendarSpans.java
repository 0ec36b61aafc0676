package io.engraph.agent.rules;

import io.engraph.index.TimeSpan;
import io.engraph.index.TimeSpan.Precision;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/**
 * Days, weeks, months, seasons and years as seen from a moment, in its offset. A step counts from
 * the one that the moment is in: -1 is the last one, 1 the next.
 *
 * @param at the moment
 */
record CalendarSpans(OffsetDateTime at) {

  private static final int MONTHS_OF_QUARTER = 3;
  private static final int FIRST_YEAR = 1;
  private static final int LAST_YEAR = 9998;

  LocalDate today() {
    return at.toLocalDate();
  }

  TimeSpan day(LocalDate day) {
    return span(day, day.plusDays(1), Precision.DAY);
  }

  TimeSpan month(YearMonth month) {
    return span(month.atDay(1), month.plusMonths(1).atDay(1), Precision.MONTH);
  }

  TimeSpan year(int year) {
    return span(LocalDate.of(year, 1, 1), LocalDate.of(year + 1, 1, 1), Precision.YEAR);
  }

  /** So many years from the first day of that one. */
  TimeSpan years(int first, int count) {
    return span(LocalDate.of(first, 1, 1), LocalDate.of(first + count, 1, 1), Precision.RANGE);
  }

  /** From the first day to the last one, which belongs to it. */
  TimeSpan days(LocalDate first, LocalDate last) {
    if (last.isBefore(first)) {
      throw new DateTimeException("a range that ends before it begins");
    }
    return span(first, last.plusDays(1), Precision.RANGE);
  }

  /** From the beginning of the one to the end of the other. */
  TimeSpan range(TimeSpan from, TimeSpan to) {
    if (to.end().isBefore(from.start())) {
      throw new DateTimeException("a range that ends before it begins");
    }
    return new TimeSpan(from.start(), to.end(), Precision.RANGE);
  }

  /** From the beginning of something on, until the day of the moment is over. */
  TimeSpan since(TimeSpan from) {
    return range(from, day(today()));
  }

  TimeSpan quarter(int year, int quarter) {
    return part(year, quarter, MONTHS_OF_QUARTER);
  }

  TimeSpan quarter(int step) {
    LocalDate then = today().plusMonths((long) MONTHS_OF_QUARTER * step);
    return quarter(then.getYear(), then.get(IsoFields.QUARTER_OF_YEAR));
  }

  TimeSpan half(int year, int half) {
    return part(year, half, 2 * MONTHS_OF_QUARTER);
  }

  private TimeSpan part(int year, int number, int months) {
    LocalDate start = LocalDate.of(year, 1 + (number - 1) * months, 1);
    return span(start, start.plusMonths(months), Precision.RANGE);
  }

  TimeSpan week(int step) {
    LocalDate monday = monday().plusWeeks(step);
    return span(monday, monday.plusWeeks(1), Precision.RANGE);
  }

  TimeSpan weekend(int step) {
    LocalDate saturday = monday().plusDays(5).plusWeeks(step);
    return span(saturday, saturday.plusDays(2), Precision.RANGE);
  }

  private LocalDate monday() {
    return today().with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
  }

  TimeSpan hour(int step) {
    OffsetDateTime start = at.truncatedTo(ChronoUnit.HOURS).plusHours(step);
    return new TimeSpan(start.toInstant(), start.plusHours(1).toInstant(), Precision.RANGE);
  }

  /** The unit that lies so many of its kind away. */
  TimeSpan step(String unit, int steps) {
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "minute" -> hour((int) Math.floorDiv((long) at.getMinute() + steps, 60L));
      case "hour" -> hour(steps);
      case "day" -> day(today().plusDays(steps));
      case "week", "fortnight" -> week(unit.equalsIgnoreCase("week") ? steps : 2 * steps);
      case "month" -> month(YearMonth.from(today()).plusMonths(steps));
      case "quarter" -> quarter(steps);
      case "decade" -> years(Math.floorDiv(today().getYear(), 10) * 10 + 10 * steps, 10);
      case "century" ->
          years(Math.floorDiv(today().getYear() - 1, 100) * 100 + 1 + 100 * steps, 100);
      default -> year(today().getYear() + steps);
    };
  }

  /** The last so many of a unit, until the day of the moment is over. */
  TimeSpan past(String unit, int count) {
    LocalDate start =
        switch (unit.toLowerCase(Locale.ROOT)) {
          case "minute", "hour" -> today();
          case "day" -> today().minusDays(count);
          case "week" -> today().minusWeeks(count);
          case "fortnight" -> today().minusWeeks(2L * count);
          case "month" -> today().minusMonths(count);
          case "decade" -> today().minusYears(10L * count);
          default -> today().minusYears(count);
        };
    return days(start, today());
  }

  /** Once in every such period, from the day of the moment on. */
  TimeSpan recurring(Period period) {
    return span(today(), today().plus(period), Precision.RECURRING);
  }

  /** The meteorological seasons of the northern half; a winter has the year in which it begins. */
  TimeSpan season(String name, int year) {
    Month first =
        switch (name.toLowerCase(Locale.ROOT)) {
          case "spring" -> Month.MARCH;
          case "summer" -> Month.JUNE;
          case "winter" -> Month.DECEMBER;
          default -> Month.SEPTEMBER;
        };
    LocalDate start = LocalDate.of(year, first, 1);
    return span(start, start.plusMonths(MONTHS_OF_QUARTER), Precision.RANGE);
  }

  /** The last one that is over or going on, this year's, or the next one to begin. */
  TimeSpan season(String name, Direction direction) {
    int year = today().getYear();
    TimeSpan ofYear = season(name, year);
    boolean hasBegun = !ofYear.start().isAfter(at.toInstant());
    return switch (direction) {
      case LAST -> hasBegun ? ofYear : season(name, year - 1);
      case THIS -> ofYear;
      case NEXT -> hasBegun ? season(name, year + 1) : ofYear;
    };
  }

  /** The last one that has begun, that of this year, or the next one to begin. */
  TimeSpan month(Month month, Direction direction) {
    YearMonth ofYear = YearMonth.of(today().getYear(), month);
    YearMonth now = YearMonth.from(today());
    return month(
        switch (direction) {
          case LAST -> ofYear.isAfter(now) ? ofYear.minusYears(1) : ofYear;
          case THIS -> ofYear;
          case NEXT -> ofYear.isAfter(now) ? ofYear : ofYear.plusYears(1);
        });
  }

  /** The last such day until now, that of this year, or the next one. */
  TimeSpan dayOfYear(Month month, int dayOfMonth, Direction direction) {
    LocalDate ofYear = LocalDate.of(today().getYear(), month, dayOfMonth);
    return day(
        switch (direction) {
          case LAST -> ofYear.isAfter(today()) ? ofYear.minusYears(1) : ofYear;
          case THIS -> ofYear;
          case NEXT -> ofYear.isAfter(today()) ? ofYear : ofYear.plusYears(1);
        });
  }

  /** The day of that name before today, of this week, or after today. */
  TimeSpan weekday(DayOfWeek day, Direction direction) {
    return day(
        switch (direction) {
          case LAST -> today().with(TemporalAdjusters.previous(day));
          case THIS -> monday().with(TemporalAdjusters.nextOrSame(day));
          case NEXT -> today().with(TemporalAdjusters.next(day));
        });
  }

  /** The last or the next day of that number. */
  TimeSpan dayOfMonth(int number, Direction direction) {
    YearMonth month = YearMonth.from(today());
    boolean hasCome = number <= today().getDayOfMonth();
    return switch (direction) {
      case LAST -> day((hasCome ? month : month.minusMonths(1)).atDay(number));
      case THIS -> day(month.atDay(number));
      case NEXT -> day((hasCome ? month.plusMonths(1) : month).atDay(number));
    };
  }

  /** To which side of a moment a time lies. */
  enum Direction {
    LAST,
    THIS,
    NEXT
  }

  private TimeSpan span(LocalDate start, LocalDate end, Precision precision) {
    if (start.getYear() < FIRST_YEAR || end.getYear() > LAST_YEAR) {
      throw new DateTimeException("year out of range");
    }
    return new TimeSpan(
        start.atTime(LocalTime.MIN).toInstant(at.getOffset()),
        end.atTime(LocalTime.MIN).toInstant(at.getOffset()),
        precision);
  }
}
