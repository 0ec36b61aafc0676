package io.engraph.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One graph of an Engraph server or deployment, over HTTP. Safe for use by many threads.
 *
 * <p>Every call throws {@link EngraphException} when the memory refuses it or cannot be reached;
 * calls may be repeated, since observations are told by their ids.
 */
public final class EngraphClient {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final URI server;
  private final String graph;
  private final Duration timeout;
  private final UnaryOperator<HttpRequest.Builder> authorisation;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /**
   * Something that was said or done.
   *
   * @param id the caller's id, unique in its session: sending it again changes nothing; null for
   *     none
   * @param session the dialogue or task
   * @param speaker who said it; null if nobody did
   * @param text the words
   * @param at when it was said
   * @param metadata what is to be found again with it
   */
  public record Observation(
      String id,
      String session,
      String speaker,
      String text,
      OffsetDateTime at,
      Map<String, String> metadata) {
    public Observation {
      requireNonNull(session, "session is null");
      requireNonNull(text, "text is null");
      requireNonNull(at, "at is null");
      metadata = Map.copyOf(metadata);
    }

    /** Something that was said just now. */
    public static Observation of(String session, String speaker, String text) {
      return new Observation(
          null, session, speaker, text, OffsetDateTime.now(ZoneOffset.UTC), Map.of());
    }
  }

  /**
   * A node of an answer.
   *
   * @param id its id, for feedback
   * @param kind EPISODE, FACT, CLAIM, EVENT, ENTITY or STRATEGY
   * @param text its words
   * @param score how well it fits, 0 to 1
   * @param status CURRENT, SUPERSEDED or CONFLICTING
   * @param sources the turns that it comes from, as session/turn
   */
  public record Node(
      String id, String kind, String text, double score, String status, List<String> sources) {}

  /**
   * What was recalled.
   *
   * @param query the id of the query, for feedback; empty where the graph has nothing yet
   * @param nodes best first
   * @param context the same as text to answer from, with sources
   */
  public record Recall(Optional<String> query, List<Node> nodes, String context) {}

  /**
   * A turn as it was told.
   *
   * @param speaker who said it; null if nobody did
   */
  public record Turn(int number, String speaker, String text, Map<String, String> metadata) {}

  /** How a recall went. */
  public enum Outcome {
    HELPFUL,
    HARMFUL,
    NEUTRAL;

    private String label() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private EngraphClient(Builder builder) {
    this.server = requireNonNull(builder.server, "server is null");
    this.graph = requireNonNull(builder.graph, "graph is null");
    this.timeout = builder.timeout;
    this.authorisation = builder.authorisation;
  }

  /**
   * @param server such as http://localhost:8080
   * @param graph whose memory it is, such as the id of a user
   */
  public static Builder builder(String server, String graph) {
    return new Builder(URI.create(server), graph);
  }

  /** What else a client may be told. */
  public static final class Builder {
    private final URI server;
    private final String graph;
    private Duration timeout = Duration.ofSeconds(30);
    private UnaryOperator<HttpRequest.Builder> authorisation = request -> request;

    private Builder(URI server, String graph) {
      this.server = server;
      this.graph = graph;
    }

    /** How long one call may take; half a minute by default. */
    public Builder timeout(Duration newTimeout) {
      timeout = requireNonNull(newTimeout, "timeout is null");
      return this;
    }

    /** A JSON web token, for a deployment that asks for one. */
    public Builder bearerToken(String token) {
      requireNonNull(token, "token is null");
      return authorisation(request -> request.header("Authorization", "Bearer " + token));
    }

    /** Adds to each request what the deployment asks for. */
    public Builder authorisation(UnaryOperator<HttpRequest.Builder> newAuthorisation) {
      authorisation = requireNonNull(newAuthorisation, "authorisation is null");
      return this;
    }

    public EngraphClient build() {
      return new EngraphClient(this);
    }
  }

