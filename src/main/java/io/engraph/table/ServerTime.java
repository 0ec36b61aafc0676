package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * A clock that is set right by the dates of a server's answers. Two machines whose clocks differ by
 * minutes agree on the time to within two seconds and the time of an answer, and to less the more
 * answers they have had: each says that the server's time was within its second at some moment
 * between question and answer (Cristian's algorithm, on bounds).
 */
final class ServerTime extends Clock implements ExecutionInterceptor {

  private static final ExecutionAttribute<Instant> SENT = new ExecutionAttribute<>("engraph.sent");
  private static final Duration RESOLUTION = Duration.ofSeconds(1);

  private final Clock own;
  private volatile Duration ahead = Duration.ZERO;

  /**
   * @param own this machine's clock
   */
  ServerTime(Clock own) {
    this.own = requireNonNull(own, "own is null");
  }

  /** How far the server is ahead of this machine, as far as is known. */
  Duration ahead() {
    return ahead;
  }

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    attributes.putAttribute(SENT, own.instant());
  }

  @Override
  public void beforeUnmarshalling(
      Context.BeforeUnmarshalling context, ExecutionAttributes attributes) {
    context
        .httpResponse()
        .firstMatchingHeader("Date")
        .ifPresent(date -> answered(attributes.getAttribute(SENT), date, own.instant()));
  }

  /**
   * Takes account of an answer.
   *
   * @param sent when the question was sent, by this machine's clock
   * @param date the date that the answer has, such as {@code Tue, 3 Jun 2026 11:05:30 GMT}
   * @param received when the answer was there, by this machine's clock
   */
  void answered(Instant sent, String date, Instant received) {
    Instant server;
    try {
      server = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException e) {
      // An answer without a date that can be read says nothing.
      return;
    }
    Duration least = Duration.between(received, server);
    Duration most = Duration.between(sent, server.plus(RESOLUTION));
    synchronized (this) {
      if (ahead.compareTo(least) < 0) {
        ahead = least;
      } else if (ahead.compareTo(most) > 0) {
        ahead = most;
      }
    }
  }

  @Override
  public Instant instant() {
    return own.instant().plus(ahead);
  }

  @Override
  public ZoneId getZone() {
    return own.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    ServerTime here = this;
    return new Clock() {
      @Override
      public Instant instant() {
        return here.instant();
      }

      @Override
      public ZoneId getZone() {
        return zone;
      }

      @Override
      public Clock withZone(ZoneId other) {
        return here.withZone(other);
      }
    };
  }
}
