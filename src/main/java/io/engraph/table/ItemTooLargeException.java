package io.engraph.table;

/** An item was refused before it was sent, since no engine may hold it. */
public final class ItemTooLargeException extends TableException {

  public ItemTooLargeException(Key key, long bytes, long most) {
    super(
        "item %s has %d bytes, but at most %d can be stored: split its content"
            .formatted(key, bytes, most));
  }
}
