package io.engraph.http.rest;

import io.engraph.http.ApiAnswer;
import io.engraph.http.Problem;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;

/** Answers every exception of the REST resources with its problem document. */
@Provider
public class ProblemMapper implements ExceptionMapper<Throwable> {

  private static final int BAD_REQUEST = 400;

  @Override
  public Response toResponse(Throwable thrown) {
    ApiAnswer answer =
        switch (thrown) {
          case WebApplicationException ofServer -> ofStatus(ofServer.getResponse().getStatus());
          // The body broke off, or is not in the form that its headers say.
          case IOException _ -> ofStatus(BAD_REQUEST);
          default -> ApiAnswer.of(thrown);
        };
    Response.ResponseBuilder response =
        Response.status(answer.status()).type(answer.contentType()).entity(answer.json());
    if (answer.status() == 503) {
      response.header("Retry-After", 1);
    }
    return response.build();
  }

  /** What the server itself refuses: paths, methods and media types that it does not have. */
  private static ApiAnswer ofStatus(int status) {
    Problem problem = problem(status);
    return new ApiAnswer(problem.status(), problem);
  }

  private static Problem problem(int status) {
    return switch (status) {
      case 404 -> Problem.of("not-found", "Not found", 404, "there is nothing at this path");
      case 405 -> Problem.of("method", "Method not allowed", 405, "this path has other methods");
      case 406 -> Problem.of("media-type", "Not acceptable", 406, "answers are application/json");
      case 415 -> Problem.of("media-type", "Unsupported media type", 415, "send application/json");
      default -> Problem.of("refused", "Refused", status, "the server could not take this request");
    };
  }
}
