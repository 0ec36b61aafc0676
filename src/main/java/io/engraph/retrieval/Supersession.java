package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.SourceRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells, without a model, which of the loaded nodes say something newer of the same:
 * near-duplicates that begin alike, with a subject and a predicate, and end otherwise, such as "I
 * live in Porto" and "I live in Lisbon now". The newest leads; the older ones are marked and step
 * back, and are there for a question about the past.
 */
final class Supersession {

  /**
   * A node to be answered.
   *
   * @param node the node
   * @param reached how it was reached
   * @param score its score
   * @param supersededBy the node that says something newer of the same
   */
  record Ranked(Node node, Reached reached, double score, Optional<NodeId> supersededBy) {
    Ranked {
      requireNonNull(node, "node is null");
      requireNonNull(reached, "reached is null");
      requireNonNull(supersededBy, "supersededBy is null");
    }
  }

  /** The least subject with a predicate: "I live in", "Porto is a". */
  private static final int LEAST_COMMON_WORDS = 3;

  private static final double STEPS_BACK = 0.5;

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+(?:['’][\\p{L}]+)?");

  /**
   * Who likes one thing may like another: what is said with these words adds, and replaces nothing.
   */
  private static final Set<String> ADDING =
      Set.of(
          "also",
          "ate",
          "attended",
          "bought",
          "built",
          "cooked",
          "eat",
          "enjoy",
          "enjoyed",
          "enjoys",
          "finished",
          "found",
          "got",
          "had",
          "has",
          "hate",
          "hates",
          "have",
          "heard",
          "helped",
          "learned",
          "like",
          "liked",
          "likes",
          "love",
          "loved",
          "loves",
          "made",
          "met",
          "need",
          "needs",
          "painted",
          "read",
          "reads",
          "said",
          "saw",
          "says",
          "started",
          "think",
          "thinks",
          "told",
          "took",
          "tried",
          "visited",
          "visit",
          "want",
          "wants",
          "watch",
          "watched",
          "went",
          "wrote");

  /** What has one of these still has its predicate to come: "The capital of | Ghana is Accra". */
  private static final Set<String> BEING =
      Set.of("am", "are", "be", "been", "is", "was", "were", "will");

  private Supersession() {}

  /**
   * Marks what is superseded.
   *
   * @param nodes best first
   * @param isInOrder whether the order stays: for a question about the past
   * @return best first
   */
  static List<Ranked> newestFirst(List<Ranked> nodes, boolean isInOrder) {
    List<List<String>> words = nodes.stream().map(one -> words(one.node())).toList();
    double[] scores = nodes.stream().mapToDouble(Ranked::score).toArray();
    List<Ranked> marked = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Optional<Integer> newest = newest(i, nodes, words);
      if (newest.isPresent() && !isInOrder) {
        // As good as the best of those that it replaces.
        scores[newest.get()] = Math.max(scores[newest.get()], nodes.get(i).score());
      }
      marked.add(
          new Ranked(
              nodes.get(i).node(),
              nodes.get(i).reached(),
              nodes.get(i).score(),
              newest.map(one -> nodes.get(one).node().id())));
    }
    if (isInOrder) {
      return marked;
    }
    List<Ranked> ranked = new ArrayList<>();
    for (int i = 0; i < marked.size(); i++) {
      Ranked one = marked.get(i);
      boolean isOld =
          one.supersededBy().isPresent() || one.node().status() == NodeStatus.SUPERSEDED;
      double score = isOld ? one.score() * STEPS_BACK : scores[i];
      ranked.add(new Ranked(one.node(), one.reached(), score, one.supersededBy()));
    }
    ranked.sort(
        Comparator.comparingDouble((Ranked one) -> -one.score())
            .thenComparing(one -> one.node().id()));
    return ranked;
  }

  private static Optional<Integer> newest(int i, List<Ranked> nodes, List<List<String>> words) {
    Optional<Integer> newest = Optional.empty();
    for (int j = 0; j < nodes.size(); j++) {
      Node than = nodes.get(newest.orElse(i)).node();
      if (NEWER.compare(nodes.get(j).node(), than) > 0
          && by(nodes.get(j).node()).equals(by(nodes.get(i).node()))
          && saysOtherwise(words.get(i), words.get(j))) {
        newest = Optional.of(j);
      }
    }
    return newest;
  }

  /** Who says it of whom, whoever they say it to. */
  private static String by(Node node) {
    int to = node.description().indexOf(" (to ");
    return to < 0 ? node.description() : node.description().substring(0, to);
  }

  private static final Comparator<Node> NEWER =
      Comparator.comparing(Node::learnedAt)
          .thenComparing(
              node -> node.sources().isEmpty() ? new SourceRef("-", 1) : node.sources().getLast());

  private static List<String> words(Node node) {
    Matcher matcher = WORD.matcher(node.content().toLowerCase(Locale.ROOT));
    return matcher.results().map(MatchResult::group).toList();
  }

  /** Whether two texts have a subject and a predicate in common, and nothing after it. */
  static boolean saysOtherwise(List<String> one, List<String> other) {
    int shorter = Math.min(one.size(), other.size());
    int common = 0;
    while (common < shorter && one.get(common).equals(other.get(common))) {
      common++;
    }
    boolean isBoth = common < one.size() && common < other.size();
    return isBoth
        && common >= LEAST_COMMON_WORDS
        && 2 * common >= shorter
        && one.subList(0, common).stream().noneMatch(ADDING::contains)
        && one.subList(common, one.size()).stream().noneMatch(BEING::contains)
        && other.subList(common, other.size()).stream().noneMatch(BEING::contains);
  }
}
