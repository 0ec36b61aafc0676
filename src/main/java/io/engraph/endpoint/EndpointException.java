package io.engraph.endpoint;

/** An endpoint could not be asked; the message says why, without anything that was said. */
public final class EndpointException extends RuntimeException {
  public EndpointException(String message) {
    super(message);
  }

  public EndpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
