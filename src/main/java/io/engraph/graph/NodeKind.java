package io.engraph.graph;

/** What a node stands for. */
public enum NodeKind {
  /** A person or a concept (REALM, CogMem). */
  ENTITY,
  /** A time-bounded action with its participants (REALM, CogMem). */
  EVENT,
  /** A stretch of dialogue or work; a turn, or a part of a long one (REALM). */
  EPISODE,
  /** An observed or self-reported attribute, or a consolidated one. */
  FACT,
  /** What one entity says of another (CogMem). */
  CLAIM,
  /** A reusable lesson with a routing key (GraphMemory, ACE). */
  STRATEGY,
  /** A question that was asked, with the nodes that helped to answer it; found, never answered. */
  QUESTION
}
