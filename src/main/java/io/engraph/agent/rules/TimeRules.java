package io.engraph.agent.rules;

import io.engraph.agent.rules.CalendarSpans.Direction;
import io.engraph.index.TimeSpan;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The forms of English expressions of time, and what each means. Of those that begin at the same
 * letter the first one holds, so the longer forms stand before the shorter ones.
 */
final class TimeRules {

  /**
   * What an expression means; empty where the text does not tell.
   *
   * @see Rule
   */
  @FunctionalInterface
  interface Meaning {
    Optional<TimeSpan> of(MatchResult match, CalendarSpans calendar, String text);
  }

  /** A meaning that the expression alone has. */
  @FunctionalInterface
  interface PlainMeaning {
    TimeSpan of(MatchResult match, CalendarSpans calendar);
  }

  /** A form of expression, and what it means at a moment. */
  record Rule(Pattern pattern, Meaning meaning) {}

  static final String MONTHS =
      "(january|february|march|april|may|june|july|august|september|october|november|december"
          + "|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\b\\.?";
  static final String DAYS = "(monday|tuesday|wednesday|thursday|friday|saturday|sunday)";
  static final String SEASONS = "(spring|summer|autumn|fall|winter)";

  /** A year that a text without any other sign of one may mean: not "2500 metres". */
  private static final String YEAR =
      "((?:1[0-9]|20)\\d{2})(?![\\d.,]\\d|\\d| (?:people|pages|steps|times|words|dollars|euros|metres|meters|miles|km|kg|kilometres|kilometers|calories|points|items|years|days|hours|minutes)\\b|[%$€])";

  private static final String NUMBER =
      "(\\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty)";
  private static final String UNIT = "(minute|hour|day|week|fortnight|month|year|decade)s?";
  private static final String ORDINAL = "(\\d{1,2})(?:st|nd|rd|th)?";

