package io.engraph.ingestion;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.SortableTime;
import io.engraph.table.Utf8;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;

/**
 * Something that an agent observed: a turn of a dialogue, or a step of its work.
 *
 * @param id the caller's id for it, which is unique in its session; empty to tell it by its content
 * @param session the dialogue or task that it belongs to
 * @param speaker who said it
 * @param text the words, not blank, at most {@value #MAX_TEXT_BYTES} bytes of UTF-8
 * @param at when it was said; the offset tells the observer's day
 * @param metadata what the caller wants to find again with it
 */
public record Observation(
    Optional<String> id,
    String session,
    Optional<String> speaker,
    String text,
    OffsetDateTime at,
    Map<String, String> metadata) {

  public static final int MAX_TEXT_BYTES = 256 * 1_024;
  public static final int MAX_NAME_LENGTH = 256;
  public static final int MAX_METADATA = 32;
  public static final int MAX_METADATA_LENGTH = 1_024;

  public Observation {
    requireNonNull(id, "id is null");
    requireNonNull(session, "session is null");
    requireNonNull(speaker, "speaker is null");
    if (requireNonNull(text, "text is null").isBlank() || Utf8.length(text) > MAX_TEXT_BYTES) {
      throw new IllegalArgumentException(
          "text must not be blank and have at most %d bytes".formatted(MAX_TEXT_BYTES));
    }
    requireNonNull(at, "at is null");
    if (!SortableTime.isInRange(at.toInstant())) {
      throw new IllegalArgumentException("at must be in the years 1 to 9999, but is " + at);
    }
    metadata = Map.copyOf(metadata);
  }
}
