package io.engraph.http;

import java.util.List;
import java.util.Map;

/**
 * A request of the API, whatever way it came in.
 *
 * @param method the HTTP method
 * @param path the segments of its path, decoded
 * @param parameters the parameters after the path, decoded
 * @param body the body, decoded; empty if it has none
 * @param access the graphs that the caller may use
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ApiRequest(
    String method,
    List<String> path,
    Map<String, String> parameters,
    byte[] body,
    GraphAccess access) {

  private static final List<String> GRAPHS = List.of("v1", "graphs");

  /** The path in the words of a client. */
  public String shownPath() {
    return String.join("/", path);
  }

  /** Whether it asks for what is in a graph. */
  boolean isOfGraph() {
    return path.size() > 2 && path.subList(0, 2).equals(GRAPHS);
  }

  /** Whether it asks for all graphs. */
  boolean isOfAll() {
    return path.equals(GRAPHS);
  }

  /**
   * The id of the graph that it is about.
   *
   * @throws ForbiddenException if the caller may not use that graph
   */
  public String graph() {
    access.require(path.get(2));
    return path.get(2);
  }

  /** Whether it is such a request of a graph; {@code null} stands for any segment. */
  boolean is(String wanted, String... rest) {
    if (!method.equals(wanted) || !isOfGraph() || path.size() != 3 + rest.length) {
      return false;
    }
    for (int i = 0; i < rest.length; i++) {
      if (rest[i] != null && !rest[i].equals(path.get(3 + i))) {
        return false;
      }
    }
    return true;
  }

  /** A segment after the graph's, from 0. */
  String segment(int number) {
    return path.get(3 + number);
  }

  boolean isTrue(String parameter) {
    return "true".equals(parameters.get(parameter));
  }
}