  /** Keeps observations, 1 to 100. */
  public void remember(List<Observation> observations) {
    ObjectNode body = JSON.createObjectNode();
    ArrayNode list = body.putArray("observations");
    for (Observation one : observations) {
      ObjectNode node = list.addObject();
      node.put("session", one.session()).put("text", one.text()).put("at", one.at().toString());
      if (one.id() != null) {
        node.put("id", one.id());
      }
      if (one.speaker() != null) {
        node.put("speaker", one.speaker());
      }
      if (!one.metadata().isEmpty()) {
        node.set("metadata", JSON.valueToTree(one.metadata()));
      }
    }
    send("POST", "/observations", body);
  }

  /** Recalls what answers a question. */
  public Recall recall(String question) {
    return recall(question, Optional.empty());
  }

  /**
   * Recalls what answers a question.
   *
   * @param limit the most nodes, 1 to 200
   */
  public Recall recall(String question, Optional<Integer> limit) {
    ObjectNode body = JSON.createObjectNode().put("text", question);
    limit.ifPresent(most -> body.put("limit", most));
    JsonNode answer = send("POST", "/queries", body);
    List<Node> nodes = new ArrayList<>();
    for (JsonNode node : answer.path("nodes")) {
      List<String> sources = new ArrayList<>();
      node.path("sources")
          .forEach(
              source ->
                  sources.add(
                      source.path("session").asText() + "/" + source.path("turn").asText()));
      nodes.add(
          new Node(
              node.path("id").asText(),
              node.path("kind").asText(),
              node.path("text").asText(),
              node.path("score").asDouble(),
              node.path("status").asText(),
              List.copyOf(sources)));
    }
    return new Recall(
        Optional.ofNullable(answer.path("queryId").textValue()),
        List.copyOf(nodes),
        answer.path("context").asText());
  }

  /**
   * Reports how a recall went: this is what the memory learns from.
   *
   * @param query the id of the query
   * @param useful the ids of the nodes that shaped the answer
   */
  public void feedback(String query, List<String> useful, Outcome outcome) {
    ObjectNode body = JSON.createObjectNode().put("outcome", outcome.label());
    body.set("influence", JSON.valueToTree(useful));
    send("POST", "/queries/" + encode(query) + "/feedback", body);
  }

  /** Why something was recalled, as the API shows it. */
  public JsonNode explain(String query) {
    return send("GET", "/queries/" + encode(query), null);
  }

  /**
   * The last turns of a session, in their order; none where nothing was kept.
   *
   * @param most the most turns, 1 to 200
   */
  public List<Turn> turns(String session, int most) {
    JsonNode answer;
    try {
      answer = send("GET", "/sessions/" + encode(session) + "/turns?limit=" + most, null);
    } catch (EngraphException e) {
      if (e.status() == 404) {
        return List.of();
      }
      throw e;
    }
    List<Turn> turns = new ArrayList<>();
    for (JsonNode turn : answer.path("turns")) {
      Map<String, String> metadata = new java.util.HashMap<>();
      turn.path("metadata")
          .properties()
          .forEach(one -> metadata.put(one.getKey(), one.getValue().asText()));
      turns.add(
          new Turn(
              turn.path("turn").asInt(),
              turn.path("speaker").textValue(),
              turn.path("text").asText(),
              Map.copyOf(metadata)));
    }
    return turns;
  }

  /** Forgets a session, with all that was learned from it; nothing where there is none. */
  public void forgetSession(String session) {
    try {
      send("DELETE", "/sessions/" + encode(session), null);
    } catch (EngraphException e) {
      if (e.status() != 404) {
        throw e;
      }
    }
  }

  private JsonNode send(String method, String path, JsonNode body) {
    URI address =
        URI.create(server.toString().replaceAll("/+$", "") + "/v1/graphs/" + encode(graph) + path);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
    try {
      HttpResponse<String> response =
          http.send(authorisation.apply(request).build(), BodyHandlers.ofString());
      if (response.statusCode() >= 400) {
        throw new EngraphException(
            response.statusCode(),
            "%s %s: %d %s"
                .formatted(method, address.getPath(), response.statusCode(), response.body()));
      }
      return JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new EngraphException(server + " does not answer as Engraph does", e);
    } catch (IOException e) {
      throw new EngraphException(server + " cannot be reached", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngraphException("interrupted", e);
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
