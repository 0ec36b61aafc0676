package io.engraph.graph;

/**
 * The version of the form in which a graph is stored. Every release reads all versions up to its
 * own, and brings what it changes to its own; a newer one it refuses.
 *
 * <ul>
 *   <li>1: what had no version
 *   <li>2: an edge knows what it was before use changed it
 *   <li>3: what the index knows of a node is one attribute
 * </ul>
 */
public final class SchemaVersion {

  /** The version that this release writes. */
  public static final int CURRENT = 3;

  /** The version of a graph that does not say. */
  static final int FIRST = 1;

  private SchemaVersion() {}

  /** A graph was written by a newer release, which this one might damage. */
  public static final class UnknownException extends RuntimeException {
    UnknownException(GraphId graph, int version) {
      super(
          "graph %s is stored in version %d of the schema, and this release knows versions up to %d: use the release that wrote it, or a newer one"
              .formatted(graph, version, CURRENT));
    }
  }

  /**
   * Refuses what this release does not know.
   *
   * @return the version
   * @throws UnknownException if it is newer than {@link #CURRENT}
   */
  public static int require(GraphId graph, int version) {
    if (version > CURRENT) {
      throw new UnknownException(graph, version);
    }
    return version;
  }
}
