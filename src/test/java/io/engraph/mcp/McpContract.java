package io.engraph.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.McpResourceTemplate;
import dev.langchain4j.mcp.client.McpTextResourceContents;
import dev.langchain4j.mcp.client.transport.McpTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client of the Model Context Protocol finds, whatever the transport: an agent in small. */
public abstract class McpContract {

  private static final JsonMapper JSON = new JsonMapper();

  private McpClient client;

  protected abstract McpTransport transport() throws IOException;

  /** The graph that the server is for. */
  protected abstract String graph();

  @BeforeEach
  void connect() throws IOException {
    client =
        new DefaultMcpClient.Builder()
            .transport(transport())
            .clientName("test")
            .initializationTimeout(Duration.ofSeconds(60))
            .toolExecutionTimeout(Duration.ofSeconds(60))
            .build();
  }

  @AfterEach
  void leave() throws Exception {
    client.close();
  }

  private String call(String tool, Map<String, ?> arguments) throws IOException {
    return client
        .executeTool(
            ToolExecutionRequest.builder()
                .name(tool)
                .arguments(JSON.writeValueAsString(arguments))
                .build())
        .resultText();
  }

  private void assertRefused(String tool, Map<String, ?> arguments, String why) {
    assertThatThrownBy(() -> call(tool, arguments))
        .isInstanceOf(ToolExecutionException.class)
        .hasMessageContaining(why);
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
    return matcher.group(1);
  }

  private String session() {
    return "talk of " + getClass().getSimpleName();
  }

  private void remember() throws IOException {
    String kept =
        call(
            "remember",
            Map.of(
                "session",
                session(),
                "observations",
                List.of(
                    Map.of(
                        "speaker",
                        "Ana",
                        "text",
                        "I keep bees on the roof of the old mill.",
                        "at",
                        "2026-03-04T09:30:00+01:00"),
                    Map.of(
                        "speaker",
                        "Ben",
                        "text",
                        "Do you sell the honey?",
                        "at",
                        "2026-03-04T09:31:00+01:00"))));
    assertThat(kept).contains(session());
  }

  @Test
  void should_tell_a_model_what_each_tool_is_for_and_when_to_call_it() {
    List<ToolSpecification> tools = client.listTools();

    assertThat(tools)
        .extracting(ToolSpecification::name)
        .containsExactlyInAnyOrder("remember", "recall", "feedback", "forget", "explain");
    assertThat(tools).allSatisfy(tool -> assertThat(tool.description()).contains("Call it"));
    assertThat(tools)
        .filteredOn(tool -> tool.name().equals("recall"))
        .singleElement()
        .satisfies(
            tool -> {
              assertThat(tool.description()).contains("feedback");
              assertThat(tool.parameters().required()).containsExactly("question");
            });
  }

  /** Only what the tools say leads from one to the next. */
  @Test
  void should_remember_recall_learn_explain_and_forget() throws IOException {
    remember();

    String recalled = call("recall", Map.of("question", "Where does Ana keep her bees?"));
    assertThat(recalled).contains("roof of the old mill").contains("call feedback");
    String query = found("Query id: (\\S+)", recalled);
    String node = found("(?m)^(episode-\\S+)$", recalled);

    assertThat(
            call(
                "feedback", Map.of("query", query, "useful", List.of(node), "answer", "The mill.")))
        .contains("Taken");

    String explained = call("explain", Map.of("query", query));
    assertThat(explained).contains(node).contains("HELPFUL");

    assertThat(call("forget", Map.of("session", session(), "turn", 1, "dryRun", true)))
        .startsWith("This would go");
    assertThat(call("forget", Map.of("session", session()))).startsWith("This is gone");
    assertThat(call("recall", Map.of("question", "Where does Ana keep her bees?")))
        .doesNotContain("old mill");
  }

  @Test
  void should_say_what_is_wrong_so_that_a_model_can_do_better() throws IOException {
    assertRefused(
        "feedback", Map.of("query", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "useful", List.of()), "no query");
    assertRefused("recall", Map.of("question", "What is it?", "at", "next Tuesday"), "at");
    assertRefused("forget", Map.of(), "a node, or a session");
  }

  @Test
  void should_show_nodes_and_sources_as_resources() throws IOException {
    remember();
    assertThat(client.listResourceTemplates())
        .extracting(McpResourceTemplate::uriTemplate)
        .containsExactlyInAnyOrder(
            "engraph://{graph}/nodes/{node}", "engraph://{graph}/sources/{session}/{turn}");
    String node =
        found(
            "(?m)^(episode-\\S+)$",
            call("recall", Map.of("question", "Who keeps bees on a roof?")));

    assertThat(read("engraph://%s/nodes/%s".formatted(graph(), node)).path("text").asText())
        .contains("bees");
    JsonNode source =
        read("engraph://%s/sources/%s/1".formatted(graph(), session().replace(" ", "%20")));
    assertThat(source.path("speaker").asText()).isEqualTo("Ana");
    assertThat(source.path("text").asText()).isEqualTo("I keep bees on the roof of the old mill.");
  }

  private JsonNode read(String uri) throws IOException {
    return JSON.readTree(
        ((McpTextResourceContents) client.readResource(uri).contents().getFirst()).text());
  }
}
