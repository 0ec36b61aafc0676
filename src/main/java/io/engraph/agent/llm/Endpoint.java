package io.engraph.agent.llm;

import dev.langchain4j.data.message.ChatMessage;
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
import io.engraph.endpoint.ApiKey;
import io.engraph.endpoint.Attempts;
import io.engraph.endpoint.BoundedHttp;
import io.engraph.endpoint.EndpointException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A model behind an OpenAI-compatible endpoint. A call that the endpoint cannot take just then is
 * repeated, after the time that it asks for, as long as there is time; an endpoint that keeps
 * failing is left alone for a while.
 */
final class Endpoint {

  private final ModelConfig config;
  private final ApiKey key;
  private volatile ChatModel model;
  private final Clock clock;
  private final Attempts<ChatResponse> attempts;
  private final boolean isAuto;
  private volatile StructuredOutput form;

  /**
   * An answer.
   *
   * @param text what the model said
   * @param usage what it took, all attempts together
   */
  record Reply(String text, Usage usage) {}

  Endpoint(ModelConfig config, ApiKey key, Clock clock) {
    this.config = config;
    this.key = key;
    this.clock = clock;
    this.isAuto = config.structuredOutput() == StructuredOutput.AUTO;
    this.form = isAuto ? StructuredOutput.JSON_SCHEMA : config.structuredOutput();
    if (config.model().isEmpty()) {
      throw new IllegalArgumentException("engraph.agent.model must name the model of the endpoint");
    }
    this.attempts = new Attempts<>(clock, config.timeout(), config.retries());
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
    BoundedHttp http = new BoundedHttp(clock, config.timeout());
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
   * @throws EndpointException if there is no answer
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
            attempts.call(
                () -> {
                  calls.incrementAndGet();
                  return model().chat(request);
                });
        return new Reply(
            Optional.ofNullable(response.aiMessage().text()).orElse(""),
            usage(calls.get(), response.tokenUsage()));
      } catch (EndpointException e) {
        if (!isAuto || !refusesTheForm(e) || asked == StructuredOutput.TEXT) {
          throw e;
        }
        form =
            asked == StructuredOutput.JSON_SCHEMA
                ? StructuredOutput.JSON_OBJECT
                : StructuredOutput.TEXT;
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
    return Attempts.refusal(failure)
        .filter(one -> one.statusCode() == 400 || one.statusCode() == 422)
        .isPresent();
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
