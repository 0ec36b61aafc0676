package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What some turns of a session say.
 *
 * @param extractions what each of them says, in their order
 * @param summary what the session has been about, if the agent keeps a summary; at most {@value
 *     #MAX_SUMMARY_WORDS} words
 */
public record ChunkReading(List<Extraction> extractions, Optional<String> summary) {

  public static final int MAX_SUMMARY_WORDS = 200;

  public ChunkReading {
    extractions = List.copyOf(extractions);
    requireNonNull(summary, "summary is null");
  }
}
