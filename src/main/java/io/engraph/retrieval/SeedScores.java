package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeKind;
import io.engraph.index.IndexEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;

/**
 * What one search gave every slot of an index: a score, 0 to 1, and what each channel had in it. It
 * holds for the index as it was then.
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

  private final Candidates candidates;
  private final SlotScore score;
  private final Map<String, SlotScore> byChannel;
  private final Optional<BitSet> admitted;
  private final int[] slots;
  private final float[] scores;

  /**
   * @param score what the search gives a node
   * @param admitted the only nodes that may be answered, if not all that fit may
   */
  SeedScores(
      Candidates candidates,
      SlotScore score,
      Map<String, SlotScore> byChannel,
      Optional<BitSet> admitted) {
    this.candidates = requireNonNull(candidates, "candidates is null");
    this.score = requireNonNull(score, "score is null");
    this.byChannel = byChannel;
    this.admitted = requireNonNull(admitted, "admitted is null");
    this.slots = candidates.slots().toArray();
    this.scores = new float[slots.length];
    for (int i = 0; i < slots.length; i++) {
      scores[i] = score.of(slots[i]);
    }
  }

  /** Past questions that were like the one that was asked. */
  List<PastQuestions.Alike> pastQuestions() {
    return candidates.pastQuestions();
  }

  /** The best nodes that score at least {@code threshold} and more than 0, best first. */
  List<Seed> best(double threshold, int limit) {
    // The worst of the best on top, so that it gives way to a better one.
    PriorityQueue<Seed> best = new PriorityQueue<>(BEST_FIRST.reversed());
    double bar = Math.max(threshold, Float.MIN_VALUE);
    for (int i = 0; i < slots.length; i++) {
      if (scores[i] >= bar && mayAnswer(slots[i])) {
        IndexEntry entry = candidates.view().entry(slots[i]).orElseThrow();
        best.add(
            new Seed(
                entry.node(),
                scores[i],
                channels(slots[i]),
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

  private boolean mayAnswer(int slot) {
    return admitted.isPresent() ? admitted.get().get(slot) : candidates.mayAnswer(slot);
  }

  private Map<String, Double> channels(int slot) {
    Map<String, Double> channels = new LinkedHashMap<>();
    byChannel.forEach(
        (name, scored) -> {
          float said = scored.of(slot);
          if (!Float.isNaN(said)) {
            channels.put(name, (double) said);
          }
        });
    return channels;
  }

  /** Whether the search may answer with that node. */
  boolean mayAnswer(String node) {
    OptionalInt slot = candidates.index().slot(node);
    return slot.isPresent() && mayAnswer(slot.getAsInt());
  }

  /** How like the question any node of the index is, 0 to 1; 0 for a node that is not in it. */
  double similarity(String node) {
    OptionalInt slot = candidates.index().slot(node);
    if (slot.isEmpty() || slot.getAsInt() >= candidates.view().slots()) {
      return 0;
    }
    int known = Arrays.binarySearch(slots, slot.getAsInt());
    return known >= 0 ? scores[known] : score.of(slot.getAsInt());
  }

  /** Whether the node of that slot was among those that were looked at. */
  boolean isCandidate(int slot) {
    return Arrays.binarySearch(slots, slot) >= 0;
  }
}
