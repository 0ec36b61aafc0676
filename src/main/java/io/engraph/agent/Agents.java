package io.engraph.agent;

import io.engraph.graph.GraphId;

/**
 * Who decides. Every operation on a graph opens a session of its own, which is told what it is for
 * and tells at the end what its decisions took; nothing of it outlives the operation.
 *
 * <p>Safe for use by many threads.
 */
public interface Agents {

  /** A session for one operation on a graph. */
  AgentSession open(GraphId graph);

  /** Loads what decisions need, so that the first one does not wait for it; asks no model. */
  void prime();
}