  private static final Map<String, Integer> NUMBERS =
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
          Map.entry("ten", 10),
          Map.entry("eleven", 11),
          Map.entry("twelve", 12),
          Map.entry("fifteen", 15),
          Map.entry("twenty", 20),
          Map.entry("thirty", 30));

  private static final Map<String, Integer> DECADES =
      Map.of(
          "twenties",
          1920,
          "thirties",
          1930,
          "forties",
          1940,
          "fifties",
          1950,
          "sixties",
          1960,
          "seventies",
          1970,
          "eighties",
          1980,
          "nineties",
          1990);

  private static final List<String> ORDINALS = List.of("first", "second", "third", "fourth");

  private static final String HOLIDAYS =
      "(christmas eve|christmas day|christmas|new year['’]s eve|new year['’]s day|halloween|valentine['’]s day)";

  private static final String PARTS =
      "(?:the )?(?:early|late|mid|mid-|end of|beginning of|start of|middle of)[ -]?";

  static final List<Rule> ALL =
      List.of(
          // Ranges.
          plain(
              "\\b(?:from |between )?"
                  + YEAR
                  + "\\s*(?:-|–|—|to|until|till|through|and)\\s*"
                  + YEAR
                  + "\\b",
              (m, c) -> c.years(number(m, 1), number(m, 2) - number(m, 1) + 1)),
          plain(
              "\\b(?:from |between )?"
                  + MONTHS
                  + "(?: "
                  + YEAR
                  + ")?\\s*(?:-|–|—|to|until|till|through|and)\\s*"
                  + MONTHS
                  + ",? "
                  + YEAR
                  + "\\b",
              (m, c) -> {
                int last = number(m, 4);
                int first = m.group(2) == null ? last : number(m, 2);
                return c.range(
                    c.month(YearMonth.of(first, month(m.group(1)))),
                    c.month(YearMonth.of(last, month(m.group(3)))));
              }),
          plain(
              "\\b(?:from |between )(?:the )?"
                  + ORDINAL
                  + "\\s*(?:-|–|—|to|until|till|through|and)\\s*(?:the )?"
                  + ORDINAL
                  + "(?: of)? "
                  + MONTHS
                  + "(?:,? "
                  + YEAR
                  + ")?",
              (m, c) -> dayRange(c, m.group(4), m.group(3), number(m, 1), number(m, 2))),
          plain(
              "\\b(?:from |between )?"
                  + MONTHS
                  + " "
                  + ORDINAL
                  + "\\s*(?:-|–|—|to|until|till|through|and)\\s*"
                  + ORDINAL
                  + "(?:,? "
                  + YEAR
                  + ")?\\b(?! ?(?:am|pm)\\b)",
              (m, c) -> dayRange(c, m.group(4), m.group(1), number(m, 2), number(m, 3))),
          plain(
              "\\b(?:from|between) " + MONTHS + " (?:to|until|till|through|and) " + MONTHS + "\\b",
              (m, c) -> {
                TimeSpan last = c.month(month(m.group(2)), Direction.LAST);
                YearMonth end = YearMonth.from(last.start().atOffset(c.at().getOffset()));
                YearMonth start = YearMonth.of(end.getYear(), month(m.group(1)));
                return c.range(c.month(start.isAfter(end) ? start.minusYears(1) : start), last);
              }),
          // Parts of years.
          plain(
              "\\bQ([1-4])[ ,/-]*" + YEAR + "\\b", (m, c) -> c.quarter(number(m, 2), number(m, 1))),
          plain(
              "\\b" + YEAR + "[ ,/-]*Q([1-4])\\b", (m, c) -> c.quarter(number(m, 1), number(m, 2))),
          plain(
              "\\b(first|second|third|fourth) quarter (?:of |in )?" + YEAR + "\\b",
              (m, c) -> c.quarter(number(m, 2), 1 + ORDINALS.indexOf(lower(m, 1)))),
          plain("\\bH([12])[ ,/-]*" + YEAR + "\\b", (m, c) -> c.half(number(m, 2), number(m, 1))),
          plain(
              "\\b(first|second) half (?:of |in )?" + YEAR + "\\b",
              (m, c) -> c.half(number(m, 2), 1 + ORDINALS.indexOf(lower(m, 1)))),
          plain(
              "\\bthe (?:early |late |mid-?)?((?:1[0-9]|20)\\d)0['’]?s\\b",
              (m, c) -> c.years(10 * number(m, 1), 10)),
          plain(
              "\\b(?:the |in )(?:the )?(?:early |late |mid-?)?['’]?([2-9])0s\\b",
              (m, c) -> c.years(1900 + 10 * number(m, 1), 10)),
          plain(
              "\\bthe (?:early |late |mid-?)?("
                  + String.join(
                      "|",
                      List.of(
                          "twenties",
                          "thirties",
                          "forties",
                          "fifties",
                          "sixties",
                          "seventies",
                          "eighties",
                          "nineties"))
                  + ")\\b",
              (m, c) -> c.years(DECADES.get(lower(m, 1)), 10)),
          plain(
              "\\bthe (\\d{1,2})(?:st|nd|rd|th) century\\b",
              (m, c) -> c.years(100 * (number(m, 1) - 1) + 1, 100)),
          // Days of the calendar.
          plain(
              "\\b(\\d{4})-(\\d{2})-(\\d{2})(?=\\b|T\\d)",
              (m, c) -> c.day(LocalDate.of(number(m, 1), number(m, 2), number(m, 3)))),
          plain(
              "\\b(\\d{4})/(\\d{1,2})/(\\d{1,2})\\b",
              (m, c) -> c.day(LocalDate.of(number(m, 1), number(m, 2), number(m, 3)))),
          plain("\\b(\\d{1,2})/(\\d{1,2})/(\\d{4})\\b", (m, c) -> slashed(m, c)),
          plain(
              "\\b" + ORDINAL + "(?: of)? " + MONTHS + ",? (\\d{4})\\b",
              (m, c) -> c.day(LocalDate.of(number(m, 3), month(m.group(2)), number(m, 1)))),
          plain(
              "\\b" + MONTHS + " " + ORDINAL + ",? (\\d{4})\\b",
              (m, c) -> c.day(LocalDate.of(number(m, 3), month(m.group(1)), number(m, 2)))),
          plain(
              "\\b" + HOLIDAYS + "(?: of| in)? " + YEAR + "\\b",
              (m, c) -> {
                Holiday holiday = holiday(m.group(1));
                return c.day(LocalDate.of(number(m, 2), holiday.month(), holiday.day()));
              }),
          plain(
              // Not the rest of a date that there is none of, such as 31 February.
              "(?<!\\d )(?<!(?:st|nd|rd|th|of) )\\b(since )?(?:"
                  + PARTS
                  + ")?"
                  + MONTHS
                  + ",? (\\d{4})\\b",
              (m, c) ->
                  sinceIf(m.group(1), c, c.month(YearMonth.of(number(m, 3), month(m.group(2)))))),
          plain(
              "\\bof " + MONTHS + ",? (\\d{4})\\b",
              (m, c) -> c.month(YearMonth.of(number(m, 2), month(m.group(1))))),
          // Days around the turn.
          plain("\\bday before yesterday\\b", (_, c) -> c.day(c.today().minusDays(2))),
          plain(
              "\\b(since )?(?:yesterday|last night)\\b",
              (m, c) -> sinceIf(m.group(1), c, c.day(c.today().minusDays(1)))),
          plain(
              "\\b(?:today|tonight|this (?:morning|afternoon|evening))\\b",
              (_, c) -> c.day(c.today())),
          plain("\\bday after tomorrow\\b", (_, c) -> c.day(c.today().plusDays(2))),
          plain("\\btomorrow\\b", (_, c) -> c.day(c.today().plusDays(1))),
          // Steps from the turn.
          plain(
              "\\b(?:half a year|half a decade) ago\\b",
              (m, c) ->
                  m.group().toLowerCase(Locale.ROOT).contains("year")
                      ? c.step("month", -6)
                      : c.step("year", -5)),
          plain("\\ba year and a half ago\\b", (_, c) -> c.step("month", -18)),
          plain(
              "\\b" + NUMBER + " and a half years ago\\b",
              (m, c) -> c.step("month", -12 * count(m.group(1)) - 6)),
          plain(
              "\\b" + NUMBER + " " + UNIT + " ago\\b",
              (m, c) -> c.step(unit(m, 2), -count(m.group(1)))),
          plain(
              "\\b(?:a )?(few|couple of|couple) " + UNIT + " ago\\b",
              (m, c) -> some(m.group(1), unit(m, 2), -1, c)),
          plain(
              "\\b" + NUMBER + " " + UNIT + " from (?:now|today)\\b",
              (m, c) -> c.step(unit(m, 2), count(m.group(1)))),
          plain(
              "\\bin (?:a )?(few|couple of) " + UNIT + "(?!['’])\\b",
              (m, c) -> some(m.group(1), unit(m, 2), 1, c)),
          new Rule(
              pattern("\\bin " + NUMBER + " " + UNIT + "(?!['’])\\b(?! (?:of|long|old)\\b)"),
              (m, c, text) ->
                  // "I read it in two days" is how long it took.
                  Tense.around(text, m)
                      .filter(direction -> direction == Direction.NEXT)
                      .map(_ -> c.step(unit(m, 2), count(m.group(1))))),
          plain(
              "\\b(week|month|year|weekend) before last\\b",
              (m, c) -> lower(m, 1).equals("weekend") ? c.weekend(-2) : c.step(lower(m, 1), -2)),
          plain(
              "\\b(week|month|year|weekend) after next\\b",
              (m, c) -> lower(m, 1).equals("weekend") ? c.weekend(2) : c.step(lower(m, 1), 2)),
          // How long until now.
          plain(
              "\\b(?:for|in|over|during|within) the (?:last|past) " + NUMBER + " " + UNIT + "\\b",
              (m, c) -> c.past(unit(m, 2), count(m.group(1)))),
          plain(
              "\\b(?:the )?(?:last|past) " + NUMBER + " " + UNIT + "\\b",
              (m, c) -> c.past(unit(m, 2), count(m.group(1)))),
          plain(
              "\\b(?:have|has|['’]ve|['’]s)(?: also| now| just| already)? (?:been|lived|worked|known|had|played|studied|owned|taught)\\b[^.!?;]{0,60}? for "
                  + NUMBER
                  + " "
                  + UNIT
                  + "\\b(?! ago)",
              (m, c) -> c.past(unit(m, 2), count(m.group(1)))),
          // Weekends, seasons, holidays.
          plain(
              "\\b(last|this|next|past|coming) weekend\\b", (m, c) -> c.weekend(step(m.group(1)))),
          plain(
              "\\b(since )?" + SEASONS + " (?:of )?" + YEAR + "\\b",
              (m, c) -> sinceIf(m.group(1), c, c.season(m.group(2), number(m, 3)))),
          plain(
              "\\b(since )?(last|this|next) " + SEASONS + "\\b",
              (m, c) -> sinceIf(m.group(1), c, c.season(m.group(3), direction(m.group(2))))),
          plain(
              "\\b(in|during|since|throughout) (?:the )?" + SEASONS + "\\b(?! (?:of )?\\d{4})",
              (m, c) -> sinceIf(lower(m, 1), c, c.season(m.group(2), Direction.LAST))),
          plain(
              "\\b(last|this|next) " + HOLIDAYS,
              (m, c) -> {
                Holiday holiday = holiday(m.group(2));
                return c.dayOfYear(holiday.month(), holiday.day(), direction(m.group(1)));
              }),
          new Rule(
              pattern("\\b(?:on|at|for|since) " + HOLIDAYS + "\\b(?!,? (?:of |in )?\\d)"),
              (m, c, text) ->
                  Tense.around(text, m)
                      .map(
                          direction ->
                              c.dayOfYear(
                                  holiday(m.group(1)).month(),
                                  holiday(m.group(1)).day(),
                                  direction))),
          // Days and months without a year.
          plain(
              "(?<!\\b(?:I|you|we|they|he|she|it|who|that) )\\b(next |last )?"
                  + MONTHS
                  + " "
                  + ORDINAL
                  + "\\b(?!,? \\d{4})(?!\\d)",
              (m, c) -> c.dayOfYear(month(m.group(2)), number(m, 3), directionOr(m.group(1)))),
          plain(
              "\\b" + ORDINAL + "(?: of)? (?:(next|last) )?" + MONTHS + "(?!\\w)(?!,? \\d{4})",
              (m, c) -> c.dayOfYear(month(m.group(3)), number(m, 1), directionOr(m.group(2)))),
          plain(
              "\\b(in|since|until|till|by|during|before|after|last|this|early|late|mid|throughout)[ -](?:the )?(?:"
                  + PARTS
                  + "|last )?"
                  + MONTHS
                  + "(?![a-z])(?!,? \\d)",
              (m, c) ->
                  sinceIf(
                      lower(m, 1),
                      c,
                      c.month(
                          month(m.group(2)),
                          lower(m, 1).equals("this") ? Direction.THIS : Direction.LAST))),
          plain(
              "\\b(?:next|coming) " + MONTHS + "\\b",
              (m, c) -> c.month(month(m.group(1)), Direction.NEXT)),
          // Weeks and the rest of the calendar around the turn.
          plain(
              "\\b(since )?(?:the )?(last|past|this|next|coming|current|previous|following) (week|month|quarter|year|decade|century)\\b",
              (m, c) -> sinceIf(m.group(1), c, c.step(lower(m, 3), step(m.group(2))))),
          plain(
              "\\b" + DAYS + " (?:of )?(last|next) week\\b",
              (m, c) -> ofWeek(weekday(m.group(1)), step(m.group(2)), c)),
          plain(
              "\\b(since )?(last|past|this|next|coming) " + DAYS + "\\b",
              (m, c) ->
                  sinceIf(m.group(1), c, c.weekday(weekday(m.group(3)), direction(m.group(2))))),
          // Again and again.
          plain(
              "\\b(?:every|each) (?:single )?(?:"
                  + DAYS
                  + "|week)\\b|\\b(?:weekly|on "
                  + DAYS
                  + "s|once a week|(?:every|each) weekend)\\b",
              (_, c) -> c.recurring(Period.ofWeeks(1))),
          plain(
              "\\b(?:every other week|biweekly|fortnightly|every two weeks|every second week)\\b",
              (_, c) -> c.recurring(Period.ofWeeks(2))),
          plain(
              "\\b(?:every|each) (?:single )?(?:day|morning|evening|night|afternoon)\\b|\\b(?:daily|nightly|once a day)\\b",
              (_, c) -> c.recurring(Period.ofDays(1))),
          plain(
              "\\b(?:every|each) (?:single )?month\\b|\\b(?:monthly|once a month)\\b",
              (_, c) -> c.recurring(Period.ofMonths(1))),
          plain(
              "\\b(?:every|each) quarter\\b|\\bquarterly\\b",
              (_, c) -> c.recurring(Period.ofMonths(3))),
          plain(
              "\\b(?:every|each) (?:single )?(?:year|"
                  + MONTHS
                  + "|"
                  + SEASONS
                  + "|"
                  + HOLIDAYS
                  + ")(?![a-z])|\\b(?:yearly|annually|once a year)\\b",
              (_, c) -> c.recurring(Period.ofYears(1))),
          // What only the verb tells the direction of.
          new Rule(
              pattern("\\b(?:on|by|until|since) " + DAYS + "\\b(?! (?:of )?(?:last|next) week)"),
              (m, c, text) ->
                  Tense.around(text, m)
                      .map(direction -> c.weekday(weekday(m.group(1)), direction))),
          new Rule(
              pattern(
                  "\\bon the (\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of|century|floor|place|anniversary|birthday))"),
              (m, c, text) ->
                  Tense.around(text, m).map(direction -> c.dayOfMonth(number(m, 1), direction))),
          // Years.
          plain(
              "\\b(in|since|from|during|until|till|before|after|by|throughout|early|late|mid)[ -](?:the year )?(?:"
                  + PARTS
                  + ")?"
                  + YEAR
                  + "\\b(?!\\s*(?:-|–|to)\\s*\\d{4})(?![- /]*Q[1-4])",
              (m, c) -> sinceIf(lower(m, 1), c, c.year(number(m, 2)))));

  private TimeRules() {}

  static Pattern pattern(String expression) {
    return Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  static Rule plain(String expression, PlainMeaning meaning) {
    return new Rule(pattern(expression), (m, c, _) -> Optional.of(meaning.of(m, c)));
  }

  /** A day of the year that has a name. */
  private record Holiday(Month month, int day) {}

  private static Holiday holiday(String name) {
    return switch (name.toLowerCase(Locale.ROOT).replace('’', '\'')) {
      case "christmas eve" -> new Holiday(Month.DECEMBER, 24);
      case "christmas", "christmas day" -> new Holiday(Month.DECEMBER, 25);
      case "new year's eve" -> new Holiday(Month.DECEMBER, 31);
      case "new year's day" -> new Holiday(Month.JANUARY, 1);
      case "halloween" -> new Holiday(Month.OCTOBER, 31);
      default -> new Holiday(Month.FEBRUARY, 14);
    };
  }

  /** A range with "since", else the span itself. */
  private static TimeSpan sinceIf(String word, CalendarSpans calendar, TimeSpan span) {
    return word != null && word.strip().equalsIgnoreCase("since") ? calendar.since(span) : span;
  }

  /**
   * Where nothing but the writer's country tells the day from the month, the year is all there is.
   */
  private static TimeSpan slashed(MatchResult match, CalendarSpans calendar) {
    int one = number(match, 1);
    int two = number(match, 2);
    int year = number(match, 3);
    if (one > 12 || one == two) {
      return calendar.day(LocalDate.of(year, two, one));
    }
    if (two > 12) {
      return calendar.day(LocalDate.of(year, one, two));
    }
    return calendar.year(Year.of(LocalDate.of(year, one, two).getYear()).getValue());
  }

  private static TimeSpan dayRange(
      CalendarSpans calendar, String year, String month, int first, int last) {
    if (year != null) {
      return calendar.days(
          LocalDate.of(Integer.parseInt(year), month(month), first),
          LocalDate.of(Integer.parseInt(year), month(month), last));
    }
    return calendar.range(
        calendar.dayOfYear(month(month), first, Direction.LAST),
        calendar.dayOfYear(month(month), last, Direction.LAST));
  }

  /** "A few" are two to five, and "a couple" one to three: neither is known to the day. */
  private static TimeSpan some(String word, String unit, int sign, CalendarSpans calendar) {
    boolean isFew = word.toLowerCase(Locale.ROOT).startsWith("few");
    TimeSpan near = calendar.step(unit, sign * (isFew ? 2 : 1));
    TimeSpan far = calendar.step(unit, sign * (isFew ? 5 : 3));
    return near.envelope(far);
  }

  private static TimeSpan ofWeek(DayOfWeek day, int step, CalendarSpans calendar) {
    return calendar.day(
        calendar
            .today()
            .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
            .plusWeeks(step)
            .with(TemporalAdjusters.nextOrSame(day)));
  }

  private static int step(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "last", "past", "previous" -> -1;
      case "next", "coming", "following" -> 1;
      default -> 0;
    };
  }

  private static Direction direction(String word) {
    return switch (step(word)) {
      case -1 -> Direction.LAST;
      case 1 -> Direction.NEXT;
      default -> Direction.THIS;
    };
  }

  private static Direction directionOr(String word) {
    return word == null ? Direction.LAST : direction(word.strip());
  }

  private static String unit(MatchResult match, int group) {
    return lower(match, group);
  }

  private static int count(String word) {
    Integer named = NUMBERS.get(word.toLowerCase(Locale.ROOT));
    return named != null ? named : Integer.parseInt(word);
  }

  static int number(MatchResult match, int group) {
    return Integer.parseInt(match.group(group));
  }

  private static String lower(MatchResult match, int group) {
    return match.group(group).toLowerCase(Locale.ROOT);
  }

  private static DayOfWeek weekday(String name) {
    return DayOfWeek.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** By the first three letters, which no two months have in common. */
  private static Month month(String name) {
    String start = name.substring(0, 3).toUpperCase(Locale.ROOT);
    for (Month month : Month.values()) {
      if (month.name().startsWith(start)) {
        return month;
      }
    }
    throw new IllegalStateException("no month begins with " + start);
  }
}
