package io.engraph.graph;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What new graphs are made with. */
@ConfigMapping(prefix = "engraph.graph")
public interface GraphConfig {

  /** How evidence turns into utility: beta-posterior, or confidence-guided. */
  @WithDefault("beta-posterior")
  UtilityRule utilityRule();

  /**
   * Whether new graphs begin with what others of the deployment have learned of the weights of the
   * ranking channels, and others with what they have.
   */
  @WithDefault("true")
  boolean sharedPolicy();
}
