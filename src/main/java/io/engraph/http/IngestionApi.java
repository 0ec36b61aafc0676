package io.engraph.http;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.GraphId;
import io.engraph.ingestion.Ingestion;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The use cases that write observations: a body in, an answer out. */
@Singleton
public class IngestionApi {

  private final Ingestion ingestion;

  public IngestionApi(Ingestion ingestion) {
    this.ingestion = requireNonNull(ingestion, "ingestion is null");
  }

  /** Answers a request that is one of these use cases'. */
  public Optional<ApiAnswer> answer(ApiRequest request) {
    return request.is("POST", "observations")
        ? Optional.of(ingest(request.graph(), request.body()))
        : Optional.empty();
  }

  /** Remembers observations: 200 when all are integrated, 202 when some are pending. */
  public ApiAnswer ingest(String graph, byte[] body) {
    GraphId id = Requests.graph(graph);
    Answers.Ingested ingested =
        Answers.Ingested.of(
            ingestion.ingest(
                id, Requests.observations(Json.read(body, ObservationsRequest.class))));
    return new ApiAnswer(ingested.isAnyPending() ? 202 : 200, ingested);
  }
}
