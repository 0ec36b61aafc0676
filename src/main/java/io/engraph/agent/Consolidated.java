package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;
import java.time.Instant;
import java.util.List;

/** One thing that putting a {@link Dossier} in order decides. */
public sealed interface Consolidated {

  /**
   * Something newer took the place of something older, which stays to be seen.
   *
   * @param older what held until then
   * @param newer what holds now
   * @param from when it changed
   */
  record Superseded(NodeId older, NodeId newer, Instant from) implements Consolidated {
    public Superseded {
      requireNonNull(older, "older is null");
      requireNonNull(newer, "newer is null");
      requireNonNull(from, "from is null");
    }
  }

  /** Two of which only one can be true, and nothing tells which. */
  record Conflicting(NodeId one, NodeId other) implements Consolidated {
    public Conflicting {
      requireNonNull(one, "one is null");
      requireNonNull(other, "other is null");
    }
  }

  /**
   * Two that say the same.
   *
   * @param kept the one that says it most exactly; it gets the sources and edges of the other
   * @param gone the other
   */
  record Same(NodeId kept, NodeId gone) implements Consolidated {
    public Same {
      requireNonNull(kept, "kept is null");
      requireNonNull(gone, "gone is null");
    }
  }

  /**
   * A fact that sums up events, which stay as its evidence.
   *
   * @param concept what they have in common
   * @param content what it says, with whatever is particular to any of them
   * @param keywords what it is about
   * @param members the events, in order
   */
  record Summary(NodeId concept, String content, List<String> keywords, List<NodeId> members)
      implements Consolidated {

    /** The fewest events that make a habit. */
    public static final int LEAST_MEMBERS = 3;

    /** The most, so that the fact and its evidence are written in one transaction. */
    public static final int MOST_MEMBERS = 60;

    public Summary {
      requireNonNull(concept, "concept is null");
      requireNonNull(content, "content is null");
      keywords = List.copyOf(keywords);
      members = List.copyOf(members);
      if (members.size() < LEAST_MEMBERS || members.size() > MOST_MEMBERS) {
        throw new IllegalArgumentException(
            "a summary is of %d to %d events, not of %d"
                .formatted(LEAST_MEMBERS, MOST_MEMBERS, members.size()));
      }
    }
  }

  /**
   * Another name of the same entity.
   *
   * @param alias the entity of the shorter name
   * @param full the entity of the full name
   */
  record Alias(NodeId alias, NodeId full) implements Consolidated {
    public Alias {
      requireNonNull(alias, "alias is null");
      requireNonNull(full, "full is null");
    }
  }
}
