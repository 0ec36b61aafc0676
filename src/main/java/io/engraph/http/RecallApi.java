package io.engraph.http;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Edge;
import io.engraph.graph.GraphId;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Neighbourhood;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexLog;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.Feedback;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.reconsolidation.Undo;
import io.engraph.retrieval.Retrieval;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The use cases that recall, take feedback and read: a body or an id in, an answer out. */
@Singleton
public class RecallApi {

  /** The most edges that a node is shown with, in each direction. */
  private static final int SHOWN_EDGES = 50;

  private static final int LISTED_EDITS = 100;

  private final Table table;
  private final Retrieval retrieval;
  private final Feedback feedback;
  private final Undo undo;
  private final IndexCache indexes;
  private final Ulids ulids;
  private final Clock clock;

  public RecallApi(
      Table table,
      Retrieval retrieval,
      Feedback feedback,
      Undo undo,
      IndexCache indexes,
      Ulids ulids,
      Clock clock) {
    this.table = requireNonNull(table, "table is null");
    this.retrieval = requireNonNull(retrieval, "retrieval is null");
    this.feedback = requireNonNull(feedback, "feedback is null");
    this.undo = requireNonNull(undo, "undo is null");
    this.indexes = requireNonNull(indexes, "indexes is null");
    this.ulids = requireNonNull(ulids, "ulids is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Answers a request that is one of these use cases'. */
  public Optional<ApiAnswer> answer(ApiRequest request) {
    if (request.method().equals("GET") && request.isOfAll()) {
      return Optional.of(graphs(request.access()));
    }
    if (!request.isOfGraph()) {
      return Optional.empty();
    }
    return Optional.ofNullable(answered(request));
  }

  private ApiAnswer answered(ApiRequest request) {
    String graph = request.graph();
    if (request.is("GET")) {
      return graph(graph);
    }
    if (request.is("GET", "nodes")) {
      return nodes(graph, Requests.list(request.parameters()));
    }
    if (request.is("GET", "nodes", null)) {
      return node(graph, request.segment(1));
    }
    if (request.is("GET", "queries", null)) {
      return explain(graph, request.segment(1));
    }
    if (request.is("GET", "sessions", null, "turns")) {
      return turns(graph, request.segment(1), limit(request.parameters().get("limit")));
    }
    if (request.is("GET", "sessions", null, "turns", null)) {
      return source(graph, request.segment(1), request.segment(3));
    }
    if (request.is("GET", "edits")) {
      return edits(graph, Requests.edits(request.parameters()));
    }
    if (request.is("POST", "edits:undo")) {
      return undo(graph, request.body());
    }
    if (request.is("POST", "queries")) {
      return ask(graph, request.body());
    }
    return request.is("POST", "queries", null, "feedback")
        ? report(graph, request.segment(1), request.body())
        : null;
  }

  /** Recalls what answers a question. */
  public ApiAnswer ask(String graph, byte[] body) {
    GraphId id = Requests.graph(graph);
    QueryRequest request = Json.read(body, QueryRequest.class);
    return new ApiAnswer(
        200,
        Answers.Recalled.of(
            retrieval.recall(id, Requests.query(request)), Boolean.TRUE.equals(request.explain())));
  }

  /** Takes feedback on a query. */
  public ApiAnswer report(String graph, String query, byte[] body) {
    GraphId id = Requests.graph(graph);
    return new ApiAnswer(
        202,
        Answers.FeedbackTaken.of(
            query,
            feedback.report(id, query, Requests.feedback(Json.read(body, FeedbackRequest.class)))));
  }

  /** Shows a query: its trace, the feedback on it, and what that has changed. */
  public ApiAnswer explain(String graph, String query) {
    GraphId id = Requests.graph(graph);
    return new QueryTraces(table, id)
        .find(query, clock)
        .map(stored -> new ApiAnswer(200, Answers.ExplainedQuery.of(stored)))
        .orElseThrow(() -> new NotFoundException("query", Requests.printable(query)));
  }

  /**
   * Lists what reconsolidation has changed, in the order of time, at most {@value #LISTED_EDITS}.
   *
   * @param request which, and from where on
   */
  public ApiAnswer edits(String graph, EditsRequest request) {
    MemoryGraph memory = new MemoryGraph(table, Requests.graph(graph));
    settings(memory);
    String after = request.after();
    if (after != null && !Ulids.isValid(after)) {
      throw new InvalidRequestException("after", "the id of an edit");
    }
    List<EditLog.Entry> entries =
        new EditLog(table, memory.id())
            .list(
                Requests.selection(request.selection()), Optional.ofNullable(after), LISTED_EDITS);
    return new ApiAnswer(200, Answers.Edits.of(entries, LISTED_EDITS));
  }

  /** The same, asked for by a body. */
  public ApiAnswer edits(String graph, byte[] body) {
    return edits(graph, Json.read(body, EditsRequest.class));
  }

  /** Takes edits back. */
  public ApiAnswer undo(String graph, byte[] body) {
    MemoryGraph memory = new MemoryGraph(table, Requests.graph(graph));
    EditLog.Selection selection = Requests.undo(Json.read(body, UndoRequest.class));
    settings(memory);
    return new ApiAnswer(200, undo.undo(memory.id(), selection));
  }

  /** Shows a node with its edges in both directions and its source turns. */
  public ApiAnswer node(String graph, String node) {
    MemoryGraph memory = new MemoryGraph(table, Requests.graph(graph));
    GraphSettings settings = settings(memory);
    NodeId id = Requests.node(node);
    Node found = memory.node(id).orElseThrow(() -> new NotFoundException("node", id.value()));
    Neighbourhood edges = memory.neighbourhoods(List.of(id), SHOWN_EDGES).getFirst();
    List<SourceTurn> sources =
        memory.turns(found.sources()).values().stream()
            .sorted((one, two) -> one.ref().compareTo(two.ref()))
            .toList();
    return new ApiAnswer(
        200,
        Answers.ShownNode.of(
            found, shown(edges.outgoing(), settings), shown(edges.incoming(), settings), sources));
  }

  /**
   * Lists the last turns of a session as they were told, in their order.
   *
   * @param limit the most turns; null for the default
   */
  public ApiAnswer turns(String graph, String session, Integer limit) {
    MemoryGraph memory = new MemoryGraph(table, Requests.graph(graph));
    settings(memory);
    return new ApiAnswer(
        200,
        new Answers.Turns(
            memory.lastTurnsOf(session, Requests.listLimit(limit)).stream()
                .filter(turn -> turn.state() != SourceTurn.State.FORGOTTEN)
                .map(Answers.ShownTurn::of)
                .toList()));
  }

  /** Shows a turn of a session as it was told. */
  public ApiAnswer source(String graph, String session, String turn) {
    MemoryGraph memory = new MemoryGraph(table, Requests.graph(graph));
    settings(memory);
    SourceRef ref = new SourceRef(session, Requests.turnNumber(turn));
    SourceTurn found = memory.turns(List.of(ref)).get(ref);
    if (found == null || found.state() == SourceTurn.State.FORGOTTEN) {
      throw new NotFoundException("turn", Requests.printable(session + "/" + turn));
    }
    return new ApiAnswer(200, Answers.ShownTurn.of(found));
  }

  private static List<Answers.ShownEdge> shown(List<Edge> edges, GraphSettings settings) {
    return edges.stream().map(edge -> Answers.ShownEdge.of(edge, settings.utilityRule())).toList();
  }

  /**
   * Lists nodes in the order of their times. A page may have fewer than asked for, or none, and
   * still lead on to a next one.
   */
  public ApiAnswer nodes(String graph, ListRequest request) {
    MemoryGraph memory = new MemoryGraph(table, Requests.graph(graph));
    settings(memory);
    MemoryGraph.Listed listed =
        memory.list(
            Requests.kind(request.kind()),
            Requests.instant("from", request.from()),
            Requests.instant("to", request.to()),
            Requests.cursor(memory.id(), request.after()),
            Requests.listLimit(request.limit()));
    Map<NodeId, Node> nodes = memory.nodes(listed.nodes());
    String words = request.text() == null ? "" : request.text().toLowerCase(Locale.ROOT);
    return new ApiAnswer(
        200,
        new Answers.Listed(
            listed.nodes().stream()
                .map(nodes::get)
                .filter(node -> node != null)
                .filter(node -> node.content().toLowerCase(Locale.ROOT).contains(words))
                .map(Answers.ListedNode::of)
                .toList(),
            listed.next().map(Requests::text)));
  }

  /** The same, asked for by a body. */
  public ApiAnswer nodes(String graph, byte[] body) {
    return nodes(graph, Json.read(body, ListRequest.class));
  }

  /** The number that a parameter gives, if it gives one. */
  public static Integer limit(String text) {
    try {
      return text == null ? null : Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new InvalidRequestException("limit", "a whole number");
    }
  }

  /**
   * Lists the graphs of the table that the caller may use, in the order in which they were made.
   */
  public ApiAnswer graphs(GraphAccess access) {
    return new ApiAnswer(
        200,
        new Answers.Graphs(
            MemoryGraph.list(table).stream().map(GraphId::value).filter(access::admits).toList()));
  }

  /** Shows a graph: its settings and counts. */
  public ApiAnswer graph(String graph) {
    MemoryGraph memory = new MemoryGraph(table, Requests.graph(graph));
    GraphSettings settings = settings(memory);
    return indexes.read(
        table,
        new IndexLog(graph, ulids),
        graph,
        index ->
            new ApiAnswer(
                200,
                new Answers.ShownGraph(
                    graph,
                    settings.embeddingModel(),
                    settings.dimension(),
                    settings.utilityRule().name(),
                    settings.createdAt().toString(),
                    index.countsByKind(),
                    index.bytes(),
                    Answers.ShownRetention.of(settings.retention()))));
  }

  private static GraphSettings settings(MemoryGraph memory) {
    return memory.settings().orElseThrow(() -> new NotFoundException("graph", memory.id().value()));
  }
}
