package io.engraph.client;

/** Thrown when a memory refuses a request, or cannot be reached. */
public final class EngraphException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int status;

  EngraphException(int status, String message) {
    super(message);
    this.status = status;
  }

  EngraphException(String message, Throwable cause) {
    super(message, cause);
    this.status = 0;
  }

  /** The HTTP status; 0 where no answer came. */
  public int status() {
    return status;
  }
}
