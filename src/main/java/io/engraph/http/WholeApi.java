package io.engraph.http;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;

/** All use cases at once, for ways in that have more than those of one function. */
@Singleton
public class WholeApi {

  private final IngestionApi ingestion;
  private final RecallApi recall;
  private final ConsolidationApi consolidation;
  private final ForgettingApi forgetting;

  public WholeApi(
      IngestionApi ingestion,
      RecallApi recall,
      ConsolidationApi consolidation,
      ForgettingApi forgetting) {
    this.ingestion = requireNonNull(ingestion, "ingestion is null");
    this.recall = requireNonNull(recall, "recall is null");
    this.consolidation = requireNonNull(consolidation, "consolidation is null");
    this.forgetting = requireNonNull(forgetting, "forgetting is null");
  }

  /** The answer to a request; a problem document where it fails. */
  public ApiAnswer answer(ApiRequest request) {
    try {
      return ingestion
          .answer(request)
          .or(() -> recall.answer(request))
          .or(() -> consolidation.answer(request))
          .or(() -> forgetting.answer(request))
          .orElseThrow(() -> UnknownOperationException.path(request.method(), request.shownPath()));
    } catch (RuntimeException e) {
      return ApiAnswer.of(e);
    }
  }
}
