package io.engraph.retrieval;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;

/** How much one query may do, and how long its trace is kept. */
@ConfigMapping(prefix = "engraph.retrieval")
public interface RetrievalConfig {

  /** The most nodes that the walk begins at, 1 to 100. */
  @WithDefault("6")
  int entryNodes();

  /** The most edges of a node that are read in each direction, 0 to 100. */
  @WithDefault("8")
  int neighbours();

  /** The most edges between an entry node and an answered one, 0 to 10. */
  @WithDefault("2")
  int hops();

  /** The most nodes of an answer, 1 to 200. */
  @WithDefault("12")
  int loadedNodes();

  /** The most tokens of a context. */
  @WithDefault("2500")
  int tokens();

  /** The most rounds of the walk, 0 to 50. */
  @WithDefault("5")
  int steps();

  /** The least score of an entry node, 0 to 1; dropped when it leaves nothing. */
  @WithDefault("0.1")
  double seedThreshold();

  /**
   * How much each ranking channel counts in graphs that have not learned it: dense, lexical,
   * neighbour, speaker, session, keywords, time, kind, recency, path; 0 or more.
   */
  Map<String, Double> weights();

  /** How long a query can be explained and reported on. */
  @WithDefault("P30D")
  Duration traceRetention();

  /** These values, checked. */
  default Retrieval.Settings settings() {
    return new Retrieval.Settings(
        new Budgets(entryNodes(), neighbours(), hops(), loadedNodes(), tokens(), steps()),
        RetrievalPolicy.DEFAULT.with(weights()),
        seedThreshold(),
        traceRetention());
  }
}
