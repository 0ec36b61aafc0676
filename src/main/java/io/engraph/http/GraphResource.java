package io.engraph.http;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The API as REST resources, for local runs. */
@Path("/v1/graphs/{graph}")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Memory")
@APIResponse(
    responseCode = "400",
    description = "The request has not the form that it should have; nothing was written.",
    content =
        @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class GraphResource {

  private static final long MAX_BODY_BYTES = 1_024 * 1_024;

  private final GraphApi api;

  public GraphResource(GraphApi api) {
    this.api = api;
  }

  @GET
  @Operation(summary = "A graph: what it was made with, how many nodes it has")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ShownGraph.class)))
  @APIResponse(responseCode = "404", description = "There is no such graph.")
  public Response graph(@PathParam("graph") String graph) {
    return answer(200, api.graph(graph));
  }

  @POST
  @Path("/observations")
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
    Answers.Ingested ingested = api.ingest(graph, checked(body));
    return answer(ingested.isAnyPending() ? 202 : 200, ingested);
  }

  @POST
  @Path("/queries")
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
    return answer(200, api.ask(graph, checked(body)));
  }

  @GET
  @Path("/queries/{query}")
  @Operation(summary = "Why something was recalled, and what feedback on it has changed")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ExplainedQuery.class)))
  @APIResponse(responseCode = "404", description = "There is no such query.")
  public Response explain(@PathParam("graph") String graph, @PathParam("query") String query) {
    return answer(200, api.explain(graph, query));
  }

  @POST
  @Path("/queries/{query}/feedback")
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
    return answer(202, api.report(graph, query, checked(body)));
  }

  @GET
  @Path("/nodes/{node}")
  @Operation(summary = "A node, its edges in both directions, its source turns")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.ShownNode.class)))
  @APIResponse(responseCode = "404", description = "There is no such node.")
  public Response node(@PathParam("graph") String graph, @PathParam("node") String node) {
    return answer(200, api.node(graph, node));
  }

  private static byte[] checked(byte[] body) {
    if (body.length > MAX_BODY_BYTES) {
      throw new TooLargeException(MAX_BODY_BYTES);
    }
    return body;
  }

  private static Response answer(int status, Object answer) {
    return Response.status(status).entity(Json.write(answer)).build();
  }
}
