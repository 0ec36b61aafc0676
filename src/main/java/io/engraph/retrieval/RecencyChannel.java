package io.engraph.retrieval;

import io.engraph.agent.TimeFocus;
import io.engraph.index.IndexEntry;
import java.util.LongSummaryStatistics;
import java.util.Optional;

/**
 * How new a node is, from the oldest to the newest. It speaks only when the question asks for how
 * things are now: what is old is not for that less true of the past.
 */
final class RecencyChannel implements Channel {

  static final String NAME = "recency";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SlotScore over(Candidates candidates) {
    if (candidates.search().focus() != TimeFocus.PRESENT) {
      return SlotScore.SILENT;
    }
    LongSummaryStatistics seconds =
        candidates
            .slots()
            .mapToObj(candidates.view()::entry)
            .flatMap(Optional::stream)
            .filter(entry -> entry.time().isPresent())
            .mapToLong(RecencyChannel::second)
            .summaryStatistics();
    double range = (double) seconds.getMax() - seconds.getMin();
    return candidates.each(
        entry ->
            entry.time().isEmpty() || range <= 0
                ? Double.NaN
                : Math.clamp((second(entry) - seconds.getMin()) / range, 0, 1));
  }

  private static long second(IndexEntry entry) {
    return entry.time().orElseThrow().end().getEpochSecond();
  }
}
