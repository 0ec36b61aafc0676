package io.engraph.retrieval;

import io.engraph.agent.Intent;
import io.engraph.agent.SeedPlan;
import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Scores every node of a compact index for one search: each channel scores the nodes, and the mean
 * of what they say, by the weights of the policy, is the score. A channel that has nothing to say
 * of a node, as the vectors of a turn that is not embedded yet, does not count for it.
 */
final class SeedSearch {

  /** What the others start from. */
  private static final List<Channel> BASE = List.of(new DenseChannel(), new LexicalChannel());

  private static final List<Channel> DERIVED =
      List.of(
          new NeighbourChannel(),
          new SpeakerChannel(),
          new SessionChannel(),
          new KeywordSpreadChannel(),
          new TimeChannel(),
          new FormChannel(),
          new KindChannel(),
          new RecencyChannel(),
          new QuestionsChannel());

  /** How much of its score a turn of claims keeps where nobody asks for claims. */
  private static final float CLAIMED = 0.5f;

  private SeedSearch() {}

  /**
   * @param kinds the kinds that may be answered; empty for any
   * @param asOf the moment as of which it is answered
   * @param isStrict whether only what is clearly about the question may be answered
   */
  static SeedScores score(
      SearchText search,
      CompactIndex index,
      RetrievalPolicy policy,
      Set<NodeKind> kinds,
      Optional<AsOf> asOf,
      boolean isStrict) {
    RetrievalPolicy weights = policy.in(search.plan().mode());
    Set<String> names = kinds.stream().map(NodeKind::name).collect(Collectors.toSet());
    boolean[] mayAnswer = new boolean[index.slots()];
    for (int slot = 0; slot < mayAnswer.length; slot++) {
      mayAnswer[slot] = index.isLive(slot) && fits(search, index.entry(slot), names, asOf);
    }
    Candidates candidates = new Candidates(search, index, mayAnswer);
    Map<String, float[]> byChannel = new LinkedHashMap<>();
    WeightedMean base = new WeightedMean(index.slots());
    score(BASE, weights, candidates, byChannel, base);
    candidates.base(base.scores());
    // What a node says itself counts as much where only its words are known: a turn that is not
    // embedded yet must not fall behind the turns beside it.
    WeightedMean mean = new WeightedMean(index.slots());
    mean.add(
        base.scoresOrSilence(),
        BASE.stream().mapToDouble(channel -> weights.weight(channel.name())).sum());
    score(DERIVED, weights, candidates, byChannel, mean);
    float[] scores = mean.scores();
    if (search.intent() != Intent.BELIEF) {
      stepBack(index, scores);
    }
    if (isStrict) {
      Relevance.restrict(candidates, scores, mayAnswer);
    }
    return new SeedScores(index, mayAnswer, scores, byChannel, candidates.pastQuestions());
  }

  /** A turn that only says what one thinks of another is no record of it: others come first. */
  private static void stepBack(CompactIndex index, float[] scores) {
    for (int slot = 0; slot < scores.length; slot++) {
      if (index.isLive(slot) && index.entry(slot).claims()) {
        scores[slot] *= CLAIMED;
      }
    }
  }

  private static void score(
      List<Channel> channels,
      RetrievalPolicy weights,
      Candidates candidates,
      Map<String, float[]> byChannel,
      WeightedMean mean) {
    for (Channel channel : channels) {
      double weight = weights.weight(channel.name());
      // One that does not count yet is asked too: use may show that it should.
      if (weight > 0 || weights.learns(channel.name())) {
        float[] scores = channel.scores(candidates);
        byChannel.put(channel.name(), scores);
        if (weight > 0) {
          mean.add(scores, weight);
        }
      }
    }
  }

  private static boolean fits(
      SearchText search, IndexEntry entry, Set<String> kinds, Optional<AsOf> asOf) {
    boolean isInTime =
        search.plan().mode() != SeedPlan.Mode.HYBRID_MATCH
            || search.plan().range().isEmpty()
            || entry.time().isEmpty()
            || entry.time().get().overlaps(search.plan().range().get());
    boolean isKnown = asOf.isEmpty() || asOf.get().admits(entry);
    return isInTime && isKnown && (kinds.isEmpty() || kinds.contains(entry.kind()));
  }

  /** The mean of what channels say of each slot. */
  private static final class WeightedMean {
    private final float[] sums;
    private final float[] weights;

    WeightedMean(int slots) {
      sums = new float[slots];
      weights = new float[slots];
    }

    void add(float[] scores, double weight) {
      for (int slot = 0; slot < sums.length; slot++) {
        if (!Float.isNaN(scores[slot])) {
          sums[slot] += (float) weight * scores[slot];
          weights[slot] += (float) weight;
        }
      }
    }

    /** The means; NaN where no channel has said anything. */
    float[] scoresOrSilence() {
      float[] scores = scores();
      for (int slot = 0; slot < scores.length; slot++) {
        scores[slot] = weights[slot] > 0 ? scores[slot] : Float.NaN;
      }
      return scores;
    }

    float[] scores() {
      float[] scores = new float[sums.length];
      for (int slot = 0; slot < scores.length; slot++) {
        scores[slot] = weights[slot] > 0 ? sums[slot] / weights[slot] : 0;
      }
      return scores;
    }
  }
}
