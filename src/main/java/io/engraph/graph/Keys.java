package io.engraph.graph;

import io.engraph.table.Key;
import java.util.Locale;

/**
 * The keys of a graph's items. A graph id has no {@code #}, so no key of one graph can be read as
 * one of another.
 */
public final class Keys {

  /** The timeline partition that lists the graphs of the table. */
  public static final String ALL_GRAPHS = "GRAPHS";

  private static final String POLICY = "POLICY";
  private static final String NODE_SORT = "NODE";
  private static final String EDGE_PREFIX = "EDGE#";
  private static final String TURN_PREFIX = "TURN#";
  private static final String SUMMARY_SORT = "SUMMARY";
  private static final String IDENTITY_PREFIX = "ID#";

  private final String graph;

  public Keys(GraphId graph) {
    this.graph = graph.value();
  }

  public Key graph() {
    return new Key("GRAPH#" + graph, "GRAPH");
  }

  /** The key of how far the graph is consolidated. */
  public Key consolidation() {
    return new Key("GRAPH#" + graph, "CONSOLIDATION");
  }

  Key policy() {
    return new Key("GRAPH#" + graph, POLICY);
  }

  /** The key of the policy of the graph that has that key. */
  static Key policyBeside(Key graph) {
    return new Key(graph.partition(), POLICY);
  }

  Key policyOf(String caller) {
    return new Key("GRAPH#" + graph, POLICY + "#" + caller);
  }

  /** The timeline partition that lists the graph's nodes. */
  String timeline() {
    return "GRAPH#" + graph;
  }

  /** The timeline partition that lists the latent edges that lead to a node. */
  String latentTo(NodeId node) {
    return "LATENT#%s#%s".formatted(graph, node);
  }

  static String edgePrefix() {
    return EDGE_PREFIX;
  }

  /** The timeline partition that lists the graph's turns that are not integrated. */
  String pendingTurns() {
    return "PENDING#" + graph;
  }

  public String adjacency(NodeId node) {
    return "NODE#%s#%s".formatted(graph, node);
  }

  public Key node(NodeId node) {
    return new Key(adjacency(node), NODE_SORT);
  }

  public Key edge(EdgeKey edge) {
    return new Key(
        adjacency(edge.source()), EDGE_PREFIX + edge.relation().label() + "#" + edge.target());
  }

  public String session(String session) {
    return "SESSION#%s#%s".formatted(graph, session);
  }

  Key turn(SourceRef ref) {
    return new Key(session(ref.session()), turnSort(ref.turn()));
  }

  public Key summary(String session) {
    return new Key(session(session), SUMMARY_SORT);
  }

  static String turnPrefix() {
    return TURN_PREFIX;
  }

  // Ten digits hold every int, so the order of the text is the order of the numbers.
  private static String turnSort(int turn) {
    return TURN_PREFIX + String.format(Locale.ROOT, "%010d", turn);
  }

  static int turnNumber(String sort) {
    return Integer.parseInt(sort.substring(TURN_PREFIX.length()));
  }

  Key identity(String session, String identity) {
    return new Key(session(session), IDENTITY_PREFIX + identity);
  }

  /** The key of a query's trace. */
  public Key trace(String query) {
    return new Key("QUERY#%s#%s".formatted(graph, query), "TRACE");
  }

  /** The timeline partition that lists all other queries whose traces are kept. */
  public String queries() {
    return "QUERIES#" + graph;
  }

  /** The partition of what is kept once of a graph. */
  public String settings() {
    return "GRAPH#" + graph;
  }

  /** The partition of the tokens that a graph has used of a model. */
  public String usage() {
    return "USAGE#" + graph;
  }

  /** The timeline partition that lists completed queries that are not reconsolidated. */
  public String completedQueries() {
    return "COMPLETED#" + graph;
  }

  /** The partition of the graph's edit log. */
  public String edits() {
    return "EDITS#" + graph;
  }

  /** The node, relation and other end that an edge's key names, as seen from its source. */
  static EdgeKey parseEdge(Key key) {
    String source = key.partition().substring(key.partition().lastIndexOf('#') + 1);
    String[] parts = key.sort().split("#", 3);
    return new EdgeKey(
        new NodeId(source),
        Relation.find(parts[1])
            .orElseThrow(() -> new IllegalStateException("unknown relation " + parts[1])),
        new NodeId(parts[2]));
  }
}
