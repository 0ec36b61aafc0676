package io.engraph.http;

/** A body is larger than is taken. */
final class TooLargeException extends RuntimeException {

  TooLargeException(long most) {
    super("the body must have at most %d bytes: send fewer observations at once".formatted(most));
  }
}
