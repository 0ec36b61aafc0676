package io.engraph.retrieval;

import io.engraph.index.CompactIndex;
import io.engraph.index.QuantizedVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds past questions that are like the one that is asked. How like is likeness enough is no
 * number: models put their cosines elsewhere. It is what stands out from the cosines with the other
 * past questions of this graph. One whose vector is the same was asked in the same words.
 */
final class PastQuestions {

  /** Standard deviations above the mean: what one question in 160 reaches by chance. */
  private static final double STANDS_OUT = 2.5;

  /** A question that only just stands out counts half of one in the same words. */
  private static final double LEAST_WEIGHT = 0.5;

  static final int MOST = 5;

  /**
   * A past question.
   *
   * @param node its node's id
   * @param evidence the ids of the nodes that helped then
   * @param weight how much it counts, above 0 and at most 1: 1 for the same words
   */
  record Alike(String node, List<String> evidence, double weight) {}

  static final Comparator<Alike> MOST_ALIKE_FIRST =
      Comparator.comparingDouble(Alike::weight).reversed().thenComparing(Alike::node);

  private PastQuestions() {}

  /** Past questions that are like {@code asked}, the most alike first. */
  static List<Alike> like(QuantizedVector asked, CompactIndex index) {
    List<Integer> questions = index.questions();
    double[] cosines = new double[questions.size()];
    double sum = 0;
    double squares = 0;
    int known = 0;
    for (int i = 0; i < cosines.length; i++) {
      cosines[i] = vector(index, questions.get(i)).map(asked::dot).orElse(Float.NaN);
      if (!Double.isNaN(cosines[i])) {
        sum += cosines[i];
        squares += cosines[i] * cosines[i];
        known++;
      }
    }
    double mean = sum / Math.max(1, known);
    double threshold =
        mean + STANDS_OUT * Math.sqrt(Math.max(0, squares / Math.max(1, known) - mean * mean));
    List<Alike> alike = new ArrayList<>();
    for (int i = 0; i < cosines.length; i++) {
      int slot = questions.get(i);
      boolean isSame = vector(index, slot).equals(Optional.of(asked));
      if (isSame || (known > 1 && cosines[i] > threshold)) {
        double above =
            isSame ? 1 : Math.clamp((cosines[i] - threshold) / Math.max(1e-6, 1 - threshold), 0, 1);
        alike.add(
            new Alike(
                index.entry(slot).node(),
                index.entry(slot).entities(),
                LEAST_WEIGHT + (1 - LEAST_WEIGHT) * above));
      }
    }
    return alike.stream().sorted(MOST_ALIKE_FIRST).limit(MOST).toList();
  }

  private static Optional<QuantizedVector> vector(CompactIndex index, int slot) {
    return index.entry(slot).vector();
  }
}
