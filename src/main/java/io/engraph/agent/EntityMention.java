package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.index.TextAnalysis;
import java.util.Locale;

/**
 * An entity that a text names.
 *
 * @param name as it is written
 * @param subtype {@link Node#PERSON} or {@link Node#CONCEPT}
 */
public record EntityMention(String name, String subtype) {

  /** Longer names are no names; the bound keeps ids, keys and index entries small. */
  public static final int MAX_NAME_LENGTH = 256;

  public EntityMention {
    if (requireNonNull(name, "name is null").isBlank() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "name must not be blank and have at most %d letters".formatted(MAX_NAME_LENGTH));
    }
    if (!subtype.equals(Node.PERSON) && !subtype.equals(Node.CONCEPT)) {
      throw new IllegalArgumentException("subtype must be PERSON or CONCEPT, but is " + subtype);
    }
  }

  public static EntityMention person(String name) {
    return new EntityMention(name, Node.PERSON);
  }

  public static EntityMention concept(String name) {
    return new EntityMention(name, Node.CONCEPT);
  }

  /** The entity's node: names that are the same after analysis are one entity. */
  public NodeId node() {
    String normalised = String.join(" ", TextAnalysis.terms(name));
    return NodeId.of(
        NodeKind.ENTITY, normalised.isEmpty() ? name.strip().toLowerCase(Locale.ROOT) : normalised);
  }
}
