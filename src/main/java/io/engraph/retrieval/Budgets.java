package io.engraph.retrieval;

/**
 * How much one query may do. None is ever exceeded, so a query costs the same in a graph of a
 * thousand nodes and of a million.
 *
 * @param entryNodes the most nodes that the walk begins at
 * @param neighbours the most edges of a node that are read in each direction
 * @param hops the most edges between an entry node and an answered one
 * @param loadedNodes the most nodes that are answered
 * @param tokens the most tokens of the context
 * @param steps the most rounds of the walk
 */
public record Budgets(
    int entryNodes, int neighbours, int hops, int loadedNodes, int tokens, int steps) {

  public Budgets {
    requireRange(entryNodes, 1, 100, "entryNodes");
    requireRange(neighbours, 0, 100, "neighbours");
    requireRange(hops, 0, 10, "hops");
    requireRange(loadedNodes, 1, 200, "loadedNodes");
    requireRange(tokens, 1, 1_000_000, "tokens");
    requireRange(steps, 0, 50, "steps");
  }

  private static void requireRange(int value, int low, int high, String name) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, but is %d".formatted(name, low, high, value));
    }
  }

  /** These budgets, with fewer nodes or tokens where the caller asks for fewer. */
  public Budgets atMost(int nodes, int maxTokens) {
    return new Budgets(
        entryNodes,
        neighbours,
        hops,
        Math.min(loadedNodes, nodes),
        Math.min(tokens, maxTokens),
        steps);
  }
}
