package io.engraph.graph;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants of the years 1 to 9999 as text whose order is the order of time. */
public final class SortableTime {

  public static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  public static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private SortableTime() {}

  /**
   * @throws IllegalArgumentException if the time is before {@link #EARLIEST} or after {@link
   *     #LATEST}
   */
  public static String of(Instant time) {
    if (!isInRange(time)) {
      throw new IllegalArgumentException(
          "time must be from %s to %s, but is %s".formatted(EARLIEST, LATEST, time));
    }
    return FORMAT.format(time);
  }

  public static boolean isInRange(Instant time) {
    return !time.isBefore(EARLIEST) && !time.isAfter(LATEST);
  }
}
