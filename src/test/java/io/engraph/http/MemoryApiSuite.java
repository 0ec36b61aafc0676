package io.engraph.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.engraph.cli.CommandLineAccess;
import io.restassured.builder.RequestSpecBuilder;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The API as its callers see it, whatever serves it. Each test has a graph of its own. */
public abstract class MemoryApiSuite {

  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private String graph;

  /** Where the API is, such as {@code http://127.0.0.1:8080}. */
  protected abstract String address();

  @BeforeEach
  void nameGraph() {
    graph = "suite-%d-%d".formatted(System.currentTimeMillis(), COUNTER.incrementAndGet());
  }

  private RequestSpecification api() {
    return given()
        .spec(new RequestSpecBuilder().setBaseUri(address()).setBasePath("/v1/graphs").build());
  }

  private ValidatableResponse post(String path, String body) {
    return api().contentType(ContentType.JSON).body(body).post(path).then();
  }

  private ValidatableResponse observe(String body) {
    return post("/%s/observations".formatted(graph), body);
  }

  final ValidatableResponse query(String body) {
    return post("/%s/queries".formatted(graph), body);
  }

  private static String turn(String id, String speaker, String text) {
    return """
        {"id": "%s", "session": "s", "speaker": "%s", "text": "%s", "at": "2026-03-04T09:30:00+01:00"}
        """
        .formatted(id, speaker, text);
  }

  private static String observations(String... turns) {
    return "{\"observations\": [%s]}".formatted(String.join(",", turns));
  }

  final void rememberConversation() {
    observe(
            observations(
                turn("1", "Ana", "I keep bees on the roof of the library."),
                turn("2", "Ben", "The trams are loud today."),
                turn("3", "Ana", "The honey is sold at the market."),
                turn("4", "Ben", "Nora says that Tomas is a terrible cook.")))
        .statusCode(200);
  }

  private JsonPath ask(String question) {
    return query("{\"text\": \"%s\"}".formatted(question)).statusCode(200).extract().jsonPath();
  }

  private static String node(JsonPath recalled, String text) {
    return recalled.getString("nodes.find { it.text.contains('%s') }.id".formatted(text));
  }

  // Remembering

  @Test
  void should_say_of_each_observation_what_became_of_it() {
    observe(observations(turn("a", "Ana", "I keep bees."), turn("b", "Ben", "How nice!")))
        .statusCode(200)
        .contentType("application/json")
        .body("observations", hasSize(2))
        .body("observations.id", contains("a", "b"))
        .body("observations.status", contains("integrated", "integrated"))
        .body("observations.turn", contains(1, 2))
        .body("observations[0].nodes", hasItem(containsString("episode-")))
        .body("observations[0]", not(hasKey("note")));
  }

  @Test
  void should_answer_what_was_sent_before_as_a_duplicate() {
    String body = observations(turn("a", "Ana", "I keep bees."));
    List<String> nodes =
        observe(body).extract().jsonPath().getList("observations[0].nodes", String.class);

    observe(body)
        .statusCode(200)
        .body("observations.status", contains("duplicate"))
        .body("observations[0].nodes", equalTo(nodes));
  }

  @Test
  void should_keep_metadata_and_the_offset_of_an_observation() {
    String node =
        observe(
                """
                {"observations": [{"session": "s", "text": "I keep bees.",
                  "at": "2026-03-04T00:30:00+13:00", "metadata": {"channel": "phone"}}]}
                """)
            .extract()
            .jsonPath()
            .getString("observations[0].nodes[0]");

    api()
        .get("/%s/nodes/%s".formatted(graph, node))
        .then()
        .statusCode(200)
        .body("sources[0].metadata.channel", is("phone"))
        .body("sources[0].at", is("2026-03-04T00:30+13:00"))
        .body("time.start", is("2026-03-03T11:30:00Z"));
  }

  // Recalling

  @Test
  void should_recall_nodes_with_scores_sources_edges_and_context() {
    rememberConversation();

    query("{\"text\": \"Who keeps bees?\"}")
        .statusCode(200)
        .body("queryId", notNullValue())
        .body("intent", is("WHO"))
        .body("nodes[0].text", containsString("bees"))
        .body("nodes[0].kind", is("EPISODE"))
        .body("nodes[0].hop", is(0))
        .body("nodes[0].score", greaterThan(0.5f))
        .body("nodes[0].sources[0].session", is("s"))
        .body("nodes[0].sources[0].turn", is(1))
        .body("nodes[0].time.start", is("2026-03-04T08:30:00Z"))
        .body("edges[0].relation", notNullValue())
        .body("edges[0].utility", notNullValue())
        .body("context", containsString("bees on the roof"))
        .body("tokens", greaterThan(0))
        .body("usage.itemsRead", greaterThan(0))
        .body("usage.itemsWritten", is(1))
        .body("usage.milliseconds", hasKey("walk"))
        .body("trace", nullValue());
  }

