package io.engraph.embedding;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.onnx.AbstractInProcessEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.OnnxBertBiEncoder;
import dev.langchain4j.model.embedding.onnx.PoolingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
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

  private final Supplier<Encoder> encoder;

  /** The model of the class path. */
  public LocalEmbeddingModel() {
    this(Optional.empty());
  }

  /**
   * @param folder where its files are; empty for the class path
   */
  public LocalEmbeddingModel(Optional<Path> folder) {
    Optional<ModelFolder> files = folder.map(ModelFolder::new);
    this.encoder = new Once<>(() -> Encoder.load(files));
  }

  @Override
  public void load() {
    Encoder _ = encoder.get();
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

  private List<float[]> embedPieces(List<String> pieces) {
    try {
      return encoder
          .get()
          .embedAll(pieces.stream().map(TextSegment::from).toList())
          .content()
          .stream()
          .map(embedding -> embedding.vector())
          .toList();
    } catch (EmbeddingException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new EmbeddingException("the local embedding model failed", e);
    }
  }

  /**
   * The library's encoder on a session of our own: one thread for a text, several texts at once.
   */
  private static final class Encoder extends AbstractInProcessEmbeddingModel {

    private final OnnxBertBiEncoder encoder;

    private Encoder(OnnxBertBiEncoder encoder, ExecutorService executor) {
      super(executor);
      this.encoder = encoder;
    }

    static Encoder load(Optional<ModelFolder> folder) {
      return new Encoder(
          folder
              .map(files -> OnnxSessions.encoder(files, PoolingMode.MEAN))
              .orElseGet(
                  () ->
                      OnnxSessions.encoder(
                          ModelFolder.GRAPH, ModelFolder.TOKENIZER, PoolingMode.MEAN)),
          Executors.newFixedThreadPool(
              Runtime.getRuntime().availableProcessors(),
              Thread.ofPlatform().name("embedding-", 0).daemon().factory()));
    }

    @Override
    protected OnnxBertBiEncoder model() {
      return encoder;
    }

    @Override
    protected Integer knownDimension() {
      return DIMENSION;
    }
  }
}
