package io.engraph.graph;

import static java.util.Objects.requireNonNull;

import io.engraph.table.Condition;
import io.engraph.table.Cursor;
import io.engraph.table.Index;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.SortRange;
import io.engraph.table.Table;
import io.engraph.table.Value;
import io.engraph.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One graph as an adjacency list on the table: reads of nodes, edges and turns, and the writes that
 * change them. Writes are only made here; whoever decides them puts them into one transaction.
 *
 * <p>A light view that is made for each call, so that the graph is an argument of every call.
 */
public final class MemoryGraph {

  private final Table table;
  private final GraphId id;
  private final Keys keys;
  private final GraphItems items;

  public MemoryGraph(Table table, GraphId id) {
    this.table = requireNonNull(table, "table is null");
    this.id = requireNonNull(id, "id is null");
    this.keys = new Keys(id);
    this.items = new GraphItems(id, keys);
  }

  public GraphId id() {
    return id;
  }

  public Keys keys() {
    return keys;
  }

  /** The graphs of a table, in the order in which they were made. */
  public static List<GraphId> list(Table table) {
    List<GraphId> graphs = new ArrayList<>();
    PartitionQuery query = PartitionQuery.of(Index.TIMELINE, Keys.ALL_GRAPHS);
    Page page = table.query(query);
    while (true) {
      for (Item item : page.items()) {
        graphs.add(new GraphId(item.key().partition().split("#", 2)[1]));
      }
      if (page.next().isEmpty()) {
        return graphs;
      }
      page = table.query(query.after(page.next().get()));
    }
  }

  /** What the graph was made with; empty if nobody has written to it. */
  public Optional<GraphSettings> settings() {
    return table.get(keys.graph()).map(GraphItems::settings);
  }

  /**
   * The graph as a question needs it.
   *
   * @param settings what it was made with
   * @param learned how far use has moved its policy
   */
  public record Opened(GraphSettings settings, LearnedPolicy learned) {

    /** How far the weights of the ranking channels have moved, by the channel's name. */
    public Map<String, Double> shifts() {
      return settings.shifts(learned);
    }
  }

  /**
   * What the graph was made with and has learned, in one read; empty if nobody has written to it.
   */
  public Optional<Opened> open() {
    Map<Key, Item> items =
        table.getAll(List.of(keys.graph(), keys.policy())).stream()
            .collect(Collectors.toMap(Item::key, Function.identity()));
    return Optional.ofNullable(items.get(keys.graph()))
        .map(
            graph ->
                new Opened(
                    GraphItems.settings(graph),
                    Optional.ofNullable(items.get(keys.policy()))
                        .map(GraphItems::learned)
                        .orElse(LearnedPolicy.NONE)));
  }

  /** How far use has moved the graph's policy. */
  public LearnedPolicy learned() {
    return table.get(keys.policy()).map(GraphItems::learned).orElse(LearnedPolicy.NONE);
  }

  /** How far one caller has moved it, before what one may move it by is limited. */
  public LearnedPolicy learnedFrom(String caller) {
    return table.get(keys.policyOf(caller)).map(GraphItems::learned).orElse(LearnedPolicy.NONE);
  }

  /** Stores a policy that was changed, on the condition that nobody else has changed it since. */
  public Write replace(LearnedPolicy changed) {
    return replace(keys.policy(), changed);
  }

  /** Stores how far a caller has moved the policy, on the same condition. */
  public Write replace(String caller, LearnedPolicy changed) {
    return replace(keys.policyOf(caller), changed);
  }

  private static Write replace(Key key, LearnedPolicy changed) {
    return Write.put(
        GraphItems.learned(key, changed),
        changed.version() == 1
            ? Condition.absent()
            : Condition.equal("version", Value.of(changed.version() - 1)));
  }

  /** Makes the graph, on the condition that it is not there. */
  public Write create(GraphSettings settings) {
    return Write.put(items.settings(settings), Condition.absent());
  }

  /** Stores settings that were changed, on the condition that the graph is there. */
  public Write replace(GraphSettings changed) {
    return Write.put(items.settings(changed), Condition.present());
  }

  public Optional<Node> node(NodeId node) {
    return table.get(keys.node(node)).map(GraphItems::node);
  }

  /** Those of the nodes that exist. */
  public Map<NodeId, Node> nodes(Collection<NodeId> nodes) {
    return table.getAll(nodes.stream().map(keys::node).toList()).stream()
        .map(GraphItems::node)
        .collect(Collectors.toMap(Node::id, Function.identity()));
  }

  /** Stores a new node, on the condition that it is not there. */
  public Write create(Node node) {
    return Write.put(items.node(node), Condition.absent());
  }

