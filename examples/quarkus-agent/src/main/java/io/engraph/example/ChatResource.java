package io.engraph.example;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A conversation with the agent, as plain text. */
@Path("/users/{user}/sessions/{session}")
public class ChatResource {

  private final Assistants assistants;

  public ChatResource(Assistants assistants) {
    this.assistants = assistants;
  }

  @POST
  @Consumes(MediaType.TEXT_PLAIN)
  @Produces(MediaType.TEXT_PLAIN)
  public String say(
      @PathParam("user") String user, @PathParam("session") String session, String text) {
    return assistants.of(user, session).answer(session, text);
  }
}
