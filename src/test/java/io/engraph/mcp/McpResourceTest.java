package io.engraph.mcp;

import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;

/** The local server, by streamable HTTP. */
@QuarkusTest
class McpResourceTest extends McpContract {

  @TestHTTPResource("/mcp")
  URI address;

  @Override
  protected McpTransport transport() {
    return new StreamableHttpMcpTransport.Builder().url(address.toString()).build();
  }

  @Override
  protected String graph() {
    return "me";
  }
}
