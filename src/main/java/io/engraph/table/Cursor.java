package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Where a page ended: the last item's key, and its sort key in the index that was read.
 *
 * @param key the key of the last item of the page
 * @param indexSort its sort key in the index; empty for the table itself
 */
public record Cursor(Key key, Optional<String> indexSort) {
  public Cursor {
    requireNonNull(key, "key is null");
    requireNonNull(indexSort, "indexSort is null");
  }
}
