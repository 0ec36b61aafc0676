package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import io.engraph.index.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A unit of memory. Its vector and terms are in the index, not here.
 *
 * @param id its name in the graph
 * @param kind what it stands for
 * @param subtype PERSON or CONCEPT for an entity, the section of a STRATEGY, CONSOLIDATED for a
 *     FACT that sums up events; else empty
 * @param content what it says, in the language of its source
 * @param description who says or does it, where the content alone does not tell; may be empty
 * @param keywords what it is about; of an entity, its other names
 * @param time when it was or is true; empty when unknown
 * @param learnedAt the time of the turn that it was first learned from
 * @param sources the turns it was learned from, in order
 * @param status whether it still holds
 * @param claim the roles of a CLAIM; empty for every other kind
 * @param until when something else took its place, or it was over; empty while it holds
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
    Optional<Instant> until,
    long version) {

  public static final String PERSON = "PERSON";
  public static final String CONCEPT = "CONCEPT";
  public static final String CONSOLIDATED = "CONSOLIDATED";

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
    requireNonNull(until, "until is null");
    if (version < 1) {
      throw new IllegalArgumentException("version must be at least 1, but is " + version);
    }
    if (claim.isPresent() != (kind == NodeKind.CLAIM)) {
      throw new IllegalArgumentException("a node has a claim just if it is a CLAIM, not " + kind);
    }
  }

  /** A node that holds, as far as is known. */
  public Node(
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
    this(
        id,
        kind,
        subtype,
        content,
        description,
        keywords,
        time,
        learnedAt,
        sources,
        status,
        claim,
        Optional.empty(),
        version);
  }

  /** When it began to be true, as far as is known: by its own time, else when it was learned. */
  public Instant since() {
    return time.map(TimeSpan::start).orElse(learnedAt);
  }

  /** Whether it was true at a moment: it had begun, and nothing had taken its place. */
  public boolean heldAt(Instant moment) {
    return !since().isAfter(moment) && until.filter(end -> !end.isAfter(moment)).isEmpty();
  }

  /** This node, one version on, as it holds from now on. */
  public Node withStatus(NodeStatus changed) {
    return next(time, sources, changed, keywords, until);
  }

  /** This node, one version on, with something else in its place from then on. */
  public Node superseded(Instant from) {
    return next(time, sources, NodeStatus.SUPERSEDED, keywords, Optional.of(from));
  }

  /** This node, one version on, without those sources. */
  public Node withoutSources(Set<SourceRef> gone) {
    return next(
        time,
        sources.stream().filter(source -> !gone.contains(source)).toList(),
        status,
        keywords,
        until);
  }

  /** This node, one version on, as it holds again: what took its place, or denied it, is gone. */
  public Node restored() {
    return next(time, sources, NodeStatus.CURRENT, keywords, Optional.empty());
  }

  /** This node at another version. */
  public Node atVersion(long other) {
    return new Node(
        id,
        kind,
        subtype,
        content,
        description,
        keywords,
        time,
        learnedAt,
        sources,
        status,
        claim,
        until,
        other);
  }

  /** This node as it was before something took its place. */
  public Node stillCurrent() {
    return new Node(
        id,
        kind,
        subtype,
        content,
        description,
        keywords,
        time,
        learnedAt,
        sources,
        NodeStatus.CURRENT,
        claim,
        version);
  }

  /** This node, one version on, with those keywords. */
  public Node withKeywords(List<String> others) {
    return next(time, sources, status, others, until);
  }

  /**
   * This node, one version on, with the sources and the time of another of the same thing; learned
   * when the first of them was.
   */
  public Node merged(List<SourceRef> moreSources, Optional<TimeSpan> moreTime, Instant learned) {
    TreeSet<SourceRef> all = new TreeSet<>(sources);
    all.addAll(moreSources);
    Optional<TimeSpan> envelope =
        time.isPresent() && moreTime.isPresent()
            ? Optional.of(time.get().envelope(moreTime.get()))
            : time.or(() -> moreTime);
    List<SourceRef> first = new ArrayList<>(all).subList(0, Math.min(all.size(), MAX_SOURCES));
    return next(
        envelope,
        first,
        status,
        keywords,
        until,
        learned.isBefore(learnedAt) ? learned : learnedAt);
  }

  private Node next(
      Optional<TimeSpan> newTime,
      List<SourceRef> newSources,
      NodeStatus newStatus,
      List<String> newKeywords,
      Optional<Instant> newUntil) {
    return next(newTime, newSources, newStatus, newKeywords, newUntil, learnedAt);
  }

  private Node next(
      Optional<TimeSpan> newTime,
      List<SourceRef> newSources,
      NodeStatus newStatus,
      List<String> newKeywords,
      Optional<Instant> newUntil,
      Instant newLearnedAt) {
    return new Node(
        id,
        kind,
        subtype,
        content,
        description,
        newKeywords,
        newTime,
        newLearnedAt,
        newSources,
        newStatus,
        claim,
        newUntil,
        version + 1);
  }
}
