package io.engraph.table;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * Some items of a partition, in order.
 *
 * @param items the items; through an index, with its projected attributes only
 * @param next where the next page begins; empty when there is nothing more
 */
public record Page(List<Item> items, Optional<Cursor> next) {
  public Page {
    items = List.copyOf(items);
    requireNonNull(next, "next is null");
  }
}
