package io.engraph.table;

import java.util.List;
import java.util.Set;

/**
 * The secondary indexes of the table. An item is in an index when it has the index's partition and
 * sort attributes, both text; reading through an index returns the keys and the projected
 * attributes only.
 */
public enum Index {
  /**
   * An edge among its source's outgoing edges, the most useful first. Local: its partition is pk.
   */
  BY_UTILITY("pk", Attributes.UTILITY_ORDER, Attributes.EDGE),
  /** An edge among its target's incoming edges, the most useful first. */
  INCOMING(Attributes.INCOMING, Attributes.UTILITY_ORDER, Attributes.EDGE),
  /** Whatever is listed by time: nodes of a graph, graphs, work that is still to be done. */
  TIMELINE(Attributes.TIMELINE, Attributes.TIME, Set.of("kind", "status"));

  private final String partitionAttribute;
  private final String sortAttribute;

  // Set.of gives immutable sets.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<String> projection;

  Index(String partitionAttribute, String sortAttribute, Set<String> projection) {
    this.partitionAttribute = partitionAttribute;
    this.sortAttribute = sortAttribute;
    this.projection = projection;
  }

  /** Whether the index shares its partitions with the table, and can be read consistently. */
  public boolean isLocal() {
    return partitionAttribute.equals("pk");
  }

  public String partitionAttribute() {
    return partitionAttribute;
  }

  public String sortAttribute() {
    return sortAttribute;
  }

  /** The attributes that come with the keys, the index's own keys among them. */
  public List<String> projected() {
    return java.util.stream.Stream.concat(
            projection.stream(),
            java.util.stream.Stream.of(partitionAttribute, sortAttribute)
                .filter(name -> !name.equals("pk")))
        .distinct()
        .sorted()
        .toList();
  }

  /** Names of the attributes that the indexes are made of. */
  public static final class Attributes {
    public static final String UTILITY_ORDER = "utilityOrder";
    public static final String INCOMING = "incoming";
    public static final String TIMELINE = "timeline";
    public static final String TIME = "time";

    private static final Set<String> EDGE =
        Set.of("prior", "helpful", "harmful", "weight", "version", "description");

    private Attributes() {}
  }
}
