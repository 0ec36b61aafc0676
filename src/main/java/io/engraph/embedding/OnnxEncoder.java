package io.engraph.embedding;

import static java.util.Objects.requireNonNull;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * A model of the BERT family in ONNX Runtime: the embedding of a text is the mean of what its last
 * layer makes of each token, at unit length. For several threads at once, one for each text.
 */
final class OnnxEncoder {

  /** The most tokens that the model reads. */
  private static final int MAX_TOKENS = 512;

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final WordPieces tokenizer;

  private OnnxEncoder(OrtEnvironment environment, OrtSession session, WordPieces tokenizer) {
    this.environment = requireNonNull(environment, "environment is null");
    this.session = requireNonNull(session, "session is null");
    this.tokenizer = requireNonNull(tokenizer, "tokenizer is null");
  }

  /** The model as the class path has it. */
  static OnnxEncoder ofClassPath() {
    try (InputStream model = ModelFolder.resource(ModelFolder.GRAPH);
        OrtSession.SessionOptions options = options()) {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      return new OnnxEncoder(
          environment,
          environment.createSession(model.readAllBytes(), options),
          new WordPieces(ModelFolder.vocabularyOfClassPath()));
    } catch (IOException | OrtException e) {
      throw new EmbeddingException(
          "the local embedding model %s cannot be loaded".formatted(ModelFolder.GRAPH), e);
    }
  }

  /** The model as a folder beside the function has it. */
  static OnnxEncoder of(ModelFolder folder) {
    try {
      // Looked for before libraries are, which would only say that they cannot be loaded.
      WordPieces tokenizer = new WordPieces(folder.vocabulary());
      folder.announce();
      try (OrtSession.SessionOptions options = options()) {
        // It has been optimised when the folder was made.
        options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT);
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        return new OnnxEncoder(
            environment, environment.createSession(folder.graph().toString(), options), tokenizer);
      }
    } catch (IOException | OrtException e) {
      throw new EmbeddingException(
          "the local embedding model cannot be loaded from " + folder.graph().getParent(), e);
    }
  }

  private static OrtSession.SessionOptions options() throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    // By default the runtime takes every core for one text and spins on them between texts.
    options.setIntraOpNumThreads(1);
    options.setInterOpNumThreads(1);
    options.addConfigEntry("session.intra_op.allow_spinning", "0");
    return options;
  }

  /**
   * The embedding of a text.
   *
   * @throws EmbeddingException if the model fails
   */
  float[] embed(String text) {
    long[] tokens = tokenizer.of(text, MAX_TOKENS);
    long[] attended = new long[tokens.length];
    Arrays.fill(attended, 1);
    long[] shape = {1, tokens.length};
    try (OnnxTensor ids = tensor(tokens, shape);
        OnnxTensor mask = tensor(attended, shape);
        OnnxTensor types = tensor(new long[tokens.length], shape);
        OrtSession.Result result =
            session.run(
                Map.of("input_ids", ids, "attention_mask", mask, "token_type_ids", types))) {
      return normalized(mean(((OnnxTensor) result.get(0)).getFloatBuffer(), tokens.length));
    } catch (OrtException e) {
      throw new EmbeddingException("the local embedding model failed", e);
    }
  }

  private OnnxTensor tensor(long[] values, long[] shape) throws OrtException {
    return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
  }

  private static float[] mean(FloatBuffer layer, int tokens) {
    float[] mean = new float[layer.remaining() / tokens];
    for (int token = 0; token < tokens; token++) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += layer.get();
      }
    }
    for (int i = 0; i < mean.length; i++) {
      mean[i] /= tokens;
    }
    return mean;
  }

  private static float[] normalized(float[] vector) {
    float squares = 0;
    for (float value : vector) {
      squares += value * value;
    }
    float length = (float) Math.sqrt(squares);
    for (int i = 0; i < vector.length; i++) {
      vector[i] /= length;
    }
    return vector;
  }
}
