package io.engraph.agent.rules;

import io.engraph.index.TimeSpan;
import io.engraph.index.TimeSpan.Precision;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * English expressions of time, resolved against the moment and in the offset of the turn that has
 * them, with the precision that they have: "yesterday" is a day, "last year" a year.
 */
public final class TimeExpressions {

  private static final String MONTHS =
      "(january|february|march|april|may|june|july|august|september|october|november|december)";
  private static final String DAYS = "(monday|tuesday|wednesday|thursday|friday|saturday|sunday)";
  private static final String SEASONS = "(spring|summer|autumn|fall|winter)";
  private static final String NUMBERS =
      "(\\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten)";
  private static final Map<String, Integer> WORDS =
      Map.ofEntries(
          Map.entry("a", 1),
          Map.entry("an", 1),
          Map.entry("one", 1),
          Map.entry("two", 2),
          Map.entry("three", 3),
          Map.entry("four", 4),
          Map.entry("five", 5),
          Map.entry("six", 6),
          Map.entry("seven", 7),
          Map.entry("eight", 8),
          Map.entry("nine", 9),
          Map.entry("ten", 10));

  /** A form of expression, and what it means at a moment. */
  private record Rule(Pattern pattern, BiFunction<MatchResult, OffsetDateTime, TimeSpan> meaning) {}

  private static final List<Rule> RULES =
      List.of(
          rule(
              "\\b(\\d{4})-(\\d{2})-(\\d{2})\\b",
              (m, at) -> day(LocalDate.of(number(m, 1), number(m, 2), number(m, 3)), at)),
          rule(
              "\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? " + MONTHS + ",? (\\d{4})\\b",
              (m, at) -> day(LocalDate.of(number(m, 3), month(m.group(2)), number(m, 1)), at)),
          rule(
              "\\b" + MONTHS + " (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b",
              (m, at) -> day(LocalDate.of(number(m, 3), month(m.group(1)), number(m, 2)), at)),
          rule(
              // Not the rest of a date that there is none of, such as 31 February.
              "(?<!\\d )(?<!(?:st|nd|rd|th|of) )\\b" + MONTHS + ",? (\\d{4})\\b",
              (m, at) -> month(YearMonth.of(number(m, 2), month(m.group(1))), at)),
          rule("\\bday before yesterday\\b", (_, at) -> day(at.toLocalDate().minusDays(2), at)),
          rule("\\b(?:yesterday|last night)\\b", (_, at) -> day(at.toLocalDate().minusDays(1), at)),
          rule("\\b(?:today|tonight|this morning)\\b", (_, at) -> day(at.toLocalDate(), at)),
          rule("\\bday after tomorrow\\b", (_, at) -> day(at.toLocalDate().plusDays(2), at)),
          rule("\\btomorrow\\b", (_, at) -> day(at.toLocalDate().plusDays(1), at)),
          rule(
              "\\b" + NUMBERS + " (day|week|month|year)s? ago\\b",
              (m, at) -> ago(m.group(2), -count(m.group(1)), at)),
          rule(
              "\\b(?:a )?(few|couple of) (day|week|month|year)s ago\\b",
              (m, at) -> some(m.group(1), m.group(2), at)),
          rule("\\b(last|this|next|past) weekend\\b", (m, at) -> weekend(step(m.group(1)), at)),
          rule(
              "\\b" + SEASONS + " (?:of )?(\\d{4})\\b",
              (m, at) -> season(m.group(1), number(m, 2), at)),
          rule(
              "\\b(last|this|next) " + SEASONS + "\\b",
              (m, at) -> nearSeason(m.group(2), step(m.group(1)), at)),
          rule(
              "\\b(?:in|during|since) (?:the )?" + SEASONS + "\\b(?! (?:of )?\\d{4})",
              (m, at) -> nearSeason(m.group(1), -1, at)),
          rule(
              "\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? " + MONTHS + "\\b(?!,? \\d{4})",
              (m, at) -> latest(month(m.group(2)), number(m, 1), at)),
          rule(
              "\\b" + MONTHS + " (\\d{1,2})(?:st|nd|rd|th)?\\b(?!,? \\d{4})(?!\\d)",
              (m, at) -> latest(month(m.group(1)), number(m, 2), at)),
          rule(
              "\\b(?:in|since|until|by|during|before|after|last|this|early|late|mid) "
                  + MONTHS
                  + "\\b(?!,? \\d)",
              (m, at) -> latest(month(m.group(1)), at)),
          rule("\\bnext " + MONTHS + "\\b", (m, at) -> next(month(m.group(1)), at)),
          rule(
              "\\b(last|past|this|next) (week|month|year)\\b",
              (m, at) -> ago(m.group(2), step(m.group(1)), at)),
          rule("\\b(last|next) " + DAYS + "\\b", TimeExpressions::weekday),
          rule(
              "\\b(?:in|since|from|during|until|before|after|by) (\\d{4})\\b(?!\\s*(?:-|–|to)\\s*\\d{4})",
              (m, at) -> year(number(m, 1), at)));

