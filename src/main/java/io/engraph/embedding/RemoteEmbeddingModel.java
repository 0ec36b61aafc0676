package io.engraph.embedding;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.output.Response;
import io.engraph.endpoint.ApiKey;
import io.engraph.endpoint.Attempts;
import io.engraph.endpoint.BoundedHttp;
import io.engraph.endpoint.EndpointException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A model behind an endpoint that speaks OpenAI's embeddings. */
public final class RemoteEmbeddingModel implements EmbeddingModel {

  /** Texts of one call: endpoints bound them, most at 100 or more. */
  private static final int BATCH = 64;

  private final String name;
  private final int dimension;
  private final int inputTokens;
  private final Attempts<Response<List<Embedding>>> attempts;
  private final Supplier<OpenAiEmbeddingModel> model;

  /**
   * @throws IllegalArgumentException if the configuration does not name the model and the length of
   *     its vectors
   */
  public RemoteEmbeddingModel(EmbeddingConfig config, Clock clock) {
    requireNonNull(config, "config is null");
    this.name =
        config
            .model()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "engraph.embedding.model must name the model of the endpoint"));
    this.dimension =
        config
            .dimension()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "engraph.embedding.dimension must be the length of the model's vectors"));
    this.inputTokens = config.inputTokens();
    this.attempts = new Attempts<>(clock, config.timeout(), config.retries());
    ApiKey key = new ApiKey(config.apiKey(), config.apiKeyParameter());
    this.model =
        new Once<>(
            () ->
                OpenAiEmbeddingModel.builder()
                    .httpClientBuilder(
                        new BoundedHttp.Builder(new BoundedHttp(clock, config.timeout())))
                    .baseUrl(config.baseUrl().orElseThrow())
                    .apiKey(key.get())
                    .modelName(name)
                    .maxRetries(0)
                    .maxSegmentsPerBatch(BATCH)
                    .build());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public float[] embedQuery(String text) {
    return embedPassages(List.of(text)).getFirst();
  }

  @Override
  public List<float[]> embedPassages(List<String> texts) {
    return ModelPieces.embed(
        texts.stream().map(text -> ModelPieces.of(text, inputTokens)).toList(),
        pieces -> {
          List<float[]> vectors = new ArrayList<>();
          for (int from = 0; from < pieces.size(); from += BATCH) {
            vectors.addAll(embed(pieces.subList(from, Math.min(pieces.size(), from + BATCH))));
          }
          return vectors;
        });
  }

  private List<float[]> embed(List<String> pieces) {
    List<float[]> vectors;
    try {
      // An endpoint may refuse a text of nothing.
      List<TextSegment> segments =
          pieces.stream().map(piece -> TextSegment.from(piece.isBlank() ? "." : piece)).toList();
      vectors =
          attempts.call(() -> model.get().embedAll(segments)).content().stream()
              .map(Embedding::vector)
              .map(RemoteEmbeddingModel::unit)
              .toList();
    } catch (EndpointException e) {
      throw new EmbeddingException("the embedding model could not be asked: " + e.getMessage(), e);
    }
    if (vectors.size() != pieces.size()) {
      throw new EmbeddingException(
          "%d texts were sent, but %d vectors came".formatted(pieces.size(), vectors.size()), null);
    }
    for (float[] vector : vectors) {
      if (vector.length != dimension) {
        throw new EmbeddingException(
            "vectors must have the %d dimensions of the configuration, but have %d"
                .formatted(dimension, vector.length),
            null);
      }
    }
    return vectors;
  }

  private static float[] unit(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += (double) value * value;
    }
    float length = (float) Math.sqrt(squares);
    float[] unit = new float[vector.length];
    for (int i = 0; i < vector.length; i++) {
      unit[i] = length > 0 ? vector[i] / length : 0;
    }
    return unit;
  }
}
