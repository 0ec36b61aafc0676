package io.engraph.retrieval;

/** What one search gives a node of the index: 0 to 1, or NaN where there is nothing to say. */
@FunctionalInterface
interface SlotScore {

  /** Nothing to say of any node. */
  SlotScore SILENT = _ -> Float.NaN;

  /**
   * @param slot the slot of the node; one without a node may get anything
   */
  float of(int slot);
}
