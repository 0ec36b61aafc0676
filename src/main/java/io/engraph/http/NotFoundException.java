package io.engraph.http;

/** There is no such graph, node or query. */
final class NotFoundException extends RuntimeException {

  NotFoundException(String what, String id) {
    super("there is no %s %s here".formatted(what, id));
  }
}
