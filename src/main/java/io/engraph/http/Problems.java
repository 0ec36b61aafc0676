package io.engraph.http;

import io.engraph.embedding.EmbeddingException;
import io.engraph.graph.ModelMismatchException;
import io.engraph.graph.SchemaVersion;
import io.engraph.reconsolidation.Feedback;
import io.engraph.table.ContentionException;
import io.engraph.table.TableException;
import io.engraph.table.UnavailableException;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Which problem an exception is, the same for every way in. */
public final class Problems {

  private static final Logger LOG = Logger.getLogger(Problems.class);

  private Problems() {}

  public static Problem of(Throwable thrown) {
    return switch (thrown) {
      case InvalidRequestException e ->
          new Problem(
              "urn:engraph:problem:invalid-request",
              "Invalid request",
              400,
              e.getMessage(),
              Optional.of(e.field()),
              Optional.of(e.expected()));
      case TooLargeException e -> Problem.of("too-large", "Too large", 413, e.getMessage());
      case UnknownOperationException e ->
          e.status() == 404
              ? Problem.of("not-found", "Not found", 404, e.getMessage())
              : Problem.of("invalid-request", "Invalid request", 400, e.getMessage());
      case ForbiddenException e -> Problem.of("forbidden", "Forbidden", 403, e.getMessage());
      case SchemaVersion.UnknownException e ->
          Problem.of("newer-schema", "Written by a newer release", 409, e.getMessage());
      case NotFoundException e -> Problem.of("not-found", "Not found", 404, e.getMessage());
      case Feedback.UnknownQueryException e ->
          Problem.of("not-found", "Not found", 404, e.getMessage());
      case Feedback.AlreadyGivenException e ->
          Problem.of("feedback-given", "Feedback was given before", 409, e.getMessage());
      case ModelMismatchException e ->
          Problem.of("other-model", "Another embedding model", 409, e.getMessage());
      case ContentionException e -> {
        LOG.debug("contention", e);
        yield Problem.of(
            "busy", "Busy", 503, "other writers are in the way: send the same request again");
      }
      case UnavailableException e -> {
        LOG.warnf("the table does not answer: %s", e.getMessage());
        yield Problem.of(
            "unavailable", "Unavailable", 503, "the table does not answer: send it again");
      }
      case TableException e -> unexpected("storage", "Storage failed", e);
      case EmbeddingException e -> unexpected("embedding", "Embedding failed", e);
      default -> unexpected("internal", "Internal error", thrown);
    };
  }

  private static Problem unexpected(String name, String title, Throwable thrown) {
    LOG.error(title, thrown);
    return Problem.of(
        name, title, 500, "the request could not be carried out: see the log of the server");
  }
}
