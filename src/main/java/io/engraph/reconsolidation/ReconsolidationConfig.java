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

  /** These values. */
  default Reconsolidation.Settings settings() {
    return new Reconsolidation.Settings(edges(), policy());
  }
}
