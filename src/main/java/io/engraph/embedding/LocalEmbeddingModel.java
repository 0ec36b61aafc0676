package io.engraph.embedding;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The model e5-small-v2, quantised, run in this process by ONNX Runtime: 384 dimensions, English,
 * no key and no network. Loaded when it is first used, or by {@link #load()}.
 */
public final class LocalEmbeddingModel implements EmbeddingModel {

  public static final String NAME = "e5-small-v2-q";
  private static final int DIMENSION = 384;

  // The model was trained with these words before its texts.
  private static final String QUERY_PREFIX = "query: ";
  private static final String PASSAGE_PREFIX = "passage: ";

  private final Supplier<Running> model;

  /** The model of the class path. */
  public LocalEmbeddingModel() {
    this(Optional.empty());
  }

  /**
   * @param folder where its files are; empty for the class path
   */
  public LocalEmbeddingModel(Optional<Path> folder) {
    Optional<ModelFolder> files = folder.map(ModelFolder::new);
    this.model = new Once<>(() -> Running.load(files));
  }

  @Override
  public void load() {
    Running _ = model.get();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int dimension() {
    return DIMENSION;
  }

  @Override
  public float[] embedQuery(String text) {
    return embed(QUERY_PREFIX, List.of(text)).getFirst();
  }

  @Override
  public List<float[]> embedPassages(List<String> texts) {
    return texts.isEmpty() ? List.of() : embed(PASSAGE_PREFIX, texts);
  }

  private List<float[]> embed(String prefix, List<String> texts) {
    // The tokenizer cuts what is over the model's limit, so that is split before it.
    return ModelPieces.embed(
        texts.stream().map(ModelPieces::of).toList(),
        pieces -> embedPieces(pieces.stream().map(prefix::concat).toList()));
  }

  /** One text in this thread, several side by side. */
  private List<float[]> embedPieces(List<String> pieces) {
    Running running = model.get();
    if (pieces.size() == 1) {
      return List.of(running.encoder().embed(pieces.getFirst()));
    }
    List<CompletableFuture<float[]>> vectors =
        pieces.stream()
            .map(
                piece ->
                    CompletableFuture.supplyAsync(
                        () -> running.encoder().embed(piece), running.executor()))
            .toList();
    try {
      return vectors.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      throw new EmbeddingException("the local embedding model failed", e.getCause());
    }
  }

  /**
   * The model when it is loaded.
   *
   * @param executor a thread for each processor: each text is of one thread
   */
  private record Running(OnnxEncoder encoder, Executor executor) {

    static Running load(Optional<ModelFolder> folder) {
      return new Running(
          folder.map(OnnxEncoder::of).orElseGet(OnnxEncoder::ofClassPath),
          Executors.newFixedThreadPool(
              Runtime.getRuntime().availableProcessors(),
              Thread.ofPlatform().name("embedding-", 0).daemon().factory()));
    }
  }
}
