package io.engraph.http;

/** A body is larger than is taken. */
public final class TooLargeException extends RuntimeException {

  /** The most bytes of a body. */
  public static final long MAX_BODY_BYTES = 1_024L * 1_024;

  public TooLargeException() {
    super(
        "the body must have at most %d bytes: send fewer observations at once"
            .formatted(MAX_BODY_BYTES));
  }
}
