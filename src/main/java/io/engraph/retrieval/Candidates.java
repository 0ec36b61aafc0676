package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexEntry.Position;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The nodes of an index as one search sees them. Channels that go by what stands near a node, or
 * shares words with it, start from the {@link #base}: meaning and words together.
 */
final class Candidates {

  private final SearchText search;
  private final CompactIndex index;
  private final boolean[] mayAnswer;
  private final List<String> words;
  private float[] base;
  private int[] turnsOfUnits;
  private List<PastQuestions.Alike> pastQuestions;

  Candidates(SearchText search, CompactIndex index, boolean[] mayAnswer) {
    this.search = requireNonNull(search, "search is null");
    this.index = requireNonNull(index, "index is null");
    this.mayAnswer = mayAnswer;
    this.base = new float[index.slots()];
    this.words =
        search.plan().keywords().stream()
            .flatMap(word -> index.has(word) ? Stream.of(word) : index.wordsLike(word).stream())
            .distinct()
            .toList();
  }

  SearchText search() {
    return search;
  }

  CompactIndex index() {
    return index;
  }

  /**
   * The words to search by: those of the plan, and for one that no text has, those that are a slip
   * of the pen away from it.
   */
  Collection<String> words() {
    return words;
  }

  /** Whether the node of that slot may be answered. */
  boolean mayAnswer(int slot) {
    return mayAnswer[slot];
  }

  /** How alike in meaning and words each slot's node is to the question, 0 to 1. */
  float[] base() {
    return base;
  }

  /** The slots of the best nodes that may be answered, best first. */
  List<Integer> bestOfBase(int limit) {
    Comparator<Integer> bestFirst =
        Comparator.comparingDouble((Integer slot) -> -base[slot])
            .thenComparing(slot -> index.entry(slot).node());
    PriorityQueue<Integer> best = new PriorityQueue<>(bestFirst.reversed());
    for (int slot = 0; slot < base.length; slot++) {
      boolean isGood = best.size() < limit || base[slot] >= base[best.element()];
      if (mayAnswer[slot] && base[slot] > 0 && isGood) {
        best.add(slot);
        if (best.size() > limit) {
          best.remove();
        }
      }
    }
    return best.stream().sorted(bestFirst).toList();
  }

  void base(float[] scores) {
    base = scores;
  }

  /**
   * Scores every node by itself.
   *
   * @param score the score of what the index knows of a node, 0 to 1; NaN for nothing to say
   */
  float[] each(ToDoubleFunction<IndexEntry> score) {
    float[] scores = silence();
    for (int slot = 0; slot < scores.length; slot++) {
      if (index.isLive(slot)) {
        scores[slot] = (float) score.applyAsDouble(index.entry(slot));
      }
    }
    return scores;
  }

  /** A score for every slot, none of which says anything yet. */
  float[] silence() {
    float[] scores = new float[index.slots()];
    Arrays.fill(scores, Float.NaN);
    return scores;
  }

  /**
   * Brings scores to 0 to 1, the least and the greatest being those of nodes that may be answered.
   * Where these are all alike, what scored above 0 gets 1. NaN stays.
   */
  float[] normalised(float[] scores) {
    float least = Float.POSITIVE_INFINITY;
    float greatest = Float.NEGATIVE_INFINITY;
    for (int slot = 0; slot < scores.length; slot++) {
      if (mayAnswer[slot] && !Float.isNaN(scores[slot])) {
        least = Math.min(least, scores[slot]);
        greatest = Math.max(greatest, scores[slot]);
      }
    }
    float range = greatest - least;
    float[] normalised = new float[scores.length];
    for (int slot = 0; slot < scores.length; slot++) {
      if (Float.isNaN(scores[slot])) {
        normalised[slot] = Float.NaN;
      } else if (range > 0) {
        normalised[slot] = Math.clamp((scores[slot] - least) / range, 0f, 1f);
      } else {
        normalised[slot] = scores[slot] > 0 ? 1 : 0;
      }
    }
    return normalised;
  }

  /** Questions that were asked before and are like this one, the most alike first. */
  List<PastQuestions.Alike> pastQuestions() {
    if (pastQuestions == null) {
      pastQuestions = PastQuestions.like(search.vector(), index);
    }
    return pastQuestions;
  }

  /** The turns of each session, in their order, by slot. */
  Collection<NavigableMap<Position, Integer>> sessions() {
    return index.sessions();
  }

  /**
   * Gives what a turn scored to the nodes that come from it too: facts, claims and events stand
   * where their turn stands.
   */
  void shareWithUnits(float[] scores) {
    int[] turns = turnsOfUnits();
    for (int slot = 0; slot < scores.length; slot++) {
      if (turns[slot] >= 0) {
        scores[slot] = scores[turns[slot]];
      }
    }
  }

  private static boolean isTurn(IndexEntry entry) {
    return entry.kind().equals(NodeKind.EPISODE.name());
  }

  /** The slot of the turn that each unit comes from; -1 for turns, and where it is not there. */
  private int[] turnsOfUnits() {
    if (turnsOfUnits == null) {
      turnsOfUnits = new int[index.slots()];
      for (int slot = 0; slot < turnsOfUnits.length; slot++) {
        turnsOfUnits[slot] = -1;
        if (index.isLive(slot) && !isTurn(index.entry(slot))) {
          Optional<Position> position = index.entry(slot).position();
          if (position.isPresent()) {
            turnsOfUnits[slot] = index.turn(position.get()).orElse(-1);
          }
        }
      }
    }
    return turnsOfUnits;
  }
}