  /** Words that open a time to one side, right before it. */
  private static final Pattern OPEN =
      Pattern.compile(
          "\\b(before|after|since|until|by)\\b(?= (?:the |early |late |mid )?(?:\\d|last|this|next|yesterday|today|"
              + MONTHS
              + "|"
              + SEASONS
              + "|"
              + DAYS
              + "))",
          Pattern.CASE_INSENSITIVE);

  private static final Instant FAR_PAST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant FAR_FUTURE = Instant.parse("9998-12-31T00:00:00Z");

  private TimeExpressions() {}

  private static Rule rule(
      String expression, BiFunction<MatchResult, OffsetDateTime, TimeSpan> meaning) {
    return new Rule(Pattern.compile(expression, Pattern.CASE_INSENSITIVE), meaning);
  }

  /** What the first expression of {@code text} means at {@code at}; empty when it has none. */
  public static Optional<TimeSpan> first(String text, OffsetDateTime at) {
    record Match(int start, int rank, TimeSpan span) {}
    Comparator<Match> order = Comparator.comparingInt(Match::start).thenComparingInt(Match::rank);
    Optional<Match> first = Optional.empty();
    for (int rank = 0; rank < RULES.size(); rank++) {
      Matcher matcher = RULES.get(rank).pattern.matcher(text);
      if (matcher.find()) {
        Optional<TimeSpan> span = meaning(RULES.get(rank), matcher.toMatchResult(), at);
        if (span.isPresent()) {
          Match match = new Match(matcher.start(), rank, span.get());
          first =
              first.isEmpty() || order.compare(match, first.get()) < 0 ? Optional.of(match) : first;
        }
      }
    }
    return first.map(Match::span);
  }

  /**
   * The time that a question speaks of: "before May" is all that was before it, "since May" all
   * from then on.
   */
  static Optional<TimeSpan> asked(String question, OffsetDateTime at) {
    Optional<TimeSpan> named = first(question, at);
    Matcher open = OPEN.matcher(question);
    if (named.isEmpty() || !open.find()) {
      return named;
    }
    // The word must belong to the expression, not to what stands elsewhere in the question.
    String rest = question.substring(open.start());
    if (!first(rest, at).equals(named)
        || first(question.substring(0, open.end()), at).isPresent()) {
      return named;
    }
    return named.map(
        span ->
            switch (open.group(1).toLowerCase(Locale.ROOT)) {
              case "before", "until", "by" ->
                  new TimeSpan(
                      FAR_PAST,
                      open.group(1).equalsIgnoreCase("before") ? span.start() : span.end(),
                      Precision.RANGE);
              case "after" -> new TimeSpan(span.end(), FAR_FUTURE, Precision.RANGE);
              default -> new TimeSpan(span.start(), FAR_FUTURE, Precision.RANGE);
            });
  }

  private static Optional<TimeSpan> meaning(Rule rule, MatchResult match, OffsetDateTime at) {
    try {
      return Optional.of(rule.meaning.apply(match, at));
    } catch (DateTimeException e) {
      // "31 February 2024" has the form of a date and is none.
      return Optional.empty();
    }
  }

