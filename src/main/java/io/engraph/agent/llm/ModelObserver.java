package io.engraph.agent.llm;

import io.engraph.agent.AgentReport.Usage;

/**
 * Hears what decisions by a model took, and which rules took in its place; nothing that was said.
 */
public interface ModelObserver {

  /** Hears nothing. */
  ModelObserver NONE =
      new ModelObserver() {
        @Override
        public void asked(String decision, Usage usage) {}

        @Override
        public void degraded(String decision, String reason) {}
      };

  /** A model was asked. */
  void asked(String decision, Usage usage);

  /** Rules decided in its place. */
  void degraded(String decision, String reason);
}
