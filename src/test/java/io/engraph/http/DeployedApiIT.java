package io.engraph.http;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The suite of the API against a deployment: {@code make e2e} makes one and names it. */
@EnabledIfEnvironmentVariable(
    named = "ENGRAPH_API",
    matches = "http://(127\\.0\\.0\\.1|localhost):.*",
    disabledReason = "needs a deployment on an emulator: run make e2e")
class DeployedApiIT extends MemoryApiSuite {

  @Override
  protected String address() {
    return System.getenv("ENGRAPH_API");
  }
}
