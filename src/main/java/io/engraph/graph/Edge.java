package io.engraph.graph;

import static java.util.Objects.requireNonNull;

/**
 * A directed edge.
 *
 * @param key its ends and its relation
 * @param description what it says, for people; may be empty
 * @param evidence how useful it proved
 * @param version how often it was changed, from 1; a change asks for the version that it read
 */
public record Edge(EdgeKey key, String description, Evidence evidence, long version) {

  public Edge {
    requireNonNull(key, "key is null");
    requireNonNull(description, "description is null");
    requireNonNull(evidence, "evidence is null");
    if (version < 1) {
      throw new IllegalArgumentException("version must be at least 1, but is " + version);
    }
  }

  /** A new edge. */
  public static Edge of(EdgeKey key, Evidence evidence) {
    return new Edge(key, "", evidence, 1);
  }

  /** This edge with other evidence, one version on. */
  public Edge with(Evidence changed) {
    return new Edge(key, description, changed, version + 1);
  }
}
