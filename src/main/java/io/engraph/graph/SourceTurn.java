package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was observed, word for word.
 *
 * @param ref its session and number
 * @param identity what tells it from every other turn of its session: the caller's id, or a hash
 * @param observationId the caller's id, if it gave one
 * @param speaker who said it
 * @param text the words
 * @param at when it was said, in the observer's offset
 * @param metadata what the caller wants to find again with it
 * @param state how far it has come
 * @param nodes ids of the nodes that were made of it
 */
public record SourceTurn(
    SourceRef ref,
    String identity,
    Optional<String> observationId,
    Optional<String> speaker,
    String text,
    OffsetDateTime at,
    Map<String, String> metadata,
    State state,
    List<NodeId> nodes) {

  /** How far a turn has come. */
  public enum State {
    /** It is kept and can be found, but what it says is not yet part of the graph. */
    PENDING,
    /** What it says is part of the graph. */
    INTEGRATED,
    /** It was deleted. Its place stays empty, so that nothing that comes late can fill it. */
    FORGOTTEN
  }

  public SourceTurn {
    requireNonNull(ref, "ref is null");
    requireNonNull(identity, "identity is null");
    requireNonNull(observationId, "observationId is null");
    requireNonNull(speaker, "speaker is null");
    requireNonNull(text, "text is null");
    requireNonNull(at, "at is null");
    metadata = Map.copyOf(metadata);
    requireNonNull(state, "state is null");
    nodes = List.copyOf(nodes);
  }

  /** The empty place of a turn that was deleted. */
  public SourceTurn forgotten() {
    return new SourceTurn(
        ref,
        identity,
        Optional.empty(),
        Optional.empty(),
        "",
        Instant.EPOCH.atOffset(ZoneOffset.UTC),
        Map.of(),
        State.FORGOTTEN,
        List.of());
  }
}
