package io.engraph.table;

/** Another writer was in the way, or the table was throttled: the same call may succeed later. */
public final class ContentionException extends TableException {

  public ContentionException(String message, Throwable cause) {
    super(message, cause);
  }
}
