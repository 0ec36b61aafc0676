package io.engraph.agent.llm;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.ssm.SsmClientBuilder;

/**
 * The key of the endpoint: as it is configured, or kept in a parameter of AWS Systems Manager,
 * which also reads secrets of Secrets Manager. It is read once in a process, when it is first
 * needed.
 */
final class ModelKey {

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /** What endpoints that ask for no key are sent. */
  private static final String NONE = "none";

  private final Optional<String> configured;
  private final Optional<String> parameter;
  private final Optional<URI> endpoint;
  private volatile String read;

  /**
   * @param endpoint where Systems Manager is, for tests; empty for where the environment says
   */
  ModelKey(ModelConfig config, Optional<URI> endpoint) {
    this.configured = config.apiKey();
    this.parameter = config.apiKeyParameter();
    this.endpoint = endpoint;
  }

  /**
   * @throws ModelUnavailableException if the parameter cannot be read
   */
  String get() {
    if (configured.isPresent() || parameter.isEmpty()) {
      return configured.orElse(NONE);
    }
    if (read == null) {
      read = read(parameter.get());
    }
    return read;
  }

  private String read(String name) {
    SsmClientBuilder builder =
        SsmClient.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .overrideConfiguration(override -> override.apiCallTimeout(CALL_TIMEOUT));
    endpoint.ifPresent(builder::endpointOverride);
    try (SsmClient ssm = builder.build()) {
      return ssm.getParameter(request -> request.name(name).withDecryption(true))
          .parameter()
          .value();
    } catch (SdkException e) {
      throw new ModelUnavailableException("the parameter of the key could not be read", e);
    }
  }
}
