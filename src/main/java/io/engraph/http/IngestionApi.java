package io.engraph.http;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.GraphId;
import io.engraph.ingestion.Ingestion;
import jakarta.inject.Singleton;

/** The use cases that write observations: a body in, an answer out. */
@Singleton
public class IngestionApi {

  private final Ingestion ingestion;

  public IngestionApi(Ingestion ingestion) {
    this.ingestion = requireNonNull(ingestion, "ingestion is null");
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
