package io.engraph.http.rest;

import io.engraph.endpoint.Deadline;
import io.engraph.http.Answers;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ConsolidationApi;
import io.engraph.http.EditsRequest;
import io.engraph.http.FeedbackRequest;
import io.engraph.http.ForgettingApi;
import io.engraph.http.GraphAccess;
import io.engraph.http.IngestionApi;
import io.engraph.http.ListRequest;
import io.engraph.http.ObservationsRequest;
import io.engraph.http.Problem;
import io.engraph.http.QueryRequest;
import io.engraph.http.RecallApi;
import io.engraph.http.RetentionRequest;
import io.engraph.http.UndoRequest;
import io.engraph.reconsolidation.Undo;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The API as REST resources, for local runs. */
@Path("/v1/graphs")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Memory")
@APIResponse(
    responseCode = "400",
    description = "The request has not the form that it should have; nothing was written.",
    content =
        @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class GraphResource {

  private static final Duration WAITED_FOR = Duration.ofSeconds(20);

  private final IngestionApi ingestion;
  private final RecallApi recall;
  private final ConsolidationApi consolidation;
  private final ForgettingApi forgetting;

  public GraphResource(
      IngestionApi ingestion,
      RecallApi recall,
      ConsolidationApi consolidation,
      ForgettingApi forgetting) {
    this.ingestion = ingestion;
    this.recall = recall;
    this.consolidation = consolidation;
    this.forgetting = forgetting;
  }

  @GET
  @Operation(summary = "The graphs, in the order in which they were made")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.Graphs.class)))
  public Response graphs() {
    return response(recall.graphs(GraphAccess.ALL));
  }

  @GET
  @Path("/{graph}")
  @Operation(summary = "A graph: what it was made with, how many nodes it has")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ShownGraph.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response graph(@PathParam("graph") String graph) {
    return response(recall.graph(graph));
  }

  @POST
  @Path("/{graph}/observations")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Remember observations")
  @APIResponse(
      responseCode = "200",
      description = "All are part of the graph.",
      content = @Content(schema = @Schema(implementation = Answers.Ingested.class)))
  @APIResponse(
      responseCode = "202",
      description = "All are kept and can be found, and some will be integrated later.",
      content = @Content(schema = @Schema(implementation = Answers.Ingested.class)))
  @APIResponse(responseCode = "413", description = "The body has over 1 MiB.")
  public Response ingest(
      @PathParam("graph") String graph,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = ObservationsRequest.class)))
          byte[] body) {
    return response(ingestion.ingest(graph, body));
  }

  @POST
  @Path("/{graph}/queries")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Recall what answers a question")
  @APIResponse(
      responseCode = "200",
      description = "What was recalled; an empty list for a graph that nobody has written to.",
      content = @Content(schema = @Schema(implementation = Answers.Recalled.class)))
  public Response ask(
      @PathParam("graph") String graph,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = QueryRequest.class)))
          byte[] body) {
    return response(recall.ask(graph, body));
  }

  @GET
  @Path("/{graph}/queries/{query}")
  @Operation(summary = "Why something was recalled, and what feedback on it has changed")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ExplainedQuery.class)))
  @APIResponse(responseCode = "404", description = "There is no such query.")
  public Response explain(@PathParam("graph") String graph, @PathParam("query") String query) {
    return response(recall.explain(graph, query));
  }

  @POST
  @Path("/{graph}/queries/{query}/feedback")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Report how the answer to a question went")
  @APIResponse(
      responseCode = "202",
      description = "Taken; the graph changes in the background.",
      content = @Content(schema = @Schema(implementation = Answers.FeedbackTaken.class)))
  @APIResponse(responseCode = "404", description = "There is no such query.")
  @APIResponse(responseCode = "409", description = "Feedback on it was given before.")
  public Response report(
      @PathParam("graph") String graph,
      @PathParam("query") String query,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = FeedbackRequest.class)))
          byte[] body) {
    return response(recall.report(graph, query, body));
  }

  @GET
  @Path("/{graph}/edits")
  @Operation(summary = "What feedback has changed, in the order of time")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.Edits.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response edits(
      @PathParam("graph") String graph,
      @QueryParam("query") String query,
      @QueryParam("caller") String caller,
      @QueryParam("from") String from,
      @QueryParam("to") String to,
      @QueryParam("after") String after) {
    return response(recall.edits(graph, new EditsRequest(query, caller, from, to, after)));
  }

  @POST
  // As an expression: some clients encode the colon, and the router compares paths as they come.
  @Path("/{graph}/{operation:edits(?::|%3[Aa])undo}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Take back what feedback has changed, by query, caller or time")
  @APIResponse(
      responseCode = "200",
      description = "How many edits were undone.",
      content = @Content(schema = @Schema(implementation = Undo.Undone.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response undo(
      @PathParam("graph") String graph,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = UndoRequest.class)))
          byte[] body) {
    return response(recall.undo(graph, body));
  }

  @POST
  @Path("/{graph}/consolidations")
  @Operation(
      summary = "Put the graph in order now: what was replaced, what is a habit, what is the same")
  @APIResponse(
      responseCode = "200",
      description = "What was done; where it is not finished, asking again goes on.",
      content = @Content(schema = @Schema(implementation = Answers.Consolidated.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response consolidate(@PathParam("graph") String graph) {
    return response(consolidation.consolidate(graph));
  }

  @DELETE
  @Path("/{graph}")
  @Operation(summary = "Forget the graph")
  @APIResponse(
      responseCode = "200",
      description = "All is gone, or, of a dry run, would be.",
      content = @Content(schema = @Schema(implementation = Answers.Forgot.class)))
  @APIResponse(responseCode = "202", description = "It goes on in the background.")
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response forgetGraph(
      @PathParam("graph") String graph, @QueryParam("dryRun") boolean dryRun) {
    return inTime(() -> forgetting.graph(graph, dryRun));
  }

  @DELETE
  @Path("/{graph}/sessions/{session}")
  @Operation(summary = "Forget a session")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.Forgot.class)))
  @APIResponse(responseCode = "202", description = "It goes on in the background.")
  @APIResponse(responseCode = "404", description = "There is no such session.")
  public Response forgetSession(
      @PathParam("graph") String graph,
      @PathParam("session") String session,
      @QueryParam("dryRun") boolean dryRun) {
    return inTime(() -> forgetting.session(graph, session, dryRun));
  }

  @DELETE
  @Path("/{graph}/sessions/{session}/turns/{turn}")
  @Operation(summary = "Forget a turn")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.Forgot.class)))
  @APIResponse(responseCode = "202", description = "It goes on in the background.")
  @APIResponse(responseCode = "404", description = "There is no such turn.")
  public Response forgetTurn(
      @PathParam("graph") String graph,
      @PathParam("session") String session,
      @PathParam("turn") String turn,
      @QueryParam("dryRun") boolean dryRun) {
    return inTime(() -> forgetting.turn(graph, session, turn, dryRun));
  }

  @DELETE
  @Path("/{graph}/nodes/{node}")
  @Operation(summary = "Forget a node and the turns that say it; of an entity, all that names it")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.Forgot.class)))
  @APIResponse(responseCode = "202", description = "It goes on in the background.")
  @APIResponse(responseCode = "404", description = "There is no such node.")
  public Response forgetNode(
      @PathParam("graph") String graph,
      @PathParam("node") String node,
      @QueryParam("keepSources") boolean keepSources,
      @QueryParam("dryRun") boolean dryRun) {
    return inTime(() -> forgetting.node(graph, node, keepSources, dryRun));
  }

  @POST
  @Path("/{graph}/retention")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Set how long the graph keeps what it is told")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ShownRetention.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response retention(
      @PathParam("graph") String graph,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = RetentionRequest.class)))
          byte[] body) {
    return response(forgetting.retention(graph, body));
  }

  @GET
  @Path("/{graph}/deletions/{deletion}")
  @Operation(summary = "Whether a deletion is still going on")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ShownDeletion.class)))
  public Response deletion(
      @PathParam("graph") String graph, @PathParam("deletion") String deletion) {
    return response(forgetting.deletion(graph, deletion));
  }

  @GET
  @Path("/{graph}/nodes")
  @Operation(summary = "List nodes in the order of their times, by kind, time and words")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.Listed.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response nodes(
      @PathParam("graph") String graph,
      @QueryParam("kind") String kind,
      @QueryParam("text") String text,
      @QueryParam("from") String from,
      @QueryParam("to") String to,
      @QueryParam("after") String after,
      @QueryParam("limit") String limit) {
    return response(
        recall.nodes(graph, new ListRequest(kind, text, from, to, after, RecallApi.limit(limit))));
  }

  @GET
  @Path("/{graph}/sessions/{session}/turns")
  @Operation(summary = "The last turns of a session, as they were told, in their order")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.Turns.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response turns(
      @PathParam("graph") String graph,
      @PathParam("session") String session,
      @QueryParam("limit") String limit) {
    return response(recall.turns(graph, session, RecallApi.limit(limit)));
  }

  @GET
  @Path("/{graph}/sessions/{session}/turns/{turn}")
  @Operation(summary = "A turn of a session, as it was told")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ShownTurn.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph or turn.")
  public Response source(
      @PathParam("graph") String graph,
      @PathParam("session") String session,
      @PathParam("turn") String turn) {
    return response(recall.source(graph, session, turn));
  }

  @GET
  @Path("/{graph}/nodes/{node}")
  @Operation(summary = "A node, its edges in both directions, its source turns")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ShownNode.class)))
  @APIResponse(responseCode = "404", description = "There is no such node.")
  public Response node(@PathParam("graph") String graph, @PathParam("node") String node) {
    return response(recall.node(graph, node));
  }

  /** What takes longer than somebody waits goes on in the background. */
  private static Response inTime(Supplier<ApiAnswer> work) {
    return response(
        Deadline.<ApiAnswer, RuntimeException>before(Instant.now().plus(WAITED_FOR), work::get));
  }

  private static Response response(ApiAnswer answer) {
    return Response.status(answer.status())
        .type(answer.contentType())
        .entity(answer.json())
        .build();
  }
}
