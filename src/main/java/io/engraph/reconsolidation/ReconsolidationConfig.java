package io.engraph.reconsolidation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What a completed query may change. */
@ConfigMapping(prefix = "engraph.reconsolidation")
public interface ReconsolidationConfig {

  /** Whether edges are added, strengthened and weakened. */
  @WithDefault("true")
  boolean edges();

  /** Whether the weights of the ranking channels move. */
  @WithDefault("true")
  boolean policy();

  /** Whether a question that was answered well is remembered, and leads to what helped. */
  @WithDefault("true")
  boolean questions();

  /** Whether lessons are curated from outcomes; only an agent with a model reflects on any. */
  @WithDefault("true")
  boolean lessons();

  /** These values. */
  default Reconsolidation.Settings settings() {
    return new Reconsolidation.Settings(edges(), policy(), questions(), lessons());
  }
}
