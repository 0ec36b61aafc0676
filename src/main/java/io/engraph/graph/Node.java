package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import io.engraph.index.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A unit of memory. Its vector and terms are in the index, not here.
 *
 * @param id its name in the graph
 * @param kind what it stands for
 * @param subtype PERSON or CONCEPT for an entity, the section of a STRATEGY; else empty
 * @param content what it says, in the language of its source
 * @param description who says or does it, where the content alone does not tell; may be empty
 * @param keywords what it is about
 * @param time when it was or is true; empty when unknown
 * @param learnedAt the time of the turn that it was first learned from
 * @param sources the turns it was learned from, in order
 * @param status whether it still holds
 * @param claim the roles of a CLAIM; empty for every other kind
 * @param version how often it was changed, from 1; a change asks for the version that it read
 */
public record Node(
    NodeId id,
    NodeKind kind,
    Optional<String> subtype,
    String content,
    String description,
    List<String> keywords,
    Optional<TimeSpan> time,
    Instant learnedAt,
    List<SourceRef> sources,
    NodeStatus status,
    Optional<Claim> claim,
    long version) {

  public static final String PERSON = "PERSON";
  public static final String CONCEPT = "CONCEPT";

  /**
   * The most sources that a node lists, the earliest ones: what is said ten thousand times must not
   * grow with each.
   */
  public static final int MAX_SOURCES = 50;

  public Node {
    requireNonNull(id, "id is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(subtype, "subtype is null");
    requireNonNull(content, "content is null");
    requireNonNull(description, "description is null");
    keywords = List.copyOf(keywords);
    requireNonNull(time, "time is null");
    requireNonNull(learnedAt, "learnedAt is null");
    sources = List.copyOf(sources);
    requireNonNull(status, "status is null");
    requireNonNull(claim, "claim is null");
    if (version < 1) {
      throw new IllegalArgumentException("version must be at least 1, but is " + version);
    }
    if (claim.isPresent() != (kind == NodeKind.CLAIM)) {
      throw new IllegalArgumentException("a node has a claim just if it is a CLAIM, not " + kind);
    }
  }

  /** This node, one version on, as it holds from now on. */
  public Node withStatus(NodeStatus changed) {
    return next(time, sources, changed);
  }

  /** This node, one version on, with the sources and the time of another of the same thing. */
  public Node merged(List<SourceRef> moreSources, Optional<TimeSpan> moreTime) {
    TreeSet<SourceRef> all = new TreeSet<>(sources);
    all.addAll(moreSources);
    Optional<TimeSpan> envelope =
        time.isPresent() && moreTime.isPresent()
            ? Optional.of(time.get().envelope(moreTime.get()))
            : time.or(() -> moreTime);
    return next(
        envelope, new ArrayList<>(all).subList(0, Math.min(all.size(), MAX_SOURCES)), status);
  }

  private Node next(Optional<TimeSpan> newTime, List<SourceRef> newSources, NodeStatus newStatus) {
    return new Node(
        id,
        kind,
        subtype,
        content,
        description,
        keywords,
        newTime,
        learnedAt,
        newSources,
        newStatus,
        claim,
        version + 1);
  }
}