  @Test
  void should_explain_when_asked_to() {
    rememberConversation();

    query("{\"text\": \"Who keeps bees?\", \"explain\": true}")
        .statusCode(200)
        .body("trace.plans[0].keywords", hasItem("bee"))
        .body("trace.candidates[0].channels.dense", notNullValue())
        .body("trace.steps[0].expanded", not(empty()))
        .body("trace.candidates[0].channels.neighbour", notNullValue())
        .body("trace.steps[0].atom", is("SUBGRAPH_BEAM"))
        .body("trace.loaded[0].similarity", greaterThan(0f))
        // A new graph begins with what others have learned.
        .body("trace.policy.dense", allOf(greaterThan(0.5f), lessThan(0.9f)));
  }

  @Test
  void should_answer_strictly_or_not_at_all() {
    rememberConversation();

    query("{\"text\": \"How deep is the lake?\", \"strict\": true}")
        .statusCode(200)
        .body("nodes", empty())
        .body("context", is(""));
    query("{\"text\": \"Who keeps bees?\", \"strict\": true}")
        .statusCode(200)
        .body("nodes.size()", greaterThan(0));
  }

  @Test
  void should_lead_with_what_is_newer_and_mark_what_is_older() {
    observe(
            """
            {"observations": [
              {"id": "1", "session": "s", "speaker": "Ana", "text": "I live in Porto.", "at": "2026-03-04T09:00:00Z"},
              {"id": "2", "session": "s", "speaker": "Ana", "text": "I live in Lisbon.", "at": "2026-05-04T09:00:00Z"}
            ]}
            """)
        .statusCode(200);

    query("{\"text\": \"Where does Ana live?\"}")
        .statusCode(200)
        .body("nodes[0].text", is("I live in Lisbon."))
        .body("nodes[0].supersededBy", nullValue())
        .body("nodes.find { it.text == 'I live in Porto.' }.supersededBy", notNullValue());
  }

  @Test
  void should_return_no_more_than_asked_for() {
    rememberConversation();

    query("{\"text\": \"bees honey trams cook\", \"limit\": 2, \"tokenBudget\": 30}")
        .statusCode(200)
        .body("nodes.size()", is(1))
        .body("tokens", greaterThan(0));
  }

  @Test
  void should_answer_with_the_kinds_asked_for() {
    rememberConversation();

    query("{\"text\": \"What does Nora say of Tomas?\", \"kinds\": [\"claim\"]}")
        .statusCode(200)
        .body("intent", is("BELIEF"))
        .body("nodes.kind", everyItem(is("CLAIM")))
        .body("nodes", hasSize(1));
  }

  @Test
  void should_answer_from_the_time_asked_for() {
    rememberConversation();

    query("{\"text\": \"bees\", \"from\": \"2027-01-01T00:00:00Z\"}")
        .statusCode(200)
        .body("nodes", empty());
    query("{\"text\": \"bees\", \"to\": \"2027-01-01T00:00:00Z\"}")
        .statusCode(200)
        .body("nodes", not(empty()));
  }

