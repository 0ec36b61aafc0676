package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.index.Bm25;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import io.engraph.index.QuantizedVector;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The nodes of an index as one search sees them: all of a small one; of a large one those that a
 * channel names. Channels that go by what stands near a node, or shares words with it, start from
 * the {@link #base}: meaning and words together.
 *
 * <p>What is prepared is asked for while the index is read; scores of single slots at any time.
 */
final class Candidates {

  /** A score that nobody asked for yet. */
  private static final float UNASKED = Float.NEGATIVE_INFINITY;

  /** So many nodes tell how the cosines of all are spread. */
  private static final int SAMPLE = 4_096;

  private static final int[] NONE = {};

  private final SearchText search;
  private final CompactIndex index;
  private final CompactIndex.View view;
  private final boolean[] isOfKind;
  private final Optional<Predicate<IndexEntry>> fits;
  private final List<String> words;
  private final BitSet slots = new BitSet();
  private final float[] base;
  private final float[] cosines;
  private SlotScore scoreOfBase = SlotScore.SILENT;
  private float[] lexical;
  private short[] distances;
  private List<PastQuestions.Alike> pastQuestions;

  /**
   * @param kinds the kinds that may be answered; empty for any
   * @param fits what a node must be to be answered, its kind aside
   */
  Candidates(
      SearchText search,
      CompactIndex index,
      Set<String> kinds,
      Optional<Predicate<IndexEntry>> fits) {
    this.search = requireNonNull(search, "search is null");
    this.index = requireNonNull(index, "index is null");
    this.fits = requireNonNull(fits, "fits is null");
    this.isOfKind = index.kinds(kinds);
    this.view = index.view();
    this.base = new float[view.slots()];
    Arrays.fill(base, UNASKED);
    this.cosines = new float[view.slots()];
    Arrays.fill(cosines, UNASKED);
    this.words =
        search.plan().keywords().stream()
            .flatMap(word -> index.has(word) ? Stream.of(word) : index.wordsLike(word).stream())
            .distinct()
            .toList();
    if (!index.isLarge()) {
      IntStream.range(0, view.slots()).filter(index::isLive).forEach(slots::set);
    }
  }

  SearchText search() {
    return search;
  }

  CompactIndex index() {
    return index;
  }

  /** What the index had when the search began. */
  CompactIndex.View view() {
    return view;
  }

  /** The slots that are scored, in ascending order. */
  IntStream slots() {
    return slots.stream();
  }

  /** Whether the node of that slot is scored. */
  boolean isCandidate(int slot) {
    return slots.get(slot);
  }

  /** Takes a node among those that are scored, if it may be answered. */
  void consider(int slot) {
    if (slot < view.slots() && mayAnswer(slot)) {
      slots.set(slot);
    }
  }

  /** Takes nodes among those that are scored, as far as they may be answered. */
  void consider(int[] some) {
    for (int slot : some) {
      consider(slot);
    }
  }

  /** Takes the best of some scores among those that are scored. */
  void considerBest(float[] scores, int most) {
    // Only the kinds are asked for here: what else fits is seen when one is taken.
    float[] above = new float[64];
    int size = 0;
    for (float score : scores) {
      if (score > 0) {
        above = size == above.length ? Arrays.copyOf(above, 2 * size) : above;
        above[size] = score;
        size++;
      }
    }
    float bar = size <= most ? Float.MIN_VALUE : Quantiles.greatest(above, size, most);
    int taken = 0;
    for (int slot = scores.length - 1; slot >= 0 && taken < most; slot--) {
      if (scores[slot] >= bar && mayAnswer(slot)) {
        slots.set(slot);
        taken++;
      }
    }
  }

  /**
   * So many slots whose nodes may be answered and are closest in meaning, or farthest, as far as a
   * rough look tells; of a small index none.
   */
  int[] roughly(int most, boolean isFarthest) {
    return roughly(most, this::mayAnswer, isFarthest);
  }

  /** The closest of those that have {@code property} too. */
  int[] roughly(int most, Predicate<IndexEntry> property) {
    return roughly(
        most, slot -> mayAnswer(slot) && view.entry(slot).filter(property).isPresent(), false);
  }

  /** The closest of those that are of a kind too. */
  int[] roughlyOfKind(int most, String kind) {
    boolean[] isAsked = index.kinds(Set.of(kind));
    return roughly(most, slot -> isAsked[view.kind(slot)] && mayAnswer(slot), false);
  }

  private int[] roughly(int most, IntPredicate admits, boolean isFarthest) {
    if (!index.isLarge()) {
      return NONE;
    }
    if (distances == null) {
      distances = index.roughDistances(search.vector());
    }
    return CompactIndex.nearest(
        distances, most, slot -> view.kind(slot) >= 0 && admits.test(slot), isFarthest);
  }

  /** Some slots that stand for all: every one of a small index. */
  IntStream sample() {
    int step = index.isLarge() ? Math.max(1, view.slots() / SAMPLE) : 1;
    return IntStream.range(0, view.slots() / step).map(i -> i * step);
  }

  /**
   * The words to search by: those of the plan, and for one that no text has, those that are a slip
   * of the pen away from it.
   */
  Collection<String> words() {
    return words;
  }

  /** The BM25 score of every slot for the words; 0 where none occurs. */
  float[] lexicalScores(Bm25 bm25) {
    if (lexical == null) {
      lexical = index.lexicalScores(words, bm25);
    }
    return lexical;
  }

  /** Whether the node of that slot may be answered. */
  boolean mayAnswer(int slot) {
    int kind = view.kind(slot);
    return kind >= 0 && isOfKind[kind] && fits(slot);
  }

  private boolean fits(int slot) {
    return fits.isEmpty() || view.entry(slot).filter(fits.get()).isPresent();
  }

  /** What meaning and words say, from now on. */
  void base(SlotScore score) {
    scoreOfBase = score;
    Arrays.fill(base, UNASKED);
  }

  /** How alike in meaning and words a slot's node is to the question, 0 to 1. */
  float base(int slot) {
    float score = baseOrSilence(slot);
    return Float.isNaN(score) ? 0 : score;
  }

  /** The same; NaN where neither has anything to say. */
  float baseOrSilence(int slot) {
    if (slot >= base.length) {
      return Float.NaN;
    }
    if (base[slot] == UNASKED) {
      base[slot] = scoreOfBase.of(slot);
    }
    return base[slot];
  }

  /** The slots of the best nodes that may be answered, best first. */
  List<Integer> bestOfBase(int limit) {
    Comparator<Integer> bestFirst =
        Comparator.comparingDouble((Integer slot) -> -base(slot))
            .thenComparing(slot -> index.entry(slot).node());
    PriorityQueue<Integer> best = new PriorityQueue<>(bestFirst.reversed());
    slots()
        .forEach(
            slot -> {
              boolean isGood = best.size() < limit || base(slot) >= base(best.element());
              if (isGood && base(slot) > 0 && mayAnswer(slot)) {
                best.add(slot);
                if (best.size() > limit) {
                  best.remove();
                }
              }
            });
    return best.stream().sorted(bestFirst).toList();
  }

  /**
   * Scores every node by itself.
   *
   * @param score the score of what the index knows of a node, 0 to 1; NaN for nothing to say
   */
  SlotScore each(ToDoubleFunction<IndexEntry> score) {
    return slot -> {
      Optional<IndexEntry> entry = view.entry(slot);
      return entry.isPresent() ? (float) score.applyAsDouble(entry.get()) : Float.NaN;
    };
  }

  /** The same as {@link #normalised(SlotScore, int[])}, of the candidates alone. */
  SlotScore normalised(SlotScore scores) {
    return normalised(scores, NONE);
  }

  /**
   * Brings scores to 0 to 1, the least and the greatest being those of candidates that may be
   * answered. Where these are all alike, what scored above 0 gets 1. NaN stays.
   *
   * @param others slots that are no candidates and have to do with the least and the greatest
   */
  SlotScore normalised(SlotScore scores, int[] others) {
    float least = Float.POSITIVE_INFINITY;
    float greatest = Float.NEGATIVE_INFINITY;
    for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
      float score = scores.of(slot);
      if (!Float.isNaN(score) && mayAnswer(slot)) {
        least = Math.min(least, score);
        greatest = Math.max(greatest, score);
      }
    }
    for (int slot : others) {
      float score = scores.of(slot);
      least = Float.isNaN(score) ? least : Math.min(least, score);
    }
    float from = least;
    float range = greatest - least;
    if (!(range > 0)) {
      return slot -> {
        float score = scores.of(slot);
        return Float.isNaN(score) ? score : score > 0 ? 1 : 0;
      };
    }
    return slot -> {
      float score = scores.of(slot);
      return Float.isNaN(score) ? score : Math.clamp((score - from) / range, 0f, 1f);
    };
  }

  /** Questions that were asked before and are like this one, the most alike first. */
  List<PastQuestions.Alike> pastQuestions() {
    if (pastQuestions == null) {
      pastQuestions = PastQuestions.like(search.vector(), index);
    }
    return pastQuestions;
  }

  /** How like the question in meaning a slot's node is, -1 to 1; NaN for what is not embedded. */
  float cosine(int slot) {
    if (slot >= cosines.length) {
      return Float.NaN;
    }
    if (cosines[slot] == UNASKED) {
      Optional<QuantizedVector> vector = view.vector(slot);
      cosines[slot] = vector.isPresent() ? search.vector().dot(vector.get()) : Float.NaN;
    }
    return cosines[slot];
  }
}
