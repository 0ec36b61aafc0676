package io.engraph.http;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** Who may use which graph over HTTP, and how much at once. */
@ConfigMapping(prefix = "engraph.http")
public interface HttpConfig {

  /**
   * The claim of a caller's token that names the graphs of that caller: each of its values, and all
   * whose ids begin with it and a tilde. Empty: every caller may use every graph.
   */
  Optional<String> graphClaim();

  /** The requests that the local server works on at once; it refuses more with 503. */
  @WithDefault("256")
  int maxRequests();
}
