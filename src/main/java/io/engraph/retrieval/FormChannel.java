package io.engraph.retrieval;

import io.engraph.agent.Intent;
import io.engraph.index.IndexEntry;

/**
 * Whether a node has the form of an answer: a turn that asks tells little, and when something
 * happened is best answered by one that tells a time.
 */
final class FormChannel implements Channel {

  static final String NAME = "form";

  private static final double TIMELESS = 0.5;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SlotScore over(Candidates candidates) {
    boolean isWhen = candidates.search().intent() == Intent.WHEN;
    return candidates.each(entry -> score(entry, isWhen));
  }

  private static double score(IndexEntry entry, boolean isWhen) {
    if (entry.asks()) {
      return 0;
    }
    return isWhen && entry.tells().isEmpty() ? TIMELESS : 1;
  }
}
