package io.engraph.agent;

/** An agent for the time of one operation. */
public interface AgentSession extends Agent {

  /** What the decisions so far have taken. */
  AgentReport report();
}
