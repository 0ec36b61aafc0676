package io.engraph.http;

import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;

import io.engraph.agent.llm.BadModel;
import io.engraph.endpoint.ModelServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The suite of the API, with a model behind the decisions that answers everything wrongly. */
@QuarkusTest
@TestProfile(DegradedGraphResourceTest.Degraded.class)
class DegradedGraphResourceTest extends MemoryApiSuite {

  /** A server that is configured with such a model. */
  public static final class Degraded implements QuarkusTestProfile {
    @Override
    public List<TestResourceEntry> testResources() {
      return List.of(new TestResourceEntry(Model.class));
    }
  }

  /** The model. */
  public static final class Model implements QuarkusTestResourceLifecycleManager {
    private ModelServer server;

    @Override
    public Map<String, String> start() {
      server = new ModelServer(BadModel.answers());
      return Map.of(
          "engraph.agent.base-url", server.address(),
          "engraph.agent.model", "bad",
          "engraph.table.file", "${java.io.tmpdir}/engraph-test-${quarkus.uuid}/degraded.db");
    }

    @Override
    public void stop() {
      server.close();
    }
  }

  @TestHTTPResource URI address;

  @Override
  protected String address() {
    return "http://%s:%d".formatted(address.getHost(), address.getPort());
  }

  @Test
  void should_say_that_rules_decided_and_why() {
    rememberConversation();

    query("{\"text\": \"Who keeps bees?\"}")
        .statusCode(200)
        .body("usage.agent.degraded.decision", hasItem("plan"))
        .body("usage.agent.degraded.reason", not(empty()));
  }
}
