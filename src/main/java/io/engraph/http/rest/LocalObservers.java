package io.engraph.http.rest;

import io.engraph.agent.llm.ModelObserver;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** A local server has no metrics: what decisions took is in its answers. */
final class LocalObservers {

  private LocalObservers() {}

  @Produces
  @Singleton
  static ModelObserver modelObserver() {
    return ModelObserver.NONE;
  }
}