  /** Stores a node that was changed, on the condition that nobody else has changed it since. */
  public Write replace(Node changed) {
    return Write.put(
        items.node(changed), Condition.equal("version", Value.of(changed.version() - 1)));
  }

  /** Removes a node, on the condition that nobody else has changed it since. */
  public Write delete(Node node) {
    return new Write.Delete(
        keys.node(node.id()), Condition.equal("version", Value.of(node.version())));
  }

  /** Writes nothing, but fails unless the node is there. */
  public Write requireNode(NodeId node) {
    return Write.check(keys.node(node), Condition.present());
  }

  /**
   * The best edges of several nodes, read in one round.
   *
   * @param limit the most edges of a node in each direction
   */
  public List<Neighbourhood> neighbourhoods(List<NodeId> nodes, int limit) {
    List<PartitionQuery> queries = new ArrayList<>(2 * nodes.size());
    for (NodeId node : nodes) {
      String partition = keys.adjacency(node);
      queries.add(PartitionQuery.of(Index.BY_UTILITY, partition).atMost(limit));
      queries.add(PartitionQuery.of(Index.INCOMING, partition).atMost(limit));
    }
    List<Page> pages = table.queryAll(queries);
    List<Neighbourhood> neighbourhoods = new ArrayList<>(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      neighbourhoods.add(
          new Neighbourhood(nodes.get(i), edges(pages.get(2 * i)), edges(pages.get(2 * i + 1))));
    }
    return neighbourhoods;
  }

  /**
   * A page of a graph's nodes in the order of their times.
   *
   * @param nodes their ids
   * @param next where the next page begins; empty for the last one
   */
  public record Listed(List<NodeId> nodes, Optional<Cursor> next) {
    public Listed {
      nodes = List.copyOf(nodes);
      requireNonNull(next, "next is null");
    }
  }

  /**
   * Lists nodes, the earliest first; questions that were asked are no part of what was told.
   *
   * @param kind only those of that kind
   * @param from only those from then on
   * @param to only those before
   * @param after where the page before ended
   * @param limit the most items that are looked at
   */
  public Listed list(
      Optional<NodeKind> kind,
      Optional<Instant> from,
      Optional<Instant> to,
      Optional<Cursor> after,
      int limit) {
    PartitionQuery query =
        PartitionQuery.of(Index.TIMELINE, keys.timeline()).within(times(from, to)).atMost(limit);
    Page page = table.query(after.map(query::after).orElse(query));
    List<NodeId> nodes = new ArrayList<>();
    for (Item item : page.items()) {
      NodeKind of = NodeKind.valueOf(item.text("kind"));
      if (kind.map(of::equals).orElse(of != NodeKind.QUESTION)) {
        String partition = item.key().partition();
        nodes.add(new NodeId(partition.substring(partition.lastIndexOf('#') + 1)));
      }
    }
    return new Listed(nodes, page.next());
  }

  private static SortRange times(Optional<Instant> from, Optional<Instant> to) {
    String first = SortableTime.of(from.orElse(SortableTime.EARLIEST));
    // A node's id stands after its time, so the last moment of all is beyond every bound.
    return to.map(end -> SortRange.between(first, SortableTime.of(end)))
        .orElseGet(() -> SortRange.from(first));
  }

  /**
   * All edges of a node, in both directions, those that no walk finds included.
   *
   * @param limit the most of each way; with more, the list has more than that
   */
  public List<Edge> edgesOf(NodeId node, int limit) {
    String partition = keys.adjacency(node);
    List<Page> pages =
        table.queryAll(
            List.of(
                PartitionQuery.of(partition)
                    .within(SortRange.prefix(Keys.edgePrefix()))
                    .atMost(limit + 1),
                PartitionQuery.of(Index.INCOMING, partition).atMost(limit + 1),
                PartitionQuery.of(Index.TIMELINE, keys.latentTo(node)).atMost(limit + 1)));
    Set<EdgeKey> found = new LinkedHashSet<>();
    pages.forEach(page -> page.items().forEach(item -> found.add(Keys.parseEdge(item.key()))));
    // As they are now: an index may be behind.
    return List.copyOf(edges(found).values());
  }

  /** How far the graph is consolidated, where it ever was. */
  public Optional<Item> consolidation() {
    return table.get(keys.consolidation());
  }

  private static List<Edge> edges(Page page) {
    return page.items().stream().map(GraphItems::edge).toList();
  }

  /** Those of the edges that exist, as they are now. */
  public Map<EdgeKey, Edge> edges(Collection<EdgeKey> edges) {
    return table.getAll(edges.stream().map(keys::edge).toList()).stream()
        .map(GraphItems::edge)
        .collect(Collectors.toMap(Edge::key, Function.identity()));
  }

