package io.engraph.retrieval;

/** One view of how well a node fits a question. Adding a channel is adding a class. */
interface Channel {

  /** The name by which the graph's policy weighs it. */
  String name();

  /**
   * The score of every slot of the index, 0 to 1; NaN where this channel has nothing to say.
   *
   * @param candidates the nodes, with what the channels before this one made of them
   */
  float[] scores(Candidates candidates);
}
