package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;

/**
 * What one search gave every slot of an index: a score, 0 to 1, and what each channel had in it. It
 * holds for the index as it was then; {@link #best} is for the reading that made it.
 */
final class SeedScores {

  /**
   * A node that a search found.
   *
   * @param node its id
   * @param score its score, 0 to 1
   * @param channels what each channel that has something to say gave it, 0 to 1
   * @param kind its kind
   * @param position the turn, or the part of one, that it is or comes from
   */
  record Seed(
      String node,
      double score,
      Map<String, Double> channels,
      NodeKind kind,
      Optional<IndexEntry.Position> position) {

    Seed scored(double other) {
      return new Seed(node, other, channels, kind, position);
    }
  }

  private static final Comparator<Seed> BEST_FIRST =
      Comparator.comparingDouble(Seed::score).reversed().thenComparing(Seed::node);

  private final CompactIndex index;
  private final boolean[] mayAnswer;
  private final float[] fused;
  private final Map<String, float[]> byChannel;
  private final List<PastQuestions.Alike> pastQuestions;

  SeedScores(
      CompactIndex index,
      boolean[] mayAnswer,
      float[] fused,
      Map<String, float[]> byChannel,
      List<PastQuestions.Alike> pastQuestions) {
    this.index = requireNonNull(index, "index is null");
    this.mayAnswer = mayAnswer;
    this.fused = fused;
    this.byChannel = byChannel;
    this.pastQuestions = pastQuestions;
  }

  /** Past questions that were like the one that was asked. */
  List<PastQuestions.Alike> pastQuestions() {
    return pastQuestions;
  }

  /** The best nodes that score at least {@code threshold} and more than 0, best first. */
  List<Seed> best(double threshold, int limit) {
    // The worst of the best on top, so that it gives way to a better one.
    PriorityQueue<Seed> best = new PriorityQueue<>(BEST_FIRST.reversed());
    double bar = Math.max(threshold, Float.MIN_VALUE);
    for (int slot = 0; slot < fused.length; slot++) {
      if (mayAnswer[slot] && fused[slot] >= bar) {
        IndexEntry entry = index.entry(slot);
        best.add(
            new Seed(
                entry.node(),
                fused[slot],
                channels(slot),
                NodeKind.valueOf(entry.kind()),
                entry.position()));
        if (best.size() > limit) {
          bar = Math.max(bar, best.remove().score());
        }
      }
    }
    List<Seed> seeds = new ArrayList<>(best);
    seeds.sort(BEST_FIRST);
    return seeds;
  }

  private Map<String, Double> channels(int slot) {
    Map<String, Double> channels = new LinkedHashMap<>();
    byChannel.forEach(
        (name, scores) -> {
          if (!Float.isNaN(scores[slot])) {
            channels.put(name, (double) scores[slot]);
          }
        });
    return channels;
  }

  /** Whether the search may answer with that node. */
  boolean mayAnswer(String node) {
    OptionalInt slot = index.slot(node);
    return slot.isPresent() && slot.getAsInt() < mayAnswer.length && mayAnswer[slot.getAsInt()];
  }

  /** How like the question any node of the index is, 0 to 1; 0 for a node that is not in it. */
  double similarity(String node) {
    OptionalInt slot = index.slot(node);
    return slot.isPresent() && slot.getAsInt() < fused.length ? fused[slot.getAsInt()] : 0;
  }
}
