package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A directed edge.
 *
 * @param key its ends and its relation
 * @param description what it says, for people; may be empty
 * @param evidence how useful it proved
 * @param version how often it was changed, from 1; a change asks for the version that it read
 * @param origin what it was before use changed it for the first time; empty if use never did, or if
 *     that was before edges knew their origin
 */
public record Edge(
    EdgeKey key, String description, Evidence evidence, long version, Optional<Origin> origin) {

  /**
   * What an edge was before use changed it, which is where undoing begins.
   *
   * @param evidence the evidence then; empty if it was use that made the edge
   */
  public record Origin(Optional<Evidence> evidence) {
    public Origin {
      requireNonNull(evidence, "evidence is null");
    }
  }

  public Edge {
    requireNonNull(key, "key is null");
    requireNonNull(description, "description is null");
    requireNonNull(evidence, "evidence is null");
    requireNonNull(origin, "origin is null");
    if (version < 1) {
      throw new IllegalArgumentException("version must be at least 1, but is " + version);
    }
  }

  /** A new edge that an agent made. */
  public static Edge of(EdgeKey key, Evidence evidence) {
    return new Edge(key, "", evidence, 1, Optional.empty());
  }

  /** A new edge that use made. */
  public static Edge learned(EdgeKey key, Evidence evidence) {
    return new Edge(key, "", evidence, 1, Optional.of(new Origin(Optional.empty())));
  }

  /** This edge with the evidence that use changed, one version on. */
  public Edge with(Evidence changed) {
    boolean isUnchanged = version == 1 && !Double.isNaN(evidence.prior());
    Optional<Origin> before =
        origin.isEmpty() && isUnchanged ? Optional.of(new Origin(Optional.of(evidence))) : origin;
    return new Edge(key, description, changed, version + 1, before);
  }
}
