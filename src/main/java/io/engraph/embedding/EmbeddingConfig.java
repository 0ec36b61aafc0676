package io.engraph.embedding;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** The embedding model: the local one, or any endpoint that speaks OpenAI's embeddings. */
@ConfigMapping(prefix = "engraph.embedding")
public interface EmbeddingConfig {

  /**
   * Where the endpoint is, such as https://api.openai.com/v1; without it the local model embeds.
   */
  Optional<String> baseUrl();

  /** Where the files of the local model are; without it they are part of the program. */
  Optional<Path> folder();

  /** The model's name there. */
  Optional<String> model();

  /** The length of its vectors. */
  OptionalInt dimension();

  /** The key, where the endpoint asks for one. */
  Optional<String> apiKey();

  /** The parameter of AWS Systems Manager that has the key. */
  Optional<String> apiKeyParameter();

  /** The tokens that the model reads of one text; what is longer is split and pooled. */
  @WithDefault("8000")
  int inputTokens();

  /** How long one call may take, within what the function has left. */
  @WithDefault("PT10S")
  Duration timeout();

  /** How often a call is repeated that the endpoint could not take just then. */
  @WithDefault("2")
  int retries();
}
