package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Claim;
import io.engraph.graph.NodeKind;
import io.engraph.index.TimeSpan;
import java.util.List;
import java.util.Optional;

/**
 * Something that a turn says which is worth a node of its own.
 *
 * @param kind FACT, CLAIM, EVENT or STRATEGY
 * @param content what it says, in the language of its source
 * @param description who says or does it; may be empty
 * @param keywords what it is about
 * @param time when it was or is true; empty when the turn does not say
 * @param about the entities that it is about, the subject first
 * @param roles who says what of whom; just for a CLAIM
 */
public record MemoryUnit(
    NodeKind kind,
    String content,
    String description,
    List<String> keywords,
    Optional<TimeSpan> time,
    List<EntityMention> about,
    Optional<ClaimRoles> roles) {

  /**
   * The roles of a claim, by name.
   *
   * @param source who says it
   * @param target of whom or what
   * @param predicate the verb, in its base form
   * @param sentiment how the source feels about it
   * @param confidence how sure the source is of it, 0 to 1
   */
  public record ClaimRoles(
      EntityMention source,
      EntityMention target,
      String predicate,
      Claim.Sentiment sentiment,
      double confidence) {
    public ClaimRoles {
      requireNonNull(source, "source is null");
      requireNonNull(target, "target is null");
      requireNonNull(predicate, "predicate is null");
      requireNonNull(sentiment, "sentiment is null");
    }
  }

  public MemoryUnit {
    requireNonNull(kind, "kind is null");
    if (requireNonNull(content, "content is null").isBlank()) {
      throw new IllegalArgumentException("content is blank");
    }
    requireNonNull(description, "description is null");
    keywords = List.copyOf(keywords);
    requireNonNull(time, "time is null");
    about = List.copyOf(about);
    requireNonNull(roles, "roles is null");
    if (kind == NodeKind.EPISODE || kind == NodeKind.ENTITY || kind == NodeKind.QUESTION) {
      throw new IllegalArgumentException("turns and entities are no units, but kind is " + kind);
    }
    if (roles.isPresent() != (kind == NodeKind.CLAIM)) {
      throw new IllegalArgumentException("a unit has roles just if it is a CLAIM, not " + kind);
    }
  }
}