  /** Stores a new edge, on the condition that it is not there. */
  public Write create(Edge edge, UtilityRule rule) {
    return Write.put(items.edge(edge, rule), Condition.absent());
  }

  /** Stores an edge that was changed, on the condition that nobody else has changed it since. */
  public Write replace(Edge changed, UtilityRule rule) {
    return Write.put(
        items.edge(changed, rule), Condition.equal("version", Value.of(changed.version() - 1)));
  }

  /** Removes an edge, on the condition that nobody else has changed it since. */
  public Write delete(Edge edge) {
    return new Write.Delete(
        keys.edge(edge.key()), Condition.equal("version", Value.of(edge.version())));
  }

  /** Those of the turns that exist. */
  public Map<SourceRef, SourceTurn> turns(Collection<SourceRef> refs) {
    return table.getAll(refs.stream().map(keys::turn).toList()).stream()
        .map(GraphItems::turn)
        .collect(Collectors.toMap(SourceTurn::ref, Function.identity()));
  }

  /** The number of the last turn of a session; 0 if it has none. */
  public int lastTurn(String session) {
    Page page =
        table.query(
            PartitionQuery.of(keys.session(session))
                .within(SortRange.prefix(Keys.turnPrefix()))
                .descending()
                .atMost(1)
                .consistently());
    return page.items().isEmpty() ? 0 : GraphItems.turnRef(page.items().getFirst()).turn();
  }

  /** What a session has been about, where an agent keeps a summary of it. */
  public Optional<String> summary(String session) {
    return table.get(keys.summary(session)).map(item -> item.text("summary"));
  }

  /** Stores the summary of a session; of two at once either holds. */
  public Write summarised(String session, String summary) {
    return Write.put(Item.builder(keys.summary(session)).set("summary", summary).build());
  }

  /** Which turn of a session was stored for each of those identities, where one was. */
  public Map<String, SourceRef> findTurns(String session, Collection<String> identities) {
    List<Key> wanted =
        identities.stream().map(identity -> keys.identity(session, identity)).toList();
    return table.getAll(wanted).stream()
        .collect(
            Collectors.toMap(
                item -> item.text("identity"),
                item -> new SourceRef(session, item.integer("turn"))));
  }

  /**
   * Keeps a turn: two writes, on the conditions that its number is free and that no turn of its
   * identity was kept.
   */
  public List<Write> keep(SourceTurn turn) {
    Item identity =
        Item.builder(keys.identity(turn.ref().session(), turn.identity()))
            .set("identity", turn.identity())
            .set("turn", turn.ref().turn())
            .build();
    return List.of(
        Write.put(items.turn(turn), Condition.absent()), Write.put(identity, Condition.absent()));
  }

  /** Stores a pending turn as integrated, on the condition that nobody else has. */
  public Write integrated(SourceTurn turn) {
    return Write.put(
        items.turn(turn), Condition.equal("state", Value.of(SourceTurn.State.PENDING.name())));
  }

  /** Writes nothing, but fails unless the turn is there and not integrated yet. */
  public Write requirePending(SourceRef turn) {
    return Write.check(
        keys.turn(turn), Condition.equal("state", Value.of(SourceTurn.State.PENDING.name())));
  }

  /** Empties the place of a turn that is deleted. */
  public Write forget(SourceTurn turn) {
    return Write.put(items.turn(turn.forgotten()));
  }

  /** The turns of a session, those that were deleted too, in their order. */
  public List<SourceTurn> turnsOf(String session) {
    List<SourceTurn> turns = new ArrayList<>();
    PartitionQuery query =
        PartitionQuery.of(keys.session(session))
            .within(SortRange.prefix(Keys.turnPrefix()))
            .consistently();
    Page page = table.query(query);
    while (true) {
      page.items().forEach(item -> turns.add(GraphItems.turn(item)));
      if (page.next().isEmpty()) {
        return turns;
      }
      page = table.query(query.after(page.next().get()));
    }
  }

  /** The last turns of a session, at most so many, those that were deleted too; in their order. */
  public List<SourceTurn> lastTurnsOf(String session, int most) {
    List<SourceTurn> turns = new ArrayList<>();
    table
        .query(
            PartitionQuery.of(keys.session(session))
                .within(SortRange.prefix(Keys.turnPrefix()))
                .descending()
                .atMost(most)
                .consistently())
        .items()
        .forEach(item -> turns.add(GraphItems.turn(item)));
    return turns.reversed();
  }

  /** Turns that were kept but not integrated, the earliest first. */
  public List<SourceRef> pendingTurns(int limit) {
    return table
        .query(PartitionQuery.of(Index.TIMELINE, keys.pendingTurns()).atMost(limit))
        .items()
        .stream()
        .map(GraphItems::turnRef)
        .toList();
  }
}
