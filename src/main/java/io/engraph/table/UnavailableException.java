package io.engraph.table;

/**
 * The table does not answer, or not in time: what was asked of it may or may not have been done. To
 * ask for the same again, later, changes nothing twice.
 */
public final class UnavailableException extends TableException {
  public UnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
