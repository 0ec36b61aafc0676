package io.engraph.http;

/** The caller may not use this graph, whether there is one or not. */
final class ForbiddenException extends RuntimeException {

  ForbiddenException(String graph) {
    super("your token does not admit the graph %s".formatted(graph));
  }
}
