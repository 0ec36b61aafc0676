package io.engraph.table;

import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Makes clients of DynamoDB. Region, credentials and an endpoint of one's own come from the
 * environment, as the SDK has it: {@code AWS_REGION}, {@code AWS_ENDPOINT_URL} and so on.
 */
final class DynamoDbClients {

  /** A throttled table needs more than the SDK's three attempts; the time-out bounds them all. */
  private static final int MAX_ATTEMPTS = 8;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

  private DynamoDbClients() {}

  /**
   * @param attemptTimeout how long one attempt may take
   * @param callTimeout how long a call may take with all its attempts
   * @param interceptors hear of what is sent and answered
   */
  static DynamoDbClient create(
      Duration attemptTimeout, Duration callTimeout, ExecutionInterceptor... interceptors) {
    return DynamoDbClient.builder()
        .httpClientBuilder(
            UrlConnectionHttpClient.builder()
                .connectionTimeout(CONNECT_TIMEOUT)
                .socketTimeout(attemptTimeout))
        .overrideConfiguration(
            override ->
                override
                    .apiCallAttemptTimeout(attemptTimeout)
                    .apiCallTimeout(callTimeout)
                    .executionInterceptors(List.of(interceptors))
                    .retryStrategy(
                        AwsRetryStrategy.standardRetryStrategy().toBuilder()
                            .maxAttempts(MAX_ATTEMPTS)
                            .build()))
        .build();
  }
}
