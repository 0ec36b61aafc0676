package io.engraph.http;

import java.util.List;

/** A function was asked for something that it does not do. */
public final class UnknownOperationException extends RuntimeException {

  private final int status;

  private UnknownOperationException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** There is nothing at that path. */
  public static UnknownOperationException path(String method, String path) {
    return new UnknownOperationException(
        404,
        "there is nothing at %s /%s"
            .formatted(Requests.printable(method), Requests.printable(path)));
  }

  /** The function has no such operation. */
  public static UnknownOperationException operation(String operation, List<String> known) {
    return new UnknownOperationException(
        400,
        "operation must be one of %s, but is %s".formatted(known, Requests.printable(operation)));
  }

  int status() {
    return status;
  }
}
