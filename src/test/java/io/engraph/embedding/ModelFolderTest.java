package io.engraph.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OrtException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFolderTest {

  @TempDir private Path parent;

  @Test
  void should_embed_from_a_folder_as_from_the_class_path() throws IOException, OrtException {
    Path folder = parent.resolve("model");
    ModelFolder.main(new String[] {folder.toString(), "x64", "aarch64"});

    assertThat(folder.resolve("x64")).isDirectoryContaining("glob:**/libonnxruntime.so");
    assertThat(folder.resolve("aarch64")).isDirectoryContaining("glob:**/libonnxruntime4j_jni.so");
    assertThat(folder.resolve("e5-small-v2-q-vocabulary.txt")).isRegularFile();
    float[] ofClassPath = new LocalEmbeddingModel().embedQuery(TEXT);
    assertThat(inAnotherProcess(folder)).isEqualTo(Arrays.toString(ofClassPath));
  }

  private static final String TEXT = "I keep bees on the roof.";

  /** What a process that has loaded no library of the class path makes of the text. */
  private static String inAnotherProcess(Path folder) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ModelFolderTest.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = process.inputReader()) {
      return out.readLine();
    }
  }

  public static void main(String[] arguments) {
    System.out.println(
        Arrays.toString(
            new LocalEmbeddingModel(Optional.of(Path.of(arguments[0]))).embedQuery(TEXT)));
  }

  @Test
  void should_say_where_it_looked_for_a_model_that_is_not_there() throws IOException {
    Path folder = Files.createDirectory(parent.resolve("empty"));
    assertThatThrownBy(() -> new LocalEmbeddingModel(Optional.of(folder)).load())
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining(folder.toString());
  }
}
