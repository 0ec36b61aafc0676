package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * A turn, or a part of a long one, as the agent reads it.
 *
 * @param speaker who says it
 * @param text the words
 * @param at when it is said; relative times count from here
 * @param addressee whom it is said to, as far as is known: who "you" is
 */
public record TurnText(
    Optional<String> speaker, String text, OffsetDateTime at, Optional<String> addressee) {
  public TurnText {
    requireNonNull(speaker, "speaker is null");
    requireNonNull(text, "text is null");
    requireNonNull(at, "at is null");
    requireNonNull(addressee, "addressee is null");
  }

  /** A turn that is said to nobody who is known. */
  public TurnText(Optional<String> speaker, String text, OffsetDateTime at) {
    this(speaker, text, at, Optional.empty());
  }

  /** The same, said to that one. */
  public TurnText to(String name) {
    return new TurnText(speaker, text, at, Optional.of(name));
  }
}