  @Test
  void should_answer_nothing_from_an_unknown_graph() {
    query("{\"text\": \"bees\"}")
        .statusCode(200)
        .body("nodes", empty())
        .body("queryId", nullValue())
        .body("context", is(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"the", "...", "_", "is it?", "?!"})
  void should_answer_nothing_to_stop_words_and_punctuation(String text) {
    rememberConversation();

    query("{\"text\": \"%s\"}".formatted(text))
        .statusCode(200)
        .body("nodes", empty())
        .body("edges", empty())
        .body("tokens", is(0));
  }

  // Teaching

  private ValidatableResponse feedback(String query, String body) {
    return post("/%s/queries/%s/feedback".formatted(graph, query), body);
  }

  private JsonPath awaitReconsolidated(String query) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      JsonPath stored =
          api()
              .get("/%s/queries/%s".formatted(graph, query))
              .then()
              .statusCode(200)
              .extract()
              .jsonPath();
      if (stored.getString("status").equals("RECONSOLIDATED")) {
        return stored;
      }
      assertThat(Instant.now()).as("reconsolidated within %s", PATIENCE).isBefore(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void should_change_edges_by_feedback_and_show_what_changed() throws InterruptedException {
    rememberConversation();
    JsonPath recalled = ask("bees and honey");
    String query = recalled.getString("queryId");
    String bees = node(recalled, "bees");
    String honey = node(recalled, "honey");

    feedback(
            query,
            """
            {"influence": ["%s", "%s", "nonsense"], "outcome": "helpful", "confidence": 1,
             "answer": "Ana sells honey."}
            """
                .formatted(bees, honey))
        .statusCode(202)
        .body("influence", contains(bees, honey))
        .body("ignored", contains("nonsense"));

    JsonPath stored = awaitReconsolidated(query);
    assertThat(stored.getString("edits.find { it.action == 'ADD' }.relation"))
        .isEqualTo("correlates");
    assertThat(stored.getString("feedback.answer")).isEqualTo("Ana sells honey.");
    assertThat(stored.getString("trace.text")).isEqualTo("bees and honey");
    JsonPath shown = api().get("/%s/nodes/%s".formatted(graph, bees)).jsonPath();
    List<Float> helpful = new ArrayList<>();
    for (String direction : List.of("outgoing", "incoming")) {
      helpful.addAll(shown.getList(direction + ".findAll { it.relation == 'correlates' }.helpful"));
    }
    assertThat(helpful).containsExactly(1.0f);
  }

  @Test
  void should_remember_a_question_that_was_answered_well() throws InterruptedException {
    rememberConversation();
    JsonPath recalled = ask("Who sells sweet things?");
    String honey = node(recalled, "honey");
    feedback(
            recalled.getString("queryId"),
            "{\"influence\": [\"%s\"], \"outcome\": \"helpful\"}".formatted(honey))
        .statusCode(202);
    String question =
        awaitReconsolidated(recalled.getString("queryId")).getString("questionEdit.node");

    api()
        .get("/%s/nodes/%s".formatted(graph, question))
        .then()
        .statusCode(200)
        .body("kind", is("QUESTION"))
        .body("text", is("Who sells sweet things?"))
        .body("outgoing[0].target", is(honey));
    query("{\"text\": \"Who sells sweet things?\", \"explain\": true}")
        .statusCode(200)
        .body("trace.pastQuestions[0].node", is(question))
        .body("trace.pastQuestions[0].evidence", contains(honey))
        .body("nodes.id", not(hasItem(question)));
  }

  @Test
  void should_infer_from_the_answer_what_it_used() throws InterruptedException {
    rememberConversation();
    JsonPath recalled = ask("bees and honey");
    String query = recalled.getString("queryId");

    feedback(query, "{\"answer\": \"She keeps them on the roof.\", \"caller\": \"agent-7\"}")
        .statusCode(202)
        .body("influence", hasItem(node(recalled, "roof")));

    JsonPath stored = awaitReconsolidated(query);
    assertThat(stored.getBoolean("feedback.isInferred")).isTrue();
    assertThat(stored.getString("feedback.caller")).isEqualTo("agent-7");
  }

  @Test
  void should_take_what_is_said_of_single_steps() throws InterruptedException {
    rememberConversation();
    JsonPath recalled = ask("bees and honey");
    String query = recalled.getString("queryId");
    String bees = node(recalled, "bees");
    String honey = node(recalled, "honey");

    feedback(
            query,
            """
            {"transitions": [
              {"from": "%s", "to": "%s", "label": "helpful", "confidence": 0.5},
              {"from": "%s", "to": "nobody", "label": "harmful"}]}
            """
                .formatted(bees, honey, bees))
        .statusCode(202)
        .body("ignored", contains(bees + " -> nobody"));

    JsonPath stored = awaitReconsolidated(query);
    assertThat(stored.getList("edits.reason")).containsOnly("said to lead on");
    assertThat(stored.getList("edits.confidence")).containsOnly(0.5f);
  }

  @Test
  void should_list_edits_and_undo_those_of_a_caller() throws InterruptedException {
    rememberConversation();
    for (String caller : List.of("agent", "stranger")) {
      JsonPath recalled = ask("bees and honey");
      String query = recalled.getString("queryId");
      feedback(
              query,
              "{\"influence\": [\"%s\", \"%s\"], \"outcome\": \"helpful\", \"caller\": \"%s\"}"
                  .formatted(node(recalled, "bees"), node(recalled, "honey"), caller))
          .statusCode(202);
      awaitReconsolidated(query);
    }

    post("/%s/edits:undo".formatted(graph), "{\"caller\": \"stranger\"}")
        .statusCode(200)
        .body("edges", greaterThan(0))
        .body("questions", is(0));

    api()
        .queryParam("caller", "stranger")
        .get("/%s/edits".formatted(graph))
        .then()
        .statusCode(200)
        .body("edits", not(empty()))
        .body("edits.undone", everyItem(is(true)));
    api()
        .queryParam("caller", "agent")
        .get("/%s/edits".formatted(graph))
        .then()
        .body("edits", not(empty()))
        .body("edits.undone", everyItem(is(false)));
    api()
        .get("/%s/edits".formatted(graph))
        .then()
        .body("edits.findAll { it.undo != null }", not(empty()))
        .body("next", nullValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{}`|query",
        "`{\"query\": \"x\"}`|query",
        "`{\"caller\": \"a b\"}`|caller",
        "`{\"from\": \"noon\"}`|from",
        "`{\"everything\": true}`|everything"
      })
  void should_refuse_to_undo_what_is_not_said(String body, String field) {
    rememberConversation();

    post("/%s/edits:undo".formatted(graph), body).statusCode(400).body("field", is(field));
  }

  @Test
  void should_know_no_edits_of_an_unknown_graph() {
    api().get("/%s/edits".formatted(graph)).then().statusCode(404);
    post("/%s/edits:undo".formatted(graph), "{\"caller\": \"a\"}").statusCode(404);
  }

  @Test
  void should_put_a_graph_in_order_and_answer_as_of_a_moment() {
    observe(
            """
            {"observations": [
             {"session": "a", "speaker": "Ana", "text": "I live in Porto near the river.", "at": "2026-01-05T10:00:00Z"},
             {"session": "b", "speaker": "Ana", "text": "I live in Lisbon now.", "at": "2026-03-05T10:00:00Z"}]}
            """)
        .statusCode(200);
    post("/%s/consolidations".formatted(graph), "")
        .statusCode(200)
        .body("changes", greaterThan(0))
        .body("finished", is(true));
    post("/%s/consolidations".formatted(graph), "").statusCode(200).body("changes", is(0));

    String question = "{\"text\": \"Where does Ana live?\", \"kinds\": [\"FACT\"]%s}";
    query(question.formatted(", \"at\": \"2026-02-01T00:00:00Z\", \"asOf\": \"VALID\""))
        .statusCode(200)
        .body("nodes.text", is(List.of("I live in Porto near the river.")))
        .body("nodes.status", is(List.of("CURRENT")));
    query(question.formatted(", \"at\": \"2026-02-01T00:00:00Z\", \"asOf\": \"recorded\""))
        .body("nodes.text", is(List.of("I live in Porto near the river.")));
    query(question.formatted(""))
        .body("nodes[0].text", is("I live in Lisbon now."))
        .body("nodes[1].status", is("SUPERSEDED"))
        .body("nodes[1].until", is("2026-03-05T10:00:00Z"))
        .body("context", containsString("(superseded 2026-03-05)"));
  }

  @Test
  void should_forget_a_node_with_what_says_it_after_showing_it() {
    rememberConversation();
    String honey = node(ask("Where is the honey sold?"), "honey");

    api()
        .queryParam("dryRun", true)
        .delete("/%s/nodes/%s".formatted(graph, honey))
        .then()
        .statusCode(200)
        .body("state", is("PLANNED"))
        .body("turnCount", is(1))
        .body("nodes", hasItem(honey));
    api().get("/%s/nodes/%s".formatted(graph, honey)).then().statusCode(200);
    String deletion =
        api()
            .delete("/%s/nodes/%s".formatted(graph, honey))
            .then()
            .statusCode(200)
            .body("state", is("DONE"))
            .body("turns.turn", is(List.of(3)))
            .extract()
            .path("deletion");
    api()
        .get("/%s/deletions/%s".formatted(graph, deletion))
        .then()
        .statusCode(200)
        .body("state", is("DONE"));
    api().get("/%s/nodes/%s".formatted(graph, honey)).then().statusCode(404);
    api().delete("/%s/nodes/%s".formatted(graph, honey)).then().statusCode(404);
    query("{\"text\": \"Where is the honey sold?\"}")
        .body("nodes.text.findAll { it.contains('honey') }", is(empty()))
        .body("nodes.text.findAll { it.contains('bees') }", not(empty()));
    observe(observations(turn("3", "Ana", "The honey is sold at the market.")))
        .statusCode(200)
        .body("observations[0].status", is("forgotten"));
  }

  @Test
  void should_list_nodes_by_kind_words_and_time_page_by_page() {
    rememberConversation();

    List<String> ids = new ArrayList<>();
    String after = null;
    do {
      var request = api().queryParam("limit", 2);
      if (after != null) {
        request.queryParam("after", after);
      }
      JsonPath page =
          request.get("/%s/nodes".formatted(graph)).then().statusCode(200).extract().jsonPath();
      ids.addAll(page.getList("nodes.id", String.class));
      after = page.getString("next");
    } while (after != null);
    JsonPath all =
        api()
            .queryParam("limit", 200)
            .get("/%s/nodes".formatted(graph))
            .then()
            .extract()
            .jsonPath();
    assertThat(ids)
        .isEqualTo(all.getList("nodes.id", String.class))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(6);
    api()
        .queryParam("kind", "episode")
        .queryParam("text", "HONEY")
        .get("/%s/nodes".formatted(graph))
        .then()
        .body("nodes.text", is(List.of("The honey is sold at the market.")));
    api()
        .queryParam("from", "2027-01-01T00:00:00Z")
        .get("/%s/nodes".formatted(graph))
        .then()
        .body("nodes", is(empty()));
    for (String bad : List.of("kind=thing", "from=now", "after=x", "limit=0", "limit=x")) {
      api()
          .get("/%s/nodes?%s".formatted(graph, bad))
          .then()
          .statusCode(400)
          .body("field", is(bad.substring(0, bad.indexOf('='))));
    }
    api().get("").then().statusCode(200).body("graphs", hasItem(graph));
  }

  @Test
  void should_be_spoken_to_from_the_command_line() {
    rememberConversation();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int code =
        CommandLineAccess.run(out, err, "ask", graph, "Who keeps bees?", "--server", address());

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString()).contains("I keep bees on the roof of the library.");
  }

  @Test
  void should_forget_turns_sessions_and_the_graph() {
    rememberConversation();

    api().delete("/%s/sessions/s/turns/1".formatted(graph)).then().statusCode(200);
    api().delete("/%s/sessions/s/turns/1".formatted(graph)).then().statusCode(404);
    query("{\"text\": \"bees\"}").body("nodes.text.findAll { it.contains('bees') }", is(empty()));
    api().delete("/%s/sessions/s".formatted(graph)).then().statusCode(200).body("turnCount", is(3));
    api().delete("/%s/sessions/s".formatted(graph)).then().statusCode(404);
    api().get("/" + graph).then().statusCode(200).body("nodes", is(Map.of()));
    api().delete("/" + graph).then().statusCode(200).body("state", is("DONE"));
    api().get("/" + graph).then().statusCode(404);
    api().delete("/" + graph).then().statusCode(404);
  }

  @Test
  void should_be_told_how_long_to_keep() {
    rememberConversation();

    post("/%s/retention".formatted(graph), "{\"sources\": \"P365D\", \"traces\": \"P30D\"}")
        .statusCode(200)
        .body("sources", is("PT8760H"));
    api().get("/" + graph).then().body("retention.traces", is("PT720H"));
    post("/%s/retention".formatted(graph), "{}").statusCode(200);
    api().get("/" + graph).then().body("retention", is(Map.of()));
    post("/%s/retention".formatted(graph), "{\"sources\": \"a year\"}")
        .statusCode(400)
        .body("field", is("sources"));
    post("/%s/retention".formatted(graph), "{\"traces\": \"PT1S\"}")
        .statusCode(400)
        .body("field", is("traces"));
    post("/nobody-%s/retention".formatted(graph), "{}").statusCode(404);
  }

  @Test
  void should_refuse_to_forget_what_has_no_form() {
    rememberConversation();

    api().delete("/%s/nodes/x".formatted(graph)).then().statusCode(404);
    api()
        .delete("/%s/sessions/s/turns/0".formatted(graph))
        .then()
        .statusCode(400)
        .body("field", is("turn"));
    api().get("/%s/deletions/x".formatted(graph)).then().statusCode(404);
  }

  @Test
  void should_put_no_unknown_graph_in_order() {
    post("/%s/consolidations".formatted(graph), "").statusCode(404);
  }

  @Test
  void should_refuse_feedback_for_a_second_time_and_change_nothing() throws InterruptedException {
    rememberConversation();
    JsonPath recalled = ask("bees and honey");
    String query = recalled.getString("queryId");
    String body =
        "{\"influence\": [\"%s\", \"%s\"], \"outcome\": \"helpful\"}"
            .formatted(node(recalled, "bees"), node(recalled, "honey"));
    feedback(query, body).statusCode(202);
    JsonPath first = awaitReconsolidated(query);

    feedback(query, body)
        .statusCode(409)
        .contentType("application/problem+json")
        .body("type", is("urn:engraph:problem:feedback-given"));

    assertThat(awaitReconsolidated(query).getMap("")).isEqualTo(first.getMap(""));
  }

  // Reading

  @Test
  void should_show_a_node_with_edges_in_both_directions_and_its_sources() {
    rememberConversation();
    String bees = node(ask("bees"), "bees");

    api()
        .get("/%s/nodes/%s".formatted(graph, bees))
        .then()
        .statusCode(200)
        .body("kind", is("EPISODE"))
        .body("text", is("I keep bees on the roof of the library."))
        .body("outgoing.relation", hasItem("precedes"))
        .body("incoming.relation", hasItem("participated_in"))
        .body("outgoing.utility", everyItem(is(0.5f)))
        .body("sources[0].speaker", is("Ana"))
        .body("sources[0].id", is("1"))
        .body("sources[0].state", is("INTEGRATED"));
  }

  @Test
  void should_show_the_turns_of_a_session_as_they_were_told() {
    rememberConversation();
    String session = node("sources[0].session");

    api()
        .get("/%s/sessions/%s/turns/1".formatted(graph, session))
        .then()
        .statusCode(200)
        .body("speaker", is("Ana"))
        .body("text", is("I keep bees on the roof of the library."));
    api()
        .get("/%s/sessions/%s/turns".formatted(graph, session))
        .then()
        .statusCode(200)
        .body("turns.turn[0]", is(1))
        .body("turns.text[0]", is("I keep bees on the roof of the library."));
    int all =
        api()
            .get("/%s/sessions/%s/turns".formatted(graph, session))
            .jsonPath()
            .getList("turns")
            .size();
    api()
        .get("/%s/sessions/%s/turns?limit=1".formatted(graph, session))
        .then()
        .statusCode(200)
        .body("turns.turn", is(List.of(all)));
    for (String path : List.of("turns/0", "turns/x", "turns?limit=0", "turns?limit=many")) {
      api()
          .get("/%s/sessions/%s/%s".formatted(graph, session, path))
          .then()
          .statusCode(400)
          .contentType(Problem.MEDIA_TYPE);
    }
    api().get("/%s/sessions/%s/turns/999".formatted(graph, session)).then().statusCode(404);
    api().get("/%s/sessions/other/turns".formatted(graph)).then().body("turns", is(List.of()));
    api().get("/no-such-graph/sessions/%s/turns".formatted(session)).then().statusCode(404);
  }

  /** A field of the node that says most of bees. */
  private String node(String field) {
    return api()
        .get("/%s/nodes/%s".formatted(graph, node(ask("bees"), "bees")))
        .jsonPath()
        .getString(field);
  }

  @Test
  void should_show_a_graph_with_its_settings_and_counts() {
    rememberConversation();

    api()
        .get("/" + graph)
        .then()
        .statusCode(200)
        .body("graph", is(graph))
        .body("embeddingModel", notNullValue())
        .body("dimension", greaterThan(0))
        .body("utilityRule", is("BETA_POSTERIOR"))
        .body("nodes.EPISODE", is(4))
        .body("nodes.CLAIM", is(1))
        .body("indexBytes", greaterThan(0));
  }

  @Test
  void should_not_find_what_is_not_there() {
    rememberConversation();
    String query = ask("bees").getString("queryId");
    String bees = node(ask("bees"), "bees");
    for (String path :
        List.of(
            "/nobody-%s".formatted(graph),
            "/%s/nodes/episode-0123456789abcdef01234567-0".formatted(graph),
            "/%s/nodes/nonsense".formatted(graph),
            "/nobody-%s/nodes/%s".formatted(graph, bees),
            "/%s/queries/01ARZ3NDEKTSV4RRFFQ69G5FAV".formatted(graph),
            "/%s/queries/nonsense".formatted(graph),
            "/nobody-%s/queries/%s".formatted(graph, query),
            "/%s/nothing/here".formatted(graph))) {
      api()
          .get(path)
          .then()
          .statusCode(404)
          .contentType("application/problem+json")
          .body("status", is(404))
          .body("title", notNullValue())
          .body("detail", notNullValue());
    }
    feedback("01ARZ3NDEKTSV4RRFFQ69G5FAV", "{\"influence\": [], \"outcome\": \"neutral\"}")
        .statusCode(404);
  }

  // Bad input

  private void assertNothingWasWritten() {
    api().get("/" + graph).then().statusCode(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{}`|observations",
        "`{\"observations\": []}`|observations",
        "`{\"observations\": \"x\"}`|observations",
        "`{\"observations\": [null]}`|observations[0]",
        "`{\"observations\": [], \"more\": 1}`|more",
        "`{\"observations\": [{\"session\": \"s\", \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].text",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"\", \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].text",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \" \\n \", \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].text",
        "`{\"observations\": [{\"session\": \"s\", \"text\": 5, \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].text",
        "`{\"observations\": [{\"session\": \"s\", \"text\": true, \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].text",
        "`{\"observations\": [{\"session\": \"s\", \"text\": [\"x\"], \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].text",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"a\\ud800b\", \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].text",
        "`{\"observations\": [{\"text\": \"x\", \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].session",
        "`{\"observations\": [{\"session\": \"\", \"text\": \"x\", \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].session",
        "`{\"observations\": [{\"session\": \"a\\nb\", \"text\": \"x\", \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0].session",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\"}]}`|observations[0].at",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": \"yesterday\"}]}`|observations[0].at",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": \"2026-03-04T09:30:00\"}]}`|observations[0].at",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": \"2026-02-30T09:30:00Z\"}]}`|observations[0].at",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": \"+12026-02-20T09:30:00Z\"}]}`|observations[0].at",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": 1772613000}]}`|observations[0].at",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": \"2026-03-04T09:30:00Z\", \"role\": \"x\"}]}`|observations[0].role",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": \"2026-03-04T09:30:00Z\", \"metadata\": {\"a\": 1}}]}`|observations[0].metadata.a",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"at\": \"2026-03-04T09:30:00Z\", \"metadata\": {\"a\": null}}]}`|observations[0].metadata",
        "`{\"observations\": [{\"session\": \"s\", \"text\": \"x\", \"text\": \"y\", \"at\": \"2026-03-04T09:30:00Z\"}]}`|observations[0]",
        "`{\"observations\": [`|observations",
        "`not json`|body",
        "`[]`|body",
        "`null`|body",
        "`{} {}`|body",
      })
  void should_refuse_bad_observations_name_the_field_and_write_nothing(String body, String field) {
    observe(body)
        .statusCode(400)
        .contentType("application/problem+json")
        .body("type", is("urn:engraph:problem:invalid-request"))
        .body("field", is(field))
        .body("expected", notNullValue())
        .body("detail", notNullValue());
    assertNothingWasWritten();
  }

  @Test
  void should_refuse_all_when_one_of_many_is_bad() {
    observe(observations(turn("1", "Ana", "Fine."), turn("2", "Ana", " ")))
        .statusCode(400)
        .body("field", is("observations[1].text"));
    assertNothingWasWritten();
  }

  @Test
  void should_refuse_over_100_observations() {
    String many =
        IntStream.range(0, 101)
            .mapToObj(i -> turn("id" + i, "Ana", "Text number" + i))
            .collect(Collectors.joining(","));

    observe("{\"observations\": [" + many + "]}")
        .statusCode(400)
        .body("field", is("observations"))
        .body("expected", containsString("100"));
    assertNothingWasWritten();
  }

  @Test
  void should_refuse_a_body_over_1_MiB() {
    observe(observations(turn("1", "Ana", "x".repeat(1_024 * 1_024))))
        .statusCode(413)
        .contentType("application/problem+json")
        .body("detail", containsString("1048576"));
    assertNothingWasWritten();
  }

  @Test
  void should_refuse_a_text_over_256_KiB() {
    observe(observations(turn("1", "Ana", "é".repeat(128 * 1_024 + 1))))
        .statusCode(400)
        .body("field", is("observations[0].text"));
    assertNothingWasWritten();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%20b", "a%23b", "%C3%A4", "a%0Ab", "a%25"})
  void should_refuse_a_graph_id_of_another_form(String bad) {
    for (String path : List.of("/observations", "/queries", "/queries/x/feedback")) {
      api()
          .urlEncodingEnabled(false)
          .contentType(ContentType.JSON)
          .body("{}")
          .post("/" + bad + path)
          .then()
          .statusCode(400)
          .body("field", is("graph"))
          .body("expected", containsString("[A-Za-z0-9._~-]{1,128}"));
    }
    api().urlEncodingEnabled(false).get("/" + bad).then().statusCode(400);
  }

  @Test
  void should_refuse_a_graph_id_of_129_letters() {
    api().get("/" + "a".repeat(129)).then().statusCode(400).body("field", is("graph"));
    api().get("/" + "a".repeat(128)).then().statusCode(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{}`|text",
        "`{\"text\": \" \"}`|text",
        "`{\"text\": 1}`|text",
        "`{\"text\": \"x\", \"limit\": 0}`|limit",
        "`{\"text\": \"x\", \"limit\": 201}`|limit",
        "`{\"text\": \"x\", \"limit\": 1.5}`|limit",
        "`{\"text\": \"x\", \"limit\": \"1\"}`|limit",
        "`{\"text\": \"x\", \"limit\": 99999999999}`|limit",
        "`{\"text\": \"x\", \"tokenBudget\": -1}`|tokenBudget",
        "`{\"text\": \"x\", \"kinds\": [\"FACT\", \"THING\"]}`|kinds[1]",
        "`{\"text\": \"x\", \"kinds\": \"FACT\"}`|kinds",
        "`{\"text\": \"x\", \"from\": \"now\"}`|from",
        "`{\"text\": \"x\", \"to\": \"2026-03-04\"}`|to",
        "`{\"text\": \"x\", \"from\": \"2026-03-04T00:00:00Z\", \"to\": \"2026-03-03T00:00:00Z\"}`|to",
        "`{\"text\": \"x\", \"at\": \"noon\"}`|at",
        "`{\"text\": \"x\", \"asOf\": \"VALID\"}`|at",
        "`{\"text\": \"x\", \"at\": \"2026-03-04T00:00:00Z\", \"asOf\": \"THEN\"}`|asOf",
        "`{\"text\": \"x\", \"explain\": \"yes\"}`|explain",
        "`{\"text\": \"x\", \"strict\": 1}`|strict",
        "`{\"text\": \"x\", \"question\": \"y\"}`|question"
      })
  void should_refuse_a_bad_query_and_name_the_field(String body, String field) {
    query(body).statusCode(400).body("field", is(field)).body("expected", notNullValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"outcome\": \"helpful\"}`|influence",
        "`{\"influence\": [null], \"outcome\": \"helpful\"}`|influence",
        "`{\"influence\": [1], \"outcome\": \"helpful\"}`|influence[0]",
        "`{\"influence\": []}`|outcome",
        "`{\"influence\": [], \"outcome\": \"great\"}`|outcome",
        "`{\"influence\": [], \"outcome\": \"helpful\", \"confidence\": 1.1}`|confidence",
        "`{\"influence\": [], \"outcome\": \"helpful\", \"confidence\": -0.1}`|confidence",
        "`{\"influence\": [], \"outcome\": \"helpful\", \"confidence\": \"1\"}`|confidence",
        "`{\"influence\": [], \"outcome\": \"helpful\", \"confidence\": NaN}`|body",
        "`{\"influence\": [], \"outcome\": \"helpful\", \"answer\": 1}`|answer",
        "`{\"influence\": [], \"outcome\": \"helpful\", \"caller\": \"a b\"}`|caller",
        "`{\"transitions\": [{\"from\": \"a\", \"label\": \"helpful\"}]}`|transitions[0]",
        "`{\"transitions\": [{\"from\": \"a\", \"to\": \"b\", \"label\": \"good\"}]}`|transitions[0].label",
        "`{\"transitions\": [{\"from\": \"a\", \"to\": \"b\", \"label\": \"helpful\", \"confidence\": 2}]}`|transitions[0].confidence",
        "`{\"influence\": [], \"outcome\": \"helpful\", \"rating\": 5}`|rating"
      })
  void should_refuse_bad_feedback_and_name_the_field(String body, String field) {
    rememberConversation();
    String query = ask("bees").getString("queryId");

    feedback(query, body).statusCode(400).body("field", is(field));

    api().get("/%s/queries/%s".formatted(graph, query)).then().body("status", is("ANSWERED"));
  }

  @Test
  void should_recall_from_a_conversation_of_another_script() {
    observe(observations(turn("1", "小明", "我昨天在上海喝了龙井茶。"), turn("2", "小红", "今天下雨了。")))
        .statusCode(200);

    query("{\"text\": \"龙井茶\"}").statusCode(200).body("nodes[0].text", is("我昨天在上海喝了龙井茶。"));
  }

  /** What the suite leaves is of its own graphs; nothing else may have been touched. */
  @Test
  void should_keep_graphs_apart_whose_names_begin_alike() {
    rememberConversation();
    String longer = graph + "-2";
    post("/%s/observations".formatted(longer), observations(turn("1", "Eva", "I sell old maps.")))
        .statusCode(200);

    post("/%s/queries".formatted(longer), "{\"text\": \"bees and honey\"}")
        .body("nodes.text", contains("I sell old maps."));
    api().get("/" + longer).then().body("nodes", equalTo(Map.of("ENTITY", 1, "EPISODE", 1)));
  }
}
