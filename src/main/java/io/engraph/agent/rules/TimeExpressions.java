package io.engraph.agent.rules;

import io.engraph.agent.rules.TimeRules.Rule;
import io.engraph.graph.SortableTime;
import io.engraph.index.TimeSpan;
import io.engraph.index.TimeSpan.Precision;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Expressions of time in English, and dates in some other languages, resolved against the moment
 * and in the offset of the turn that has them, with the precision that they have: "yesterday" is a
 * day, "last year" a year.
 */
public final class TimeExpressions {

  private static final List<Rule> RULES =
      Stream.of(TimeRules.ALL, ForeignDates.ALL).flatMap(List::stream).toList();

  /** Words that open a time to one side, right before it. */
  private static final Pattern OPEN =
      Pattern.compile(
          "\\b(before|after|since|until|by)\\b(?= (?:the |early |late |mid )?(?:\\d|last|this|next|yesterday|today|"
              + TimeRules.MONTHS
              + "|"
              + TimeRules.SEASONS
              + "|"
              + TimeRules.DAYS
              + "))",
          Pattern.CASE_INSENSITIVE);

  private static final Instant FAR_PAST = SortableTime.EARLIEST;
  private static final Instant FAR_FUTURE = Instant.parse("9998-12-31T00:00:00Z");

  private TimeExpressions() {}

  /** What the first expression of {@code text} means at {@code at}; empty when it has none. */
  public static Optional<TimeSpan> first(String text, OffsetDateTime at) {
    record Match(int start, int rank, TimeSpan span) {}
    Comparator<Match> order = Comparator.comparingInt(Match::start).thenComparingInt(Match::rank);
    Optional<Match> first = Optional.empty();
    for (int rank = 0; rank < RULES.size(); rank++) {
      Matcher matcher = RULES.get(rank).pattern().matcher(text);
      // The first that means something: what has only the form of a time hides no other.
      while (matcher.find()) {
        Optional<TimeSpan> span = meaning(RULES.get(rank), matcher.toMatchResult(), at, text);
        if (span.isPresent()) {
          Match match = new Match(matcher.start(), rank, span.get());
          first =
              first.isEmpty() || order.compare(match, first.get()) < 0 ? Optional.of(match) : first;
          break;
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
              case "after" -> since(span.end());
              default -> since(span.start());
            });
  }

  private static TimeSpan since(Instant from) {
    return new TimeSpan(
        from, from.isBefore(FAR_FUTURE) ? FAR_FUTURE : SortableTime.LATEST, Precision.RANGE);
  }

  private static Optional<TimeSpan> meaning(
      Rule rule, MatchResult match, OffsetDateTime at, String text) {
    try {
      // "Next year" may be after the last one that can be told.
      return rule.meaning()
          .of(match, new CalendarSpans(at), text)
          .flatMap(span -> span.within(SortableTime.EARLIEST, SortableTime.LATEST));
    } catch (DateTimeException | IllegalArgumentException e) {
      // "31 February 2024" has the form of a date and is none, and so has a range that runs
      // backwards.
      return Optional.empty();
    }
  }
}
