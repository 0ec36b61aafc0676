package io.engraph.index;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the indexes of graphs are held in memory. */
@ConfigMapping(prefix = "engraph.index")
public interface IndexConfig {

  /** How far a writer's clock may be behind this one, the time of its transaction included. */
  @WithDefault("PT15S")
  Duration overlap();

  /** The memory that all indexes together may take, in MiB; the one in use always stays. */
  @WithDefault("256")
  int maxMebibytes();
}
