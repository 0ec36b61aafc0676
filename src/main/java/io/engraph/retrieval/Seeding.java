package io.engraph.retrieval;

import io.engraph.agent.SeedPlan;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import io.engraph.retrieval.SeedScores.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the seed plans of one question found together: a node counts with the best score that any of
 * them gave it.
 */
final class Seeding implements NodeView {

  private static final Comparator<Seed> BEST_FIRST =
      Comparator.comparingDouble(Seed::score).reversed().thenComparing(Seed::node);

  /** So many times the seeds that are wanted are looked at, since some fold into others. */
  private static final int POOL = 2;

  /** A question that names more is not about what they have in common. */
  private static final int MAX_ANCHORS = 4;

  /** An entity or a past question is a way to an answer, and says nothing by itself. */
  private static final Set<NodeKind> ANY_ANSWER =
      Collections.unmodifiableSet(
          EnumSet.complementOf(EnumSet.of(NodeKind.ENTITY, NodeKind.QUESTION)));

  private final List<SeedScores> scores;
  private final List<List<String>> widened;
  private final List<Seed> seeds;
  private final CompactIndex index;
  private final CompactIndex.View view;
  private final List<NodeId> anchors;
  private final List<IndexEntry> namingAll;

  private Seeding(
      List<SeedScores> scores,
      List<List<String>> widened,
      List<Seed> seeds,
      CompactIndex index,
      List<NodeId> anchors) {
    this.scores = scores;
    this.widened = widened;
    this.seeds = seeds;
    this.index = index;
    // The index changes once it was read; what it said then stays.
    this.view = index.view();
    this.anchors = anchors;
    this.namingAll = anchors.size() < 2 ? List.of() : namingAll();
  }

  /**
   * Searches by every plan. A plan that finds nothing is tried without the threshold, then without
   * its kinds.
   *
   * @param threshold the least score of a seed
   * @param mayWiden whether the kinds may be dropped: those that the caller asked for may not
   * @param asOf the moment as of which it is answered
   * @param isStrict whether only what is clearly about the question may be answered
   * @param limit the most seeds
   */
  static Seeding search(
      List<SearchText> searches,
      CompactIndex index,
      RetrievalPolicy policy,
      double threshold,
      boolean mayWiden,
      Optional<AsOf> asOf,
      boolean isStrict,
      int limit) {
    List<SeedScores> scores = new ArrayList<>();
    List<List<String>> widened = new ArrayList<>();
    Map<String, Seed> best = new HashMap<>();
    for (SearchText search : searches) {
      SeedPlan plan = search.plan();
      List<String> dropped = new ArrayList<>();
      SeedScores found = SeedSearch.score(search, index, policy, plan.kinds(), asOf, isStrict);
      List<Seed> seeds = found.best(threshold, POOL * limit);
      if (seeds.isEmpty()) {
        dropped.add("threshold");
        seeds = found.best(0, POOL * limit);
      }
      if (seeds.isEmpty() && mayWiden && !plan.kinds().isEmpty()) {
        dropped.add("kinds");
        found = SeedSearch.score(search, index, policy, ANY_ANSWER, asOf, isStrict);
        seeds = found.best(0, POOL * limit);
      }
      scores.add(found);
      widened.add(seeds.isEmpty() ? List.of() : List.copyOf(dropped));
      seeds.forEach(
          seed ->
              best.merge(seed.node(), seed, (one, two) -> one.score() >= two.score() ? one : two));
    }
    return new Seeding(
        scores,
        widened,
        folded(best.values()).stream().sorted(BEST_FIRST).limit(limit).toList(),
        index,
        searches.stream()
            .flatMap(one -> SpeakerChannel.namedIn(one.plan().keywords(), index).stream())
            .distinct()
            .sorted()
            .limit(MAX_ANCHORS)
            .map(NodeId::new)
            .toList());
  }

