package io.engraph.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    assertThat(folder.resolve("aarch64")).isDirectoryContaining("glob:**/libtokenizers.so");
    List<String> texts = List.of("I keep bees on the roof.", "The tram was late again.");
    List<float[]> ofClassPath = new LocalEmbeddingModel().embedPassages(texts);
    List<float[]> ofFolder = new LocalEmbeddingModel(Optional.of(folder)).embedPassages(texts);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(ofFolder.get(i)).containsExactly(ofClassPath.get(i));
    }
  }

  @Test
  void should_say_where_it_looked_for_a_model_that_is_not_there() throws IOException {
    Path folder = Files.createDirectory(parent.resolve("empty"));
    assertThatThrownBy(() -> new LocalEmbeddingModel(Optional.of(folder)).load())
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining(folder.toString());
  }
}
