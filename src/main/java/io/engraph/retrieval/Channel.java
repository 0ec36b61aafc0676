package io.engraph.retrieval;

import io.engraph.index.CompactIndex;

/** One view of how well a node fits a question. Adding a channel is adding a class. */
interface Channel {

  /** The name by which the graph's policy weighs it. */
  String name();

  /**
   * The score of every slot of the index, on any scale, the higher the better; NaN where this
   * channel has nothing to say.
   */
  float[] scores(SearchText search, CompactIndex index);
}
