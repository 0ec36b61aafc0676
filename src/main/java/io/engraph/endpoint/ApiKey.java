package io.engraph.endpoint;

import static java.util.Objects.requireNonNull;

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
public final class ApiKey {

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /** What endpoints that ask for no key are sent. */
  private static final String NONE = "none";

  private final Optional<String> configured;
  private final Optional<String> parameter;
  private final Optional<URI> endpoint;
  private volatile String read;

  /**
   * @param configured the key itself
   * @param parameter the name of the parameter that has it
   */
  public ApiKey(Optional<String> configured, Optional<String> parameter) {
    this(configured, parameter, Optional.empty());
  }

  /**
   * @param endpoint where Systems Manager is; empty for where the environment says
   */
  ApiKey(Optional<String> configured, Optional<String> parameter, Optional<URI> endpoint) {
    this.configured = requireNonNull(configured, "configured is null");
    this.parameter = requireNonNull(parameter, "parameter is null");
    this.endpoint = requireNonNull(endpoint, "endpoint is null");
  }

  /**
   * @throws EndpointException if the parameter cannot be read
   */
  public String get() {
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
      throw new EndpointException("the parameter of the key could not be read", e);
    }
  }
}
