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
 */
public record TurnText(Optional<String> speaker, String text, OffsetDateTime at) {
  public TurnText {
    requireNonNull(speaker, "speaker is null");
    requireNonNull(text, "text is null");
    requireNonNull(at, "at is null");
  }
}