  private static TimeSpan ago(String unit, int steps, OffsetDateTime at) {
    LocalDate today = at.toLocalDate();
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "day" -> day(today.plusDays(steps), at);
      case "week" -> {
        LocalDate monday =
            today.plusWeeks(steps).with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        yield span(monday, monday.plusWeeks(1), Precision.RANGE, at.getOffset());
      }
      case "month" -> month(YearMonth.from(today).plusMonths(steps), at);
      default -> year(today.getYear() + steps, at);
    };
  }

  /** "A few" are two to five, and "a couple" one to three: neither is known to the day. */
  private static TimeSpan some(String word, String unit, OffsetDateTime at) {
    boolean isFew = word.toLowerCase(Locale.ROOT).startsWith("few");
    TimeSpan from = ago(unit, isFew ? -5 : -3, at);
    TimeSpan to = ago(unit, isFew ? -2 : -1, at);
    return from.envelope(to);
  }

  private static TimeSpan weekend(int step, OffsetDateTime at) {
    LocalDate saturday =
        at.toLocalDate()
            .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
            .plusDays(5)
            .plusWeeks(step);
    return span(saturday, saturday.plusDays(2), Precision.RANGE, at.getOffset());
  }

  /** The meteorological seasons of the northern half; a winter has the year in which it begins. */
  private static TimeSpan season(String name, int year, OffsetDateTime at) {
    Month first =
        switch (name.toLowerCase(Locale.ROOT)) {
          case "spring" -> Month.MARCH;
          case "summer" -> Month.JUNE;
          case "winter" -> Month.DECEMBER;
          default -> Month.SEPTEMBER;
        };
    LocalDate start = LocalDate.of(year, first, 1);
    return span(start, start.plusMonths(3), Precision.RANGE, at.getOffset());
  }

  /** The last one that is over or going on, this year's, or the next one to begin. */
  private static TimeSpan nearSeason(String name, int step, OffsetDateTime at) {
    TimeSpan ofYear = season(name, at.getYear(), at);
    if (step < 0) {
      return ofYear.start().isAfter(at.toInstant()) ? season(name, at.getYear() - 1, at) : ofYear;
    }
    boolean hasBegun = !ofYear.start().isAfter(at.toInstant());
    return step > 0 && hasBegun ? season(name, at.getYear() + 1, at) : ofYear;
  }

  private static TimeSpan latest(Month month, OffsetDateTime at) {
    YearMonth ofYear = YearMonth.of(at.getYear(), month);
    return month(ofYear.isAfter(YearMonth.from(at)) ? ofYear.minusYears(1) : ofYear, at);
  }

  private static TimeSpan latest(Month month, int dayOfMonth, OffsetDateTime at) {
    LocalDate ofYear = LocalDate.of(at.getYear(), month, dayOfMonth);
    return day(ofYear.isAfter(at.toLocalDate()) ? ofYear.minusYears(1) : ofYear, at);
  }

  private static TimeSpan next(Month month, OffsetDateTime at) {
    YearMonth ofYear = YearMonth.of(at.getYear(), month);
    return month(ofYear.isAfter(YearMonth.from(at)) ? ofYear : ofYear.plusYears(1), at);
  }

  private static TimeSpan weekday(MatchResult match, OffsetDateTime at) {
    DayOfWeek day = DayOfWeek.valueOf(match.group(2).toUpperCase(Locale.ROOT));
    LocalDate today = at.toLocalDate();
    return day(
        step(match.group(1)) < 0
            ? today.with(TemporalAdjusters.previous(day))
            : today.with(TemporalAdjusters.next(day)),
        at);
  }

  private static TimeSpan day(LocalDate day, OffsetDateTime at) {
    return span(day, day.plusDays(1), Precision.DAY, at.getOffset());
  }

  private static TimeSpan month(YearMonth month, OffsetDateTime at) {
    return span(month.atDay(1), month.plusMonths(1).atDay(1), Precision.MONTH, at.getOffset());
  }

  private static TimeSpan year(int year, OffsetDateTime at) {
    return span(
        LocalDate.of(year, 1, 1), LocalDate.of(year + 1, 1, 1), Precision.YEAR, at.getOffset());
  }

  private static TimeSpan span(
      LocalDate start, LocalDate end, Precision precision, ZoneOffset offset) {
    if (start.getYear() < 1 || end.getYear() > 9998) {
      throw new DateTimeException("year out of range");
    }
    return new TimeSpan(
        start.atStartOfDay().toInstant(offset), end.atStartOfDay().toInstant(offset), precision);
  }

  private static int step(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "last", "past" -> -1;
      case "next" -> 1;
      default -> 0;
    };
  }

  private static int count(String word) {
    Integer named = WORDS.get(word.toLowerCase(Locale.ROOT));
    return named != null ? named : Integer.parseInt(word);
  }

  private static int number(MatchResult match, int group) {
    return Integer.parseInt(match.group(group));
  }

  private static Month month(String name) {
    return Month.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
