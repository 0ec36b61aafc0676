package io.engraph.agent.llm;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.TokenUsage;
import io.engraph.agent.AgentReport.Usage;
import io.engraph.agent.llm.ModelConfig.StructuredOutput;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A model behind an OpenAI-compatible endpoint. A call that the endpoint cannot take just then is
 * repeated, after the time that it asks for, as long as there is time; an endpoint that keeps
 * failing is left alone for a while.
 */
final class Endpoint {

  private static final Duration FIRST_WAIT = Duration.ofMillis(250);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);
  private static final double JITTER = 0.3;
  private static final int FAILURES_IN_A_ROW = 5;
  private static final Duration LEFT_ALONE = Duration.ofSeconds(30);

  private final ModelConfig config;
  private final ModelKey key;
  private volatile ChatModel model;
  private final Clock clock;
  private final Duration timeout;
  private final RetryPolicy<ChatResponse> retries;
  private final CircuitBreaker<ChatResponse> breaker;
  private final boolean isAuto;
  private volatile StructuredOutput form;

  /**
   * An answer.
   *
   * @param text what the model said
   * @param usage what it took, all attempts together
   */
  record Reply(String text, Usage usage) {}

  Endpoint(ModelConfig config, ModelKey key, Clock clock) {
    this.config = config;
    this.key = key;
    this.clock = clock;
    this.timeout = config.timeout();
    this.isAuto = config.structuredOutput() == StructuredOutput.AUTO;
    this.form = isAuto ? StructuredOutput.JSON_SCHEMA : config.structuredOutput();
    if (config.model().isEmpty()) {
      throw new IllegalArgumentException("engraph.agent.model must name the model of the endpoint");
    }
    this.retries =
        RetryPolicy.<ChatResponse>builder()
            .handleIf(failure -> isPassing(failure))
            .withMaxRetries(config.retries())
            .withDelayFnOn(
                context -> wait(context.getLastException(), context.getAttemptCount()),
                Throwable.class)
            .abortOn(failure -> !hasTimeFor(failure))
            .build();
    this.breaker =
        CircuitBreaker.<ChatResponse>builder()
            .handleIf(failure -> isPassing(failure) || failure instanceof TimeoutException)
            .withFailureThreshold(FAILURES_IN_A_ROW)
            .withDelay(LEFT_ALONE)
            .build();
  }

  /** The model, made when it is first asked: only then its key is read. */
  private ChatModel model() {
    ChatModel made = model;
    if (made == null) {
      made = connect();
      model = made;
    }
    return made;
  }

  private ChatModel connect() {
    BoundedHttp http =
        new BoundedHttp(
            java.net.http.HttpClient.newBuilder()
                .connectTimeout(config.timeout())
                .version(java.net.http.HttpClient.Version.HTTP_1_1)
                .build(),
            clock,
            config.timeout());
    return OpenAiChatModel.builder()
        .httpClientBuilder(new BoundedHttp.Builder(http))
        .baseUrl(config.baseUrl().orElseThrow())
        .apiKey(key.get())
        .modelName(config.model().orElseThrow())
        .temperature(0.0)
        .maxRetries(0)
        .strictJsonSchema(true)
        .build();
  }

  /**
   * Asks.
   *
   * @param schema the form of the answer, as a JSON schema
   * @param answerTokens the most tokens of the answer
   * @throws ModelUnavailableException if there is no answer
   */
  Reply ask(String name, String schema, List<ChatMessage> messages, int answerTokens) {
    AtomicInteger calls = new AtomicInteger();
    while (true) {
      StructuredOutput asked = form;
      ChatRequest request =
          ChatRequest.builder()
              .messages(messages)
              .maxOutputTokens(answerTokens)
              .responseFormat(format(asked, name, schema))
              .build();
      try {
        ChatResponse response =
            Failsafe.with(retries, breaker)
                .get(
                    () -> {
                      if (BoundedHttp.time(clock, timeout).compareTo(Duration.ZERO) <= 0) {
                        throw new ModelUnavailableException("no time is left");
                      }
                      calls.incrementAndGet();
                      return model().chat(request);
                    });
        return new Reply(
            Optional.ofNullable(response.aiMessage().text()).orElse(""),
            usage(calls.get(), response.tokenUsage()));
      } catch (ModelUnavailableException e) {
        throw e;
      } catch (CircuitBreakerOpenException e) {
        throw new ModelUnavailableException("the endpoint failed again and again", e);
      } catch (RuntimeException e) {
        if (isAuto && refusesTheForm(e) && asked != StructuredOutput.TEXT) {
          form =
              asked == StructuredOutput.JSON_SCHEMA
                  ? StructuredOutput.JSON_OBJECT
                  : StructuredOutput.TEXT;
        } else {
          throw new ModelUnavailableException(reason(e), e);
        }
      }
    }
  }

  private static ResponseFormat format(StructuredOutput form, String name, String schema) {
    return switch (form) {
      case AUTO, TEXT -> null;
      case JSON_OBJECT -> ResponseFormat.JSON;
      case JSON_SCHEMA ->
          ResponseFormat.builder()
              .type(ResponseFormatType.JSON)
              .jsonSchema(
                  JsonSchema.builder().name(name).rootElement(JsonRawSchema.from(schema)).build())
              .build();
    };
  }

  /** An endpoint that knows no such form of answers says so by refusing the request. */
  private static boolean refusesTheForm(Throwable failure) {
    return refusal(failure)
        .filter(one -> one.statusCode() == 400 || one.statusCode() == 422)
        .isPresent();
  }

  private static boolean isPassing(Throwable failure) {
    return refusal(failure).map(RefusedException::isPassing).orElse(false)
        || cause(failure, UncheckedIOException.class).isPresent();
  }

  private static Optional<RefusedException> refusal(Throwable failure) {
    return cause(failure, RefusedException.class);
  }

  private static <T extends Throwable> Optional<T> cause(Throwable failure, Class<T> type) {
    for (Throwable one = failure; one != null; one = one.getCause()) {
      if (type.isInstance(one)) {
        return Optional.of(type.cast(one));
      }
    }
    return Optional.empty();
  }

  /** As long as the endpoint asks for, or longer each time. */
  private static Duration wait(Throwable failure, int attempts) {
    return refusal(failure)
        .flatMap(RefusedException::retryAfter)
        .filter(asked -> !asked.isNegative())
        .orElseGet(
            () -> {
              double doubled = FIRST_WAIT.toMillis() * Math.pow(2, Math.max(0, attempts - 1));
              double spread = 1 + JITTER * (2 * Math.random() - 1);
              return Duration.ofMillis(
                  (long) (Math.min(doubled, (double) LONGEST_WAIT.toMillis()) * spread));
            });
  }

  /** Whether it is worth to wait: nobody waits longer for an endpoint than for its answer. */
  private boolean hasTimeFor(Throwable failure) {
    Duration left = BoundedHttp.time(clock, timeout);
    return refusal(failure)
        .flatMap(RefusedException::retryAfter)
        .map(asked -> asked.compareTo(left) < 0)
        .orElse(left.compareTo(FIRST_WAIT) > 0);
  }

  private static String reason(Throwable failure) {
    Optional<RefusedException> refusal = refusal(failure);
    if (refusal.isPresent()) {
      return "the endpoint answered %d".formatted(refusal.get().statusCode());
    }
    if (cause(failure, TimeoutException.class).isPresent()) {
      return "the endpoint took too long";
    }
    if (cause(failure, UncheckedIOException.class).isPresent()) {
      return "the endpoint could not be reached";
    }
    Throwable root = failure instanceof FailsafeException ? failure.getCause() : failure;
    return root instanceof LangChain4jException
        ? "the endpoint's answer was no chat completion"
        : "the endpoint's answer could not be read (%s)".formatted(root.getClass().getSimpleName());
  }

  private static Usage usage(int calls, TokenUsage tokens) {
    if (tokens == null) {
      return new Usage(calls, 0, 0, 0);
    }
    long cached =
        tokens instanceof OpenAiTokenUsage openAi && openAi.inputTokensDetails() != null
            ? count(openAi.inputTokensDetails().cachedTokens())
            : 0;
    return new Usage(
        calls, count(tokens.inputTokenCount()), cached, count(tokens.outputTokenCount()));
  }

  private static long count(Integer tokens) {
    return tokens == null ? 0 : tokens;
  }
}
