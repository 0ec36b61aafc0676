package io.engraph.retrieval;

import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.TextAnalysis;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells what is clearly about the question from what is only the best there is. A node is, if it
 * shares a distinctive word with the question or stands out in meaning from the rest of the graph,
 * and scores at least two fifths of what the best such node does. No threshold is a cosine: these
 * lie elsewhere for every model, and so the graph's own distribution is taken.
 */
final class Relevance {

  /** A word that more than a tenth of the nodes have, and more than so many, tells none apart. */
  private static final int FEW = 3;

  private static final int COMMON_SHARE = 10;

  /** Standard deviations above the mean: what one node in 160 reaches by chance. */
  private static final double STANDS_OUT = 2.5;

  private static final double SHARE_OF_BEST = 0.4;

  /** Words that are put around any matter, and tell of none. */
  private static final Set<String> LIGHT =
      Set.copyOf(
          new HashSet<>(
              TextAnalysis.terms(
                  "ask come differ different difference do get give go good have help keep know let"
                      + " like look make matter mean need one prefer put question say see show start"
                      + " still take talk tell thing think time try use want way when work")));

  private Relevance() {}

  /** Those of the candidates that are clearly about the question. */
  static BitSet of(Candidates candidates, SlotScore scores) {
    BitSet hasWord = withDistinctiveWord(candidates);
    double bar = outstanding(candidates);
    BitSet about = new BitSet();
    float best = 0;
    for (int slot : candidates.slots().toArray()) {
      boolean standsOut = !isQuestion(candidates, slot) && candidates.cosine(slot) > bar;
      if (candidates.mayAnswer(slot) && (hasWord.get(slot) || standsOut)) {
        about.set(slot);
        best = Math.max(best, scores.of(slot));
      }
    }
    for (int slot : about.stream().toArray()) {
      about.set(slot, scores.of(slot) >= SHARE_OF_BEST * best);
    }
    return about;
  }

  private static BitSet withDistinctiveWord(Candidates candidates) {
    CompactIndex index = candidates.index();
    BitSet hasWord = new BitSet();
    for (String word : candidates.words()) {
      if (!LIGHT.contains(word)
          && index.countWith(word) <= Math.max(FEW, index.size() / COMMON_SHARE)) {
        for (int slot : index.slotsWith(word)) {
          hasWord.set(slot);
        }
      }
    }
    return hasWord;
  }

  /** What a cosine must be above to stand out from the rest. */
  private static double outstanding(Candidates candidates) {
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (int slot : candidates.sample().toArray()) {
      float cosine = candidates.cosine(slot);
      // Questions are alike in being questions: the rest would not stand out from them.
      if (!Float.isNaN(cosine) && !isQuestion(candidates, slot)) {
        sum += cosine;
        squares += cosine * cosine;
        count++;
      }
    }
    if (count < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double mean = sum / count;
    return mean + STANDS_OUT * Math.sqrt(Math.max(0, squares / count - mean * mean));
  }

  private static boolean isQuestion(Candidates candidates, int slot) {
    return candidates
        .view()
        .entry(slot)
        .filter(entry -> entry.kind().equals(NodeKind.QUESTION.name()))
        .isPresent();
  }
}
