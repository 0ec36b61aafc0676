package io.engraph.transfer;

/** Thrown when something that is imported has not the form that it should have. */
public final class TransferException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public TransferException(String message) {
    super(message);
  }
}
