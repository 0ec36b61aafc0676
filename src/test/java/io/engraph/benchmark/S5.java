package io.engraph.benchmark;

import io.engraph.index.Bm25;
import io.engraph.index.CompactIndex;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TextAnalysis;
import io.engraph.ingestion.Observation;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The best ranking of turns that fixed channels give without a graph, as the evaluation data
 * defines it: 0.6 vectors + 0.4 BM25 (k1 0.9, b 0.4, text with the session's date, question words
 * dropped), the better of 0.5 of the turn before and 0.4 of the one after, 0.3 for the one speaker
 * that is named (S3); then 0.2 of what shares keywords with the five best and 0.2 of the best turn
 * of the session (S5).
 */
final class S5 {

  private static final Bm25 SHORT_TEXTS = new Bm25(0.9, 0.4);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);
  private static final Set<String> QUESTION_WORDS =
      new HashSet<>(
          TextAnalysis.terms(
              "who whom whose what when where why how which did does do has have had would could"
                  + " should can is are was were"));

  private final List<Observation> turns;
  private final Map<String, Integer> numbers = new HashMap<>();

  S5(List<Observation> turns) {
    this.turns = turns;
    for (int i = 0; i < turns.size(); i++) {
      numbers.put(turns.get(i).id().orElseThrow(), i);
    }
  }

  /** The text that a turn is indexed as. */
  static String text(Observation turn) {
    return "%s: %s %s".formatted(turn.speaker().orElseThrow(), turn.text(), DATE.format(turn.at()));
  }

  /** The score of every slot of an index of the turns. */
  float[] scores(CompactIndex index, String question, float[] vector) {
    Set<String> terms = new HashSet<>(TextAnalysis.terms(question));
    terms.removeAll(QUESTION_WORDS);
    float[] dense = byTurn(index, index.denseScores(QuantizedVector.of(vector)));
    float[] lexical = byTurn(index, index.lexicalScores(terms, SHORT_TEXTS));
    unit(dense);
    unit(lexical);
    int count = turns.size();
    float[] hybrid = new float[count];
    for (int i = 0; i < count; i++) {
      hybrid[i] = 0.6f * dense[i] + 0.4f * lexical[i];
    }
    String named = named(question);
    float[] scores = new float[count];
    for (int i = 0; i < count; i++) {
      float before = isSession(i - 1, i) ? 0.5f * hybrid[i - 1] : 0;
      float after = isSession(i + 1, i) ? 0.4f * hybrid[i + 1] : 0;
      float speaker = turns.get(i).speaker().orElseThrow().equals(named) ? 0.3f : 0;
      scores[i] = hybrid[i] + Math.max(before, after) + speaker;
    }
    float[] spread = spread(index, scores);
    Map<String, Float> best = new HashMap<>();
    for (int i = 0; i < count; i++) {
      best.merge(turns.get(i).session(), scores[i], Math::max);
    }
    float[] bySlot = new float[index.slots()];
    for (int slot = 0; slot < bySlot.length; slot++) {
      int i = numbers.get(index.entry(slot).node());
      bySlot[slot] = scores[i] + 0.2f * spread[i] + 0.2f * best.get(turns.get(i).session());
    }
    return bySlot;
  }

  private float[] byTurn(CompactIndex index, float[] bySlot) {
    float[] byTurn = new float[turns.size()];
    for (int slot = 0; slot < bySlot.length; slot++) {
      byTurn[numbers.get(index.entry(slot).node())] = bySlot[slot];
    }
    return byTurn;
  }

  private boolean isSession(int other, int turn) {
    return other >= 0
        && other < turns.size()
        && turns.get(other).session().equals(turns.get(turn).session());
  }

  /** The only speaker whose name is in the question; none if there are two. */
  private String named(String question) {
    List<String> named =
        turns.stream()
            .map(turn -> turn.speaker().orElseThrow())
            .distinct()
            .filter(question::contains)
            .toList();
    return named.size() == 1 ? named.getFirst() : "";
  }

  private float[] spread(CompactIndex index, float[] scores) {
    float[] spread = new float[scores.length];
    IntStream.range(0, scores.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]))
        .limit(5)
        .forEach(
            start -> {
              int slot = index.slot(turns.get(start).id().orElseThrow()).orElseThrow();
              List<String> terms = index.terms(slot);
              for (String term : terms) {
                int[] slots = index.slotsWith(term);
                if (slots.length <= Math.max(3, index.size() / 10)) {
                  double idf = Math.log((double) index.size() / slots.length);
                  for (int other : slots) {
                    int turn = numbers.get(index.entry(other).node());
                    spread[turn] +=
                        turn == start ? 0 : (float) (scores[start] * idf / terms.size());
                  }
                }
              }
            });
    unit(spread);
    return spread;
  }

  private static void unit(float[] scores) {
    float least = Float.POSITIVE_INFINITY;
    float greatest = Float.NEGATIVE_INFINITY;
    for (float score : scores) {
      least = Math.min(least, score);
      greatest = Math.max(greatest, score);
    }
    for (int i = 0; i < scores.length; i++) {
      scores[i] = greatest > least ? (scores[i] - least) / (greatest - least) : 0;
    }
  }
}
