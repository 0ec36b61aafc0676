package io.engraph.retrieval;

import io.smallrye.config.SmallRyeConfigBuilder;

/** The policy of a memory that nobody has configured. */
public final class DefaultPolicy {

  private DefaultPolicy() {}

  public static RetrievalPolicy get() {
    return new SmallRyeConfigBuilder()
        .withMapping(RetrievalConfig.class)
        .build()
        .getConfigMapping(RetrievalConfig.class)
        .weights()
        .policy();
  }
}
