package io.engraph.consolidation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** When and how much is consolidated. */
@ConfigMapping(prefix = "engraph.consolidation")
public interface ConsolidationConfig {

  /** How often a local server consolidates; nothing turns it off. A function has its schedule. */
  @WithDefault("PT15M")
  Duration every();

  /** The most facts, claims and events of an entity that are looked at together, the newest. */
  @WithDefault("300")
  int units();

  /** The most entities that one request consolidates, before it answers. */
  @WithDefault("200")
  int entities();
}
