package io.engraph.http.rest;

import io.engraph.http.Answers;
import io.engraph.http.ApiAnswer;
import io.engraph.http.RecallApi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** All graphs of a local memory, for whoever looks after it. */
@Path("/v1/graphs")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Memory")
public class GraphsResource {

  private final RecallApi recall;

  public GraphsResource(RecallApi recall) {
    this.recall = recall;
  }

  @GET
  @Operation(summary = "The graphs, in the order in which they were made")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answers.Graphs.class)))
  public Response graphs() {
    ApiAnswer answer = recall.graphs();
    return Response.status(answer.status())
        .type(answer.contentType())
        .entity(answer.json())
        .build();
  }
}
