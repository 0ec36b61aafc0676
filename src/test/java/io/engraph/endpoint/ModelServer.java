package io.engraph.endpoint;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A server that speaks chat completions, on this machine; what it answers is the test's. */
public final class ModelServer implements AutoCloseable {

  public static final JsonMapper JSON = new JsonMapper();

  private final WireMockServer server;

  /**
   * @param answers what the server answers to the body of a request
   */
  public ModelServer(Function<JsonNode, Answer> answers) {
    server =
        new WireMockServer(
            wireMockConfig()
                .dynamicPort()
                .bindAddress("127.0.0.1")
                .extensions(new Answers(answers)));
    server.start();
    server.stubFor(any(anyUrl()).willReturn(aResponse().withTransformers("answers")));
  }

  /**
   * What a server answers.
   *
   * @param delay milliseconds until the last byte is there
   */
  public record Answer(int status, String body, Map<String, String> headers, int delay) {

    /** A chat completion that says this. */
    public static Answer saying(String content) {
      return new Answer(
          200,
          """
          {"id": "c1", "object": "chat.completion", "created": 1, "model": "test",
           "choices": [{"index": 0, "finish_reason": "stop",
                        "message": {"role": "assistant", "content": %s}}],
           "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120,
                     "prompt_tokens_details": {"cached_tokens": 60}}}
          """
              .formatted(text(content)),
          Map.of(),
          0);
    }

    public static Answer status(int status, String body) {
      return new Answer(status, body, Map.of(), 0);
    }

    public Answer with(String header, String value) {
      return new Answer(status, body, Map.of(header, value), delay);
    }

    /** The same, a byte now and then, over so many milliseconds. */
    public Answer slowly(int milliseconds) {
      return new Answer(status, body, headers, milliseconds);
    }
  }

  private record Answers(Function<JsonNode, Answer> answers)
      implements ResponseDefinitionTransformerV2 {

    @Override
    public ResponseDefinition transform(ServeEvent event) {
      Answer answer = answers.apply(read(event.getRequest().getBodyAsString()));
      var response = aResponse().withStatus(answer.status()).withBody(answer.body());
      response.withHeader("Content-Type", "application/json");
      answer.headers().forEach(response::withHeader);
      if (answer.delay() > 0) {
        response.withChunkedDribbleDelay(5, answer.delay());
      }
      return response.build();
    }

    @Override
    public String getName() {
      return "answers";
    }

    @Override
    public boolean applyGlobally() {
      return false;
    }
  }

  public static String text(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the request is no JSON", e);
    }
  }

  /** Where it is, as the base of its API. */
  public String address() {
    return server.baseUrl() + "/v1";
  }

  /** The bodies of the requests so far, in order. */
  public List<JsonNode> requests() {
    List<JsonNode> requests = new ArrayList<>();
    server
        .getAllServeEvents()
        .reversed()
        .forEach(e -> requests.add(read(e.getRequest().getBodyAsString())));
    return requests;
  }

  /** The headers of the last request. */
  public String lastHeader(String name) {
    return server.getAllServeEvents().getFirst().getRequest().getHeader(name);
  }

  public String lastPath() {
    return server.getAllServeEvents().getFirst().getRequest().getUrl();
  }

  @Override
  public void close() {
    server.stop();
  }
}
