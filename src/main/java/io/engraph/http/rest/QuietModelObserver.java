package io.engraph.http.rest;

import io.engraph.agent.AgentReport.Usage;
import io.engraph.agent.llm.ModelObserver;
import jakarta.inject.Singleton;

/** A local server has no metrics: what decisions took is in its answers. */
@Singleton
public class QuietModelObserver implements ModelObserver {

  @Override
  public void asked(String decision, Usage usage) {}

  @Override
  public void degraded(String decision, String reason) {}
}
