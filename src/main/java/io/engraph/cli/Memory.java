package io.engraph.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** A memory as commands see it: behind a server, or in a table of their own. */
interface Memory extends AutoCloseable {

  /**
   * Sends a request of the API.
   *
   * @param method GET, POST or DELETE
   * @param path the segments after {@code /v1/graphs}
   * @param parameters what follows the path
   * @param body what is sent; null for nothing
   */
  Reply send(String method, List<String> path, Map<String, String> parameters, JsonNode body);

  @Override
  void close();
}
