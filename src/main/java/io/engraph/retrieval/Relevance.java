package io.engraph.retrieval;

import io.engraph.index.CompactIndex;
import io.engraph.index.TextAnalysis;
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

  /** Leaves of {@code mayAnswer} only what is clearly about the question. */
  static void restrict(Candidates candidates, float[] scores, boolean[] mayAnswer) {
    boolean[] hasWord = withDistinctiveWord(candidates);
    boolean[] standsOut = outstanding(candidates);
    float best = 0;
    for (int slot = 0; slot < scores.length; slot++) {
      mayAnswer[slot] = mayAnswer[slot] && (hasWord[slot] || standsOut[slot]);
      best = mayAnswer[slot] ? Math.max(best, scores[slot]) : best;
    }
    for (int slot = 0; slot < scores.length; slot++) {
      mayAnswer[slot] = mayAnswer[slot] && scores[slot] >= SHARE_OF_BEST * best;
    }
  }

  private static boolean[] withDistinctiveWord(Candidates candidates) {
    CompactIndex index = candidates.index();
    boolean[] hasWord = new boolean[index.slots()];
    for (String word : candidates.words()) {
      int[] slots = LIGHT.contains(word) ? new int[0] : index.slotsWith(word);
      if (slots.length <= Math.max(FEW, index.size() / COMMON_SHARE)) {
        for (int slot : slots) {
          hasWord[slot] = true;
        }
      }
    }
    return hasWord;
  }

  private static boolean[] outstanding(Candidates candidates) {
    float[] cosines = candidates.index().denseScores(candidates.search().vector());
    // Questions are alike in being questions: the rest would not stand out from them.
    candidates.index().questions().forEach(slot -> cosines[slot] = Float.NaN);
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (float cosine : cosines) {
      if (!Float.isNaN(cosine)) {
        sum += cosine;
        squares += cosine * cosine;
        count++;
      }
    }
    boolean[] outstanding = new boolean[cosines.length];
    if (count > 1) {
      double mean = sum / count;
      double deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
      for (int slot = 0; slot < cosines.length; slot++) {
        outstanding[slot] = cosines[slot] > mean + STANDS_OUT * deviation;
      }
    }
    return outstanding;
  }
}
