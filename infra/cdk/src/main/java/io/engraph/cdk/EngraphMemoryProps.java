package io.engraph.cdk;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of a memory: what the parameters of the SAM template are, with their types. What is
 * not set has the template's default.
 */
public final class EngraphMemoryProps {

  private final Path functions;
  private final Map<String, String> parameters;

  private EngraphMemoryProps(Builder builder) {
    this.functions = Objects.requireNonNull(builder.functions, "functions is null");
    this.parameters = Map.copyOf(builder.parameters);
  }

  Path functions() {
    return functions;
  }

  /** What is set, by the template's names. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /**
   * @param functions the folder that has the functions' zips, such as target/functions
   */
  public static Builder builder(Path functions) {
    return new Builder(functions);
  }

  /** The processors of functions. */
  public enum Architecture {
    ARM64("arm64"),
    X86_64("x86_64");

    private final String label;

    Architecture(String label) {
      this.label = label;
    }
  }

  /** What the zips have: executables, or the JVM build. */
  public enum Runtime {
    NATIVE("provided.al2023"),
    JAVA_25("java25");

    private final String label;

    Runtime(String label) {
      this.label = label;
    }
  }

  /** How evidence turns into utility, in new graphs. */
  public enum UtilityRule {
    BETA_POSTERIOR("beta-posterior"),
    CONFIDENCE_GUIDED("confidence-guided");

    private final String label;

    UtilityRule(String label) {
      this.label = label;
    }
  }

  /** What may be set. */
  public static final class Builder {
    private final Path functions;
    private final Map<String, String> parameters = new HashMap<>();

    private Builder(Path functions) {
      this.functions = functions;
    }

    private Builder set(String parameter, Object value) {
      parameters.put(parameter, String.valueOf(value));
      return this;
    }

    public Builder architecture(Architecture architecture) {
      return set("Architecture", architecture.label);
    }

    public Builder runtime(Runtime runtime) {
      return set("FunctionRuntime", runtime.label);
    }

    /**
     * Starts the functions that somebody waits for from pictures of their memory; for the JVM build
     * only.
     *
     * @param release another one at each deployment, such as a commit: it has the pictures taken
     *     anew
     */
    public Builder snapStart(String release) {
      return set("SnapStart", "PublishedVersions").set("Release", release);
    }

    public Builder utilityRule(UtilityRule rule) {
      return set("UtilityRule", rule.label);
    }

    /**
     * @param days how long logs are kept: 1, 3, 5, 7, 14, 30, 60, 90, 180 or 365
     */
    public Builder logRetentionDays(int days) {
      return set("LogRetentionDays", days);
    }

    /** Accepts JSON web tokens of that issuer for that audience, in place of IAM. */
    public Builder jwt(String issuer, String audience) {
      return set("JwtIssuer", issuer).set("JwtAudience", audience);
    }

    /**
     * Lets the holder of a token use some graphs only.
     *
     * @param claim the claim that names them: each of its values, and all ids that begin with it
     *     and a tilde
     */
    public Builder graphClaim(String claim) {
      return set("JwtGraphClaim", claim);
    }

    /**
     * @param nodes the most nodes that a query's walk begins at, 1 to 100
     */
    public Builder entryNodes(int nodes) {
      return set("EntryNodes", nodes);
    }

    /**
     * @param nodes the most nodes of an answer, 1 to 200
     */
    public Builder loadedNodes(int nodes) {
      return set("LoadedNodes", nodes);
    }

    /**
     * @param tokens the most tokens of a context
     */
    public Builder contextTokens(int tokens) {
      return set("ContextTokens", tokens);
    }

    /**
     * @param seconds how long a completed trace that cannot be reconsolidated is tried, 60 to
     *     604800
     */
    public Builder streamRecordAgeSeconds(int seconds) {
      return set("StreamRecordAgeSeconds", seconds);
    }

    /**
     * @param seconds how long a queued message that failed waits to be tried again
     */
    public Builder queueVisibilitySeconds(int seconds) {
      return set("QueueVisibilitySeconds", seconds);
    }

    /**
     * @param expression when graphs are put in order, such as rate(1 hour)
     */
    public Builder consolidationSchedule(String expression) {
      return set("ConsolidationSchedule", expression);
    }

    /** Where the functions reach AWS's services, for an emulator. */
    public Builder endpointUrl(String url) {
      return set("EndpointUrl", url);
    }

    /** An OpenAI-compatible endpoint whose model takes the decisions. */
    public Builder model(String baseUrl, String name) {
      return set("ModelBaseUrl", baseUrl).set("ModelName", name);
    }

    /** The parameter of Systems Manager that has the key of the model's endpoint. */
    public Builder modelKeyParameter(String parameter) {
      return set("ModelKeyParameter", parameter);
    }

    /** The secret that has the key, where it is one of Secrets Manager. */
    public Builder modelKeySecret(String name, String arn) {
      return set("ModelKeyParameter", "/aws/reference/secretsmanager/" + name)
          .set("ModelKeySecretArn", arn);
    }

    /** Traces every invocation with X-Ray. */
    public Builder tracing(boolean isActive) {
      return set("Tracing", isActive ? "Active" : "PassThrough");
    }

    /** The SNS topic that alarms go to. */
    public Builder alarmTopicArn(String arn) {
      return set("AlarmTopicArn", arn);
    }

    public EngraphMemoryProps build() {
      return new EngraphMemoryProps(this);
    }
  }
}
