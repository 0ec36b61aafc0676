package io.engraph.http;

/** A request does not have the form that it should have; nothing was written. */
final class InvalidRequestException extends RuntimeException {

  private final String field;
  private final String expected;

  /**
   * @param field the field that is wrong, such as {@code observations[2].at}; {@code body} for the
   *     whole
   * @param expected what it should hold
   */
  InvalidRequestException(String field, String expected) {
    super("%s must be %s".formatted(field, expected));
    this.field = field;
    this.expected = expected;
  }

  String field() {
    return field;
  }

  String expected() {
    return expected;
  }
}
