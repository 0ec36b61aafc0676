package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Some turns of one session, one after the other, with what went before.
 *
 * @param summary what the session was about before; empty at its beginning
 * @param recent the turns right before, as they were said
 * @param turns the turns to read
 */
public record SessionChunk(String summary, List<TurnText> recent, List<TurnText> turns) {
  public SessionChunk {
    requireNonNull(summary, "summary is null");
    recent = List.copyOf(recent);
    turns = List.copyOf(turns);
  }
}