  /**
   * Facts and claims whose turn was found too go into it: the turn says all that they say, and gets
   * the best score of them.
   */
  private static List<Seed> folded(Collection<Seed> seeds) {
    Map<IndexEntry.Position, Seed> turns = new HashMap<>();
    seeds.stream()
        .filter(seed -> seed.kind() == NodeKind.EPISODE)
        .forEach(turn -> turn.position().ifPresent(position -> turns.put(position, turn)));
    List<Seed> folded = new ArrayList<>();
    for (Seed seed : seeds) {
      if (seed.kind() != NodeKind.EPISODE) {
        Optional<IndexEntry.Position> turn = seed.position().filter(turns::containsKey);
        turn.ifPresent(
            position ->
                turns.computeIfPresent(
                    position,
                    (_, episode) -> episode.scored(Math.max(episode.score(), seed.score()))));
        if (turn.isEmpty()) {
          folded.add(seed);
        }
      } else if (seed.position().isEmpty()) {
        folded.add(seed);
      }
    }
    folded.addAll(turns.values());
    return folded;
  }

  /** The best nodes, best first. */
  List<Seed> seeds() {
    return seeds;
  }

  /** Past questions that were like one of the searches, the most alike first. */
  List<PastQuestions.Alike> pastQuestions() {
    Map<String, PastQuestions.Alike> alike = new HashMap<>();
    scores.stream()
        .flatMap(one -> one.pastQuestions().stream())
        .forEach(
            past ->
                alike.merge(
                    past.node(), past, (one, two) -> one.weight() >= two.weight() ? one : two));
    return alike.values().stream()
        .sorted(PastQuestions.MOST_ALIKE_FIRST)
        .limit(PastQuestions.MOST)
        .toList();
  }

  /** What each plan had to drop to find anything. */
  List<List<String>> widened() {
    return widened;
  }

  @Override
  public double similarity(NodeId node) {
    return scores.stream().mapToDouble(one -> one.similarity(node.value())).max().orElse(0);
  }

  @Override
  public boolean mayAnswer(NodeId node) {
    return scores.stream().anyMatch(one -> one.mayAnswer(node.value()));
  }

  @Override
  public Optional<IndexEntry> entry(NodeId node) {
    OptionalInt slot = index.slot(node.value());
    return slot.isPresent() ? view.entry(slot.getAsInt()) : Optional.empty();
  }

  @Override
  public Optional<NodeId> turnOf(NodeId node) {
    OptionalInt slot = index.slot(node.value());
    if (slot.isEmpty() || entry(node).filter(one -> !isTurn(one)).isEmpty()) {
      return Optional.empty();
    }
    int turn = view.turn(slot.getAsInt());
    return turn < 0 ? Optional.empty() : view.entry(turn).map(one -> new NodeId(one.node()));
  }

  private static boolean isTurn(IndexEntry entry) {
    return entry.kind().equals(NodeKind.EPISODE.name());
  }

  @Override
  public List<NodeId> anchors() {
    return anchors;
  }

  @Override
  public List<NodeId> namingAnchors(int limit) {
    return namingAll.stream()
        .map(one -> new NodeId(one.node()))
        .sorted(
            Comparator.comparingDouble((NodeId node) -> -similarity(node))
                .thenComparing(Comparator.naturalOrder()))
        .limit(limit)
        .toList();
  }

  /** What names all that the question names; of a large index as far as it was looked at. */
  private List<IndexEntry> namingAll() {
    Set<String> all = anchors.stream().map(NodeId::value).collect(Collectors.toSet());
    String rarest = Collections.min(all, Comparator.comparingInt(index::mentions));
    return Arrays.stream(index.slotsNaming(rarest))
        .filter(slot -> !index.isLarge() || scores.stream().anyMatch(one -> one.isCandidate(slot)))
        .mapToObj(index::entry)
        .filter(one -> one.entities().containsAll(all))
        .toList();
  }
}
