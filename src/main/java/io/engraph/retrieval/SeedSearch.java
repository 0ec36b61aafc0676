package io.engraph.retrieval;

import io.engraph.agent.Intent;
import io.engraph.agent.SeedPlan;
import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import io.engraph.index.TimeSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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
    Candidates candidates = new Candidates(search, index, names, bounds(search, asOf));
    Map<String, SlotScore> byChannel = new LinkedHashMap<>();
    List<Weighed> base = prepare(BASE, weights, candidates, byChannel);
    candidates.base(slot -> mean(base, 0, 0, slot));
    // What a node says itself counts as much where only its words are known: a turn that is not
    // embedded yet must not fall behind the turns beside it.
    float ofBase =
        (float) BASE.stream().mapToDouble(channel -> weights.weight(channel.name())).sum();
    List<Weighed> derived = prepare(DERIVED, weights, candidates, byChannel);
    boolean mayClaim = search.intent() == Intent.BELIEF;
    SlotScore scores =
        slot -> {
          float own = candidates.baseOrSilence(slot);
          float score =
              Float.isNaN(own)
                  ? mean(derived, 0, 0, slot)
                  : mean(derived, ofBase * own, ofBase, slot);
          return Float.isNaN(score) ? 0 : mayClaim ? score : stepBack(candidates, slot, score);
        };
    return new SeedScores(
        candidates,
        scores,
        byChannel,
        isStrict ? Optional.of(Relevance.of(candidates, scores)) : Optional.empty());
  }

  /** A turn that only says what one thinks of another is no record of it: others come first. */
  private static float stepBack(Candidates candidates, int slot, float score) {
    return candidates.view().claims(slot) ? score * CLAIMED : score;
  }

  /** What a channel says, and how much it counts. */
  private record Weighed(SlotScore score, float weight) {}

  private static List<Weighed> prepare(
      List<Channel> channels,
      RetrievalPolicy weights,
      Candidates candidates,
      Map<String, SlotScore> byChannel) {
    // One that does not count yet is asked too: use may show that it should.
    List<Channel> asked =
        channels.stream()
            .filter(channel -> weights.weight(channel.name()) > 0 || weights.learns(channel.name()))
            .toList();
    if (candidates.index().isLarge()) {
      asked.forEach(channel -> channel.find(candidates));
    }
    List<Weighed> weighed = new ArrayList<>();
    for (Channel channel : asked) {
      double weight = weights.weight(channel.name());
      SlotScore scores = channel.over(candidates);
      byChannel.put(channel.name(), scores);
      if (weight > 0) {
        weighed.add(new Weighed(scores, (float) weight));
      }
    }
    return weighed;
  }

  /** The mean of what channels say of a slot, and of a sum; NaN where none has said anything. */
  private static float mean(List<Weighed> channels, float sum, float weight, int slot) {
    float scores = sum;
    float weights = weight;
    for (Weighed channel : channels) {
      float score = channel.score.of(slot);
      if (!Float.isNaN(score)) {
        scores += channel.weight * score;
        weights += channel.weight;
      }
    }
    return weights > 0 ? scores / weights : Float.NaN;
  }

  /** What a node must be in time to be answered; empty if that is not asked. */
  private static Optional<Predicate<IndexEntry>> bounds(SearchText search, Optional<AsOf> asOf) {
    Optional<TimeSpan> range =
        search.plan().mode() == SeedPlan.Mode.HYBRID_MATCH
            ? search.plan().range()
            : Optional.empty();
    return range.isEmpty() && asOf.isEmpty()
        ? Optional.empty()
        : Optional.of(
            entry ->
                (range.isEmpty()
                        || entry.time().isEmpty()
                        || entry.time().get().overlaps(range.get()))
                    && (asOf.isEmpty() || asOf.get().admits(entry)));
  }
}
