package io.engraph.index;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When something was or is true: from {@code start} to {@code end}, which is excluded unless it
 * equals the start, known as precisely as {@code precision} says.
 */
public record TimeSpan(Instant start, Instant end, Precision precision) {

  /** How precisely a time is known. */
  public enum Precision {
    INSTANT,
    DAY,
    MONTH,
    YEAR,
    RANGE,
    /** Once in every such span, from its start on: it ends one period after it starts. */
    RECURRING
  }

  public TimeSpan {
    requireNonNull(start, "start is null");
    requireNonNull(end, "end is null");
    requireNonNull(precision, "precision is null");
    if (end.isBefore(start)) {
      throw new IllegalArgumentException("end %s is before start %s".formatted(end, start));
    }
  }

  /** A moment. */
  public static TimeSpan at(Instant instant) {
    return new TimeSpan(instant, instant, Precision.INSTANT);
  }

  /** What of it is between two moments, the later one included; empty if nothing is. */
  public Optional<TimeSpan> within(Instant earliest, Instant latest) {
    if (end.isBefore(earliest) || start.isAfter(latest)) {
      return Optional.empty();
    }
    return Optional.of(
        new TimeSpan(
            start.isBefore(earliest) ? earliest : start,
            end.isAfter(latest) ? latest : end,
            precision));
  }

  /** Whether the two have a moment in common. */
  public boolean overlaps(TimeSpan other) {
    if (isMoment()) {
      return other.isMoment() ? start.equals(other.start) : other.holds(start);
    }
    return other.isMoment()
        ? holds(other.start)
        : start.isBefore(other.end) && other.start.isBefore(end);
  }

  private boolean isMoment() {
    return start.equals(end);
  }

  private boolean holds(Instant moment) {
    return !moment.isBefore(start) && moment.isBefore(end);
  }

  /** How long it is from the one to the other; none where they overlap. */
  public Duration distance(TimeSpan other) {
    if (overlaps(other)) {
      return Duration.ZERO;
    }
    return start.isBefore(other.start)
        ? Duration.between(end, other.start)
        : Duration.between(other.end, start);
  }

  /** The least span that holds both, as precise as the less precise of them. */
  public TimeSpan envelope(TimeSpan other) {
    if (equals(other)) {
      return this;
    }
    return new TimeSpan(
        start.isBefore(other.start) ? start : other.start,
        end.isAfter(other.end) ? end : other.end,
        Precision.RANGE);
  }
}
