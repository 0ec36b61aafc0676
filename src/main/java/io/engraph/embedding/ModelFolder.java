package io.engraph.embedding;

import static java.util.Objects.requireNonNull;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The local model as files beside a function: its graph already optimised, and the native libraries
 * that run it. A function that has it neither unpacks libraries nor holds the model's bytes a
 * second time, which is most of what its first embedding took.
 */
final class ModelFolder {

  static final String GRAPH = "e5-small-v2-q.onnx";

  private static final String TOKENIZER = "e5-small-v2-q-tokenizer.json";

  /** What a function needs of the tokenizer, as lines: it takes no time to read. */
  private static final String VOCABULARY = "e5-small-v2-q-vocabulary.txt";

  /** The folder of the libraries for this machine's processor, of those that functions run on. */
  private static final String ARCHITECTURE =
      System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x64";

  /** Where the libraries are on the class path, by the folder that they go to. */
  private static final Map<String, List<String>> LIBRARIES =
      Map.of(
          "x64",
          List.of(
              "ai/onnxruntime/native/linux-x64/libonnxruntime.so",
              "ai/onnxruntime/native/linux-x64/libonnxruntime4j_jni.so"),
          "aarch64",
          List.of(
              "ai/onnxruntime/native/linux-aarch64/libonnxruntime.so",
              "ai/onnxruntime/native/linux-aarch64/libonnxruntime4j_jni.so"));

  private final Path folder;

  ModelFolder(Path folder) {
    this.folder = requireNonNull(folder, "folder is null");
  }

  Path graph() {
    return folder.resolve(GRAPH);
  }

  /** The pieces of words that the model knows, by their ids. */
  List<String> vocabulary() throws IOException {
    return Files.readAllLines(folder.resolve(VOCABULARY));
  }

  /** The same, of the class path. */
  static List<String> vocabularyOfClassPath() throws IOException {
    try (InputStream tokenizer = resource(TOKENIZER)) {
      return new JsonMapper()
          .readTree(tokenizer).at("/model/vocab").properties().stream()
              .sorted(Comparator.comparingInt(piece -> piece.getValue().intValue()))
              .map(Map.Entry::getKey)
              .toList();
    }
  }

  /** Tells the libraries' loader where they are; before the first of them is loaded. */
  void announce() {
    System.setProperty(
        "onnxruntime.native.path", folder.resolve(ARCHITECTURE).toAbsolutePath().toString());
  }

  /**
   * Makes such a folder from the class path.
   *
   * @param architectures x64, aarch64, or both
   */
  private static void make(Path folder, List<String> architectures)
      throws IOException, OrtException {
    Files.createDirectories(folder);
    Files.write(folder.resolve(VOCABULARY), vocabularyOfClassPath());
    for (String architecture : architectures) {
      Path libraries = Files.createDirectories(folder.resolve(architecture));
      for (String library : LIBRARIES.get(architecture)) {
        copy(library, libraries.resolve(Path.of(library).getFileName().toString()));
      }
    }
    Path original = folder.resolve("original.onnx");
    copy(GRAPH, original);
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      // What further levels do depends on the processor at hand.
      options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.EXTENDED_OPT);
      options.setOptimizedModelFilePath(folder.resolve(GRAPH).toString());
      OrtEnvironment.getEnvironment().createSession(original.toString(), options).close();
    }
    Files.delete(original);
  }

  private static void copy(String resource, Path to) throws IOException {
    try (InputStream from = resource(resource)) {
      Files.copy(from, to);
    }
  }

  static InputStream resource(String name) throws IOException {
    InputStream stream = Thread.currentThread().getContextClassLoader().getResourceAsStream(name);
    if (stream == null) {
      stream = ModelFolder.class.getResourceAsStream("/" + name);
    }
    if (stream == null) {
      throw new IOException("no resource " + name + " on the class path");
    }
    return stream;
  }

  /** For the build: the folder to make, and the architectures of its libraries. */
  public static void main(String[] arguments) throws IOException, OrtException {
    make(Path.of(arguments[0]), List.of(arguments).subList(1, arguments.length));
  }
}
