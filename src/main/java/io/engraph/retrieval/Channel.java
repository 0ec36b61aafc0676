package io.engraph.retrieval;

/** One view of how well a node fits a question. Adding a channel is adding a class. */
interface Channel {

  /** The name by which the graph's policy weighs it. */
  String name();

  /**
   * Names nodes that this channel may lift, by {@link Candidates#consider}. Called once, before any
   * scores of its own, and in a large index only: there, what no channel names is not scored.
   */
  default void find(Candidates candidates) {}

  /**
   * The score of every node, 0 to 1; NaN where this channel has nothing to say. It may be asked at
   * any time, of any slot that the index had.
   *
   * @param candidates the nodes, with what the channels before this one made of them
   */
  SlotScore over(Candidates candidates);
}
