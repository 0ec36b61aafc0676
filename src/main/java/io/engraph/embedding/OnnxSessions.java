package io.engraph.embedding;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.langchain4j.model.embedding.onnx.OnnxBertBiEncoder;
import dev.langchain4j.model.embedding.onnx.PoolingMode;
import java.io.IOException;
import java.io.InputStream;

/**
 * Opens models of the class path in ONNX Runtime, with the options that suit single short texts.
 */
final class OnnxSessions {

  private OnnxSessions() {}

  static OnnxBertBiEncoder encoder(String model, String tokenizer, PoolingMode pooling) {
    try (InputStream modelBytes = resource(model);
        InputStream tokenizerJson = resource(tokenizer);
        OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // By default the runtime takes every core for one text and spins on them between texts.
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.addConfigEntry("session.intra_op.allow_spinning", "0");
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

  private static InputStream resource(String name) throws IOException {
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
