package io.engraph.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How one node relates to another. A symmetric relation is found from either end. */
public enum Relation {
  CONTRADICTS(RelationKind.LOGICAL, true),
  IMPLIES(RelationKind.LOGICAL, false),
  CONSTRAINS(RelationKind.LOGICAL, false),
  VERIFIES(RelationKind.LOGICAL, false),
  SUPPORTED_BY(RelationKind.LOGICAL, false),

  PRECEDES(RelationKind.CAUSAL, false),
  ENABLES(RelationKind.CAUSAL, false),
  TRIGGERS(RelationKind.CAUSAL, false),
  RESULTS_IN(RelationKind.CAUSAL, false),

  COMPRISES(RelationKind.HIERARCHICAL, false),
  INSTANTIATES(RelationKind.HIERARCHICAL, false),
  SUMMARIZES(RelationKind.HIERARCHICAL, false),

  CORRELATES(RelationKind.ASSOCIATIVE, true),
  SUPERSEDES(RelationKind.ASSOCIATIVE, false),
  ANALOGOUS_TO(RelationKind.ASSOCIATIVE, true),
  CONTEXTUALIZES(RelationKind.ASSOCIATIVE, false),
  MENTIONS(RelationKind.ASSOCIATIVE, false),
  PARTICIPATED_IN(RelationKind.ASSOCIATIVE, false),
  CLAIMS(RelationKind.ASSOCIATIVE, false),
  ABOUT(RelationKind.ASSOCIATIVE, false),
  LIKES(RelationKind.ASSOCIATIVE, false),
  USES(RelationKind.ASSOCIATIVE, false);

  private static final Map<String, Relation> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(Relation::label, Function.identity()));

  private final RelationKind kind;
  private final boolean symmetric;

  Relation(RelationKind kind, boolean symmetric) {
    this.kind = kind;
    this.symmetric = symmetric;
  }

  public RelationKind kind() {
    return kind;
  }

  public boolean isSymmetric() {
    return symmetric;
  }

  /** The name in keys, requests and answers, such as {@code supported_by}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Relation> find(String label) {
    return Optional.ofNullable(BY_NAME.get(label));
  }
}
