package io.engraph.graph;

/** A graph was used with another embedding model than the one that it was made with. */
public final class ModelMismatchException extends RuntimeException {

  public ModelMismatchException(
      GraphId graph, String made, int madeDimension, String used, int usedDimension) {
    super(
        "graph %s was made with the embedding model %s (%d dimensions), but this server uses %s (%d dimensions): start it with the graph's model, or ingest into another graph"
            .formatted(graph, made, madeDimension, used, usedDimension));
  }
}
