package io.engraph.retrieval;

import io.engraph.agent.SeedPlan;
import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scores every node of a compact index for one search: each channel's scores are brought to 0 to 1
 * over the nodes that may be answered, and averaged by the weights of the policy. A channel that
 * has nothing to say of a node, as the vectors of a turn that is not embedded yet, does not count
 * for it.
 */
final class SeedSearch {

  private static final List<Channel> CHANNELS = List.of(new DenseChannel(), new LexicalChannel());

  private SeedSearch() {}

  /**
   * @param kinds the kinds that may be answered; empty for any
   */
  static SeedScores score(
      SearchText search, CompactIndex index, RetrievalPolicy policy, Set<NodeKind> kinds) {
    RetrievalPolicy weights = policy.in(search.plan().mode());
    boolean[] mayAnswer = new boolean[index.slots()];
    for (int slot = 0; slot < mayAnswer.length; slot++) {
      mayAnswer[slot] = index.isLive(slot) && fits(search, index.entry(slot), kinds);
    }
    Map<String, float[]> byChannel = new LinkedHashMap<>();
    float[] fused = new float[index.slots()];
    float[] spoken = new float[index.slots()];
    for (Channel channel : CHANNELS) {
      float weight = (float) weights.weight(channel);
      if (weight > 0) {
        float[] scores = channel.scores(search, index);
        normalise(scores, mayAnswer);
        byChannel.put(channel.name(), scores);
        for (int slot = 0; slot < fused.length; slot++) {
          if (!Float.isNaN(scores[slot])) {
            fused[slot] += weight * scores[slot];
            spoken[slot] += weight;
          }
        }
      }
    }
    for (int slot = 0; slot < fused.length; slot++) {
      fused[slot] = spoken[slot] > 0 ? fused[slot] / spoken[slot] : 0;
    }
    return new SeedScores(index, mayAnswer, fused, byChannel);
  }

  private static boolean fits(SearchText search, IndexEntry entry, Set<NodeKind> kinds) {
    boolean isInTime =
        search.plan().mode() != SeedPlan.Mode.HYBRID_MATCH
            || search.plan().range().isEmpty()
            || entry.time().isEmpty()
            || entry.time().get().overlaps(search.plan().range().get());
    return isInTime && (kinds.isEmpty() || kinds.contains(NodeKind.valueOf(entry.kind())));
  }

  /**
   * Brings scores to 0 to 1, the least and the greatest being those of nodes that may be answered.
   * Where these are all alike, what scored above 0 gets 1. NaN stays.
   */
  private static void normalise(float[] scores, boolean[] mayAnswer) {
    float least = Float.POSITIVE_INFINITY;
    float greatest = Float.NEGATIVE_INFINITY;
    for (int slot = 0; slot < scores.length; slot++) {
      if (mayAnswer[slot] && !Float.isNaN(scores[slot])) {
        least = Math.min(least, scores[slot]);
        greatest = Math.max(greatest, scores[slot]);
      }
    }
    float range = greatest - least;
    for (int slot = 0; slot < scores.length; slot++) {
      if (Float.isNaN(scores[slot])) {
        continue;
      }
      if (range > 0) {
        scores[slot] = Math.clamp((scores[slot] - least) / range, 0f, 1f);
      } else {
        scores[slot] = scores[slot] > 0 ? 1 : 0;
      }
    }
  }
}
