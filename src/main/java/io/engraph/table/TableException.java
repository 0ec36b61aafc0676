package io.engraph.table;

/** The table could not do what it was asked. */
public class TableException extends RuntimeException {

  public TableException(String message) {
    super(message);
  }

  public TableException(String message, Throwable cause) {
    super(message, cause);
  }
}
