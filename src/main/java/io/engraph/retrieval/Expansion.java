package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.Intent;
import io.engraph.agent.Move;
import io.engraph.agent.NodeReader;
import io.engraph.agent.RecallState;
import io.engraph.graph.Edge;
import io.engraph.graph.Neighbourhood;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.UtilityRule;
import io.engraph.index.IndexEntry;
import io.engraph.index.TimeSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How far a walk has come: what it reached, where it may go on, and what it may still do. The atoms
 * of a walk change it; none can exceed a budget, since only {@link #expand} reads.
 */
final class Expansion {

  private static final double SIMILARITY_SHARE = 0.6;
  private static final double UTILITY_SHARE = 0.4;

  /** What each hop costs: the evidence of a walk is weaker the longer it is. */
  private static final double HOP_DECAY = 0.1;

  static final Comparator<Reached> BEST_FIRST =
      Comparator.comparingDouble(Reached::access).reversed().thenComparing(Reached::node);

  /** Reads the best edges of some nodes. */
  interface EdgeReader {
    List<Neighbourhood> read(List<NodeId> nodes, int neighbours);
  }

  private final Budgets budgets;
  private final UtilityRule rule;
  private final NodeView view;
  private final EdgeReader edges;
  private final NodeReader nodes;

  private final Map<NodeId, Reached> reached = new HashMap<>();
  private final List<NodeId> entries = new ArrayList<>();
  private final Set<NodeId> frontier = new HashSet<>();
  private final Set<NodeId> expanded = new HashSet<>();
  private final List<Step> steps = new ArrayList<>();
  private int rounds;

  Expansion(Budgets budgets, UtilityRule rule, NodeView view, EdgeReader edges, NodeReader nodes) {
    this.budgets = requireNonNull(budgets, "budgets is null");
    this.rule = requireNonNull(rule, "rule is null");
    this.view = requireNonNull(view, "view is null");
    this.edges = requireNonNull(edges, "edges is null");
    this.nodes = requireNonNull(nodes, "nodes is null");
  }

  /**
   * Begins.
   *
   * @param seeds what the search found, best first: the walk begins at the first of them, and the
   *     others are reached already
   */
  void start(List<SeedScores.Seed> seeds) {
    for (int i = 0; i < seeds.size(); i++) {
      NodeId node = new NodeId(seeds.get(i).node());
      reached.put(node, Reached.seed(node, seeds.get(i).score()));
      if (i < budgets.entryNodes()) {
        entries.add(node);
        if (budgets.hops() > 0) {
          frontier.add(node);
        }
      }
    }
  }

  Budgets budgets() {
    return budgets;
  }

  NodeView view() {
    return view;
  }

  /** The nodes at which the walk began, best first. */
  List<NodeId> entries() {
    return List.copyOf(entries);
  }

  Map<NodeId, Reached> reached() {
    return Map.copyOf(reached);
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }

  /** Where it may go on, the best first. */
  List<Reached> ahead() {
    return frontier.stream().map(reached::get).sorted(BEST_FIRST).toList();
  }

  /** What was reached and may be answered, the best first. */
  List<Reached> answers() {
    return reached.values().stream()
        .filter(one -> view.mayAnswer(one.node()))
        .sorted(BEST_FIRST)
        .toList();
  }

  /** Whether there is a round left, and a node to spend it on. */
  boolean canGoOn() {
    return rounds < budgets.steps() && !frontier.isEmpty();
  }

  boolean isAhead(NodeId node) {
    return frontier.contains(node);
  }

  RecallState state(String question, Intent intent) {
    List<Reached> best = answers().stream().limit(budgets.loadedNodes()).toList();
    return new RecallState(
        question, intent, found(best), found(ahead()), best.size() == budgets.loadedNodes(), nodes);
  }

  private static List<RecallState.Found> found(List<Reached> nodes) {
    return nodes.stream()
        .map(one -> new RecallState.Found(one.node(), one.access(), one.hop()))
        .toList();
  }

  /**
   * Reads the edges of frontier nodes in one round, and reaches what they lead to. Where none of
   * the edges is of the relations that the move asks for, those of any relation are followed.
   */
  void expand(Move move, List<NodeId> nodes) {
    if (rounds == budgets.steps()) {
      return;
    }
    rounds++;
    frontier.removeAll(nodes);
    expanded.addAll(nodes);
    List<Neighbourhood> read = edges.read(nodes, budgets.neighbours());
    List<Followed> followed = follow(move, read);
    boolean isWidened = followed.isEmpty() && !move.relations().isEmpty();
    if (isWidened) {
      followed = follow(new Move(move.atom(), Set.of(), move.time()), read);
    }
    followed.forEach(this::reach);
    int edgesRead =
        read.stream().mapToInt(one -> one.outgoing().size() + one.incoming().size()).sum();
    steps.add(new Step(move.atom(), nodes, edgesRead, followed, isWidened, List.of()));
  }

  private List<Followed> follow(Move move, List<Neighbourhood> read) {
    List<Followed> followed = new ArrayList<>();
    for (Neighbourhood neighbourhood : read) {
      List<Edge> all = new ArrayList<>(neighbourhood.outgoing());
      all.addAll(neighbourhood.incoming());
      for (Edge edge : all) {
        NodeId to = edge.key().other(neighbourhood.node());
        boolean isAsked =
            move.relations().isEmpty() || move.relations().contains(edge.key().relation().kind());
        if (isAsked && !isQuestion(to) && isInTime(to, move.time())) {
          followed.add(follow(edge, neighbourhood.node(), to, all.size()));
        }
      }
    }
    return followed;
  }

  /**
   * What past questions lead to, the search has heard already: from those that are like this one.
   */
  private boolean isQuestion(NodeId node) {
    return view.entry(node).filter(one -> one.kind().equals(NodeKind.QUESTION.name())).isPresent();
  }

  private boolean isInTime(NodeId node, Optional<TimeSpan> range) {
    if (range.isEmpty()) {
      return true;
    }
    Optional<IndexEntry> entry = view.entry(node);
    Optional<TimeSpan> said = entry.flatMap(IndexEntry::time);
    Optional<TimeSpan> told = entry.flatMap(IndexEntry::tells);
    return said.isEmpty()
        || said.get().overlaps(range.get())
        || told.map(time -> time.overlaps(range.get())).orElse(false);
  }

  private Followed follow(Edge edge, NodeId from, NodeId to, int edgesOfFrom) {
    Reached source = reached.get(from);
    int hop = source.hop() + 1;
    double utility = rule.utility(edge.evidence());
    // An entity has no text that could be like the question: the edge to it says what its turn
    // does.
    double similarity =
        view.mayAnswer(to)
            ? view.similarity(to)
            : Math.max(view.similarity(to), source.similarity());
    double access = SIMILARITY_SHARE * similarity + UTILITY_SHARE * utility - HOP_DECAY * hop;
    // What is passed through gives each of its ways a share: the more there are, the less each
    // says.
    double fan = view.mayAnswer(from) ? 1 : edgesOfFrom;
    double carried = Math.max(source.path(), view.mayAnswer(from) ? source.similarity() : 0);
    return new Followed(edge, from, to, utility, access, similarity, carried * utility / fan, hop);
  }

  private void reach(Followed followed) {
    Reached source = reached.get(followed.from());
    Reached way =
        new Reached(
            followed.to(),
            followed.access(),
            view.mayAnswer(followed.to()) ? view.similarity(followed.to()) : followed.similarity(),
            followed.path(),
            followed.hop(),
            source.origins());
    Reached now = reached.merge(followed.to(), way, Reached::orBy);
    if (now.hop() < budgets.hops() && !expanded.contains(followed.to())) {
      frontier.add(followed.to());
    }
  }

  /** Changes what was reached without reading, and says why. */
  void change(Move move, Collection<Change> changes) {
    List<Change> made = new ArrayList<>();
    for (Change change : changes) {
      made.add(change);
      reached.put(change.after().node(), change.after());
    }
    if (!made.isEmpty()) {
      steps.add(new Step(move.atom(), List.of(), 0, List.of(), false, made));
    }
  }

  /**
   * One step that was taken.
   *
   * @param atom what was done
   * @param expanded the nodes whose edges were read
   * @param edgesRead how many edges that were
   * @param edges those that were followed, each in the direction in which it was
   * @param isWidened whether the relations that were asked for led nowhere, and others were
   *     followed
   * @param changes what was changed without reading
   */
  record Step(
      Move.Atom atom,
      List<NodeId> expanded,
      int edgesRead,
      List<Followed> edges,
      boolean isWidened,
      List<Change> changes) {}

  /**
   * An edge that was followed.
   *
   * @param edge the edge
   * @param from the end that was expanded
   * @param to the other end
   * @param utility the edge's utility, 0 to 1
   * @param access how well it leads to its end
   * @param similarity how like the question what it says is
   * @param path what it brings along from where the walk began
   * @param hop how many edges its end is away from an entry node
   */
  record Followed(
      Edge edge,
      NodeId from,
      NodeId to,
      double utility,
      double access,
      double similarity,
      double path,
      int hop) {}

  /**
   * A node that an atom moved up or down, or brought in.
   *
   * @param before its access before; 0 for one that was not reached
   * @param after the node after it
   * @param reason why, in a few words
   */
  record Change(double before, Reached after, String reason) {}
}
