package io.engraph.mcp;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ApiRequest;
import io.engraph.http.GraphAccess;
import io.engraph.http.WholeApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A memory as the tools see it: its API, wherever that is. */
@FunctionalInterface
public interface MemoryPort {

  /**
   * What a memory answered.
   *
   * @param status as over HTTP
   * @param body the answer, or a problem document where the status is 400 or more
   */
  record Answer(int status, JsonNode body) {
    public Answer {
      requireNonNull(body, "body is null");
    }
  }

  /**
   * Sends a request of the API.
   *
   * @param path the segments after {@code /v1/graphs}
   * @param parameters what follows the path
   * @param body what is sent, if anything is
   */
  Answer send(
      String method, List<String> path, Map<String, String> parameters, Optional<JsonNode> body);

  /** The memory of this process. */
  static MemoryPort of(WholeApi api) {
    JsonMapper mapper = new JsonMapper();
    return (method, path, parameters, body) -> {
      List<String> whole = Stream.concat(Stream.of("v1", "graphs"), path.stream()).toList();
      byte[] bytes =
          body.map(one -> one.toString().getBytes(StandardCharsets.UTF_8)).orElse(new byte[0]);
      ApiAnswer answer =
          api.answer(new ApiRequest(method, whole, parameters, bytes, GraphAccess.ALL));
      try {
        return new Answer(answer.status(), mapper.readTree(answer.json()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
