package io.engraph.agent.llm;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The language model behind the decisions: any endpoint that speaks OpenAI's chat completions. */
@ConfigMapping(prefix = "engraph.agent")
public interface ModelConfig {

  /** Where the endpoint is, such as https://api.openai.com/v1; without it rules decide. */
  Optional<String> baseUrl();

  /** The model's name there. */
  Optional<String> model();

  /** The key, where the endpoint asks for one. */
  Optional<String> apiKey();

  /**
   * The parameter of AWS Systems Manager that has the key; for a secret of Secrets Manager
   * /aws/reference/secretsmanager/ and its name.
   */
  Optional<String> apiKeyParameter();

  /** Which decisions the model takes; rules take the others. */
  @WithDefault("extract,integrate,plan,judge,reconsolidate,reflect,consolidate")
  Set<String> decisions();

  /** How answers are held to their form. */
  @WithDefault("auto")
  StructuredOutput structuredOutput();

  /** How long one answer may take, within what the function has left. */
  @WithDefault("PT20S")
  Duration timeout();

  /** How often a call is repeated that the endpoint could not take just then. */
  @WithDefault("2")
  int retries();

  /** The most tokens of one call, the question and the answer together. */
  @WithDefault("16000")
  int callTokens();

  /** The most tokens of one answer. */
  @WithDefault("4000")
  int answerTokens();

  /** The most tokens of one graph and day, by UTC. */
  @WithDefault("2000000")
  long graphTokensPerDay();

  /** How answers are held to their form. */
  enum StructuredOutput {
    /** As strictly as the endpoint takes it: what it refuses is not asked for again. */
    AUTO,
    /** By a JSON schema. */
    JSON_SCHEMA,
    /** As some JSON object. */
    JSON_OBJECT,
    /** By the prompt alone. */
    TEXT
  }
}
