package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.EdgeKey;

/**
 * A change of the graph's topology (REALM).
 *
 * @param edge the edge
 * @param action what is done to it
 * @param confidence how sure the agent is, 0 to 1
 * @param reason why, in a few words, for the edit log
 */
public record EdgeDecision(EdgeKey edge, Action action, double confidence, String reason) {

  /** What is done to an edge. */
  public enum Action {
    /** It is made; one that is there gets stronger. */
    ADD,
    /** As {@link #ADD}, but it takes two such decisions to make it. */
    ASSOCIATE,
    /** It gets stronger, if it is there. */
    STRENGTHEN,
    /** It gets weaker, if it is there. */
    WEAKEN
  }

  public EdgeDecision {
    requireNonNull(edge, "edge is null");
    requireNonNull(action, "action is null");
    requireNonNull(reason, "reason is null");
  }
}
