package io.engraph.embedding;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.langchain4j.model.embedding.onnx.OnnxBertBiEncoder;
import dev.langchain4j.model.embedding.onnx.PoolingMode;
import java.io.IOException;
import java.io.InputStream;

/**
 * Opens models in ONNX Runtime, of the class path or of a folder, with the options that suit single
 * short texts.
 */
final class OnnxSessions {

  private OnnxSessions() {}

  /** The model as the class path has it. */
  static OnnxBertBiEncoder encoder(String model, String tokenizer, PoolingMode pooling) {
    try (InputStream modelBytes = resource(model);
        InputStream tokenizerJson = resource(tokenizer);
        OrtSession.SessionOptions options = options()) {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      return new OnnxBertBiEncoder(
          environment,
          environment.createSession(modelBytes.readAllBytes(), options),
          tokenizerJson,
          pooling);
    } catch (IOException | OrtException e) {
      throw new EmbeddingException(
          "the local embedding model %s cannot be loaded".formatted(model), e);
    }
  }

  /** The model as a folder beside the function has it. */
  static OnnxBertBiEncoder encoder(ModelFolder folder, PoolingMode pooling) {
    // Its files are looked for before libraries are, which would only say that they cannot be
    // loaded.
    try (InputStream tokenizerJson = folder.tokenizer();
        OrtSession.SessionOptions options = announced(folder)) {
      // It has been optimised when the folder was made.
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT);
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      return new OnnxBertBiEncoder(
          environment,
          environment.createSession(folder.graph().toString(), options),
          tokenizerJson,
          pooling);
    } catch (IOException | OrtException e) {
      throw new EmbeddingException(
          "the local embedding model cannot be loaded from " + folder.graph().getParent(), e);
    }
  }

  private static OrtSession.SessionOptions announced(ModelFolder folder) throws OrtException {
    folder.announce();
    return options();
  }

  private static OrtSession.SessionOptions options() throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    // By default the runtime takes every core for one text and spins on them between texts.
    options.setIntraOpNumThreads(1);
    options.setInterOpNumThreads(1);
    options.addConfigEntry("session.intra_op.allow_spinning", "0");
    return options;
  }

  static InputStream resource(String name) throws IOException {
    InputStream stream = Thread.currentThread().getContextClassLoader().getResourceAsStream(name);
    if (stream == null) {
      stream = OnnxSessions.class.getResourceAsStream("/" + name);
    }
    if (stream == null) {
      throw new IOException("no resource " + name + " on the class path");
    }
    return stream;
  }
}
