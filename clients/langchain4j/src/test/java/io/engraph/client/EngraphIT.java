package io.engraph.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import io.engraph.client.EngraphClient.Observation;
import io.engraph.client.EngraphClient.Outcome;
import io.engraph.client.EngraphClient.Recall;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against the server of the system property engraph.server. */
class EngraphIT {

  private static final String SERVER = System.getProperty("engraph.server");

  private final EngraphClient client =
      EngraphClient.builder(SERVER, "client-" + UUID.randomUUID()).build();
  private final EngraphChatMemoryStore store = new EngraphChatMemoryStore(client);

  private MessageWindowChatMemory memory(int most) {
    return MessageWindowChatMemory.builder()
        .id("talk")
        .maxMessages(most)
        .chatMemoryStore(store)
        .build();
  }

  @BeforeEach
  void told() {
    client.remember(
        List.of(
            Observation.of("before", "Ana", "I keep bees on the roof of the mill."),
            Observation.of("before", "Ben", "The tram was late.")));
  }

  @Test
  void should_recall_report_and_explain() {
    Recall recall = client.recall("Where are the bees?");
    assertThat(recall.nodes().get(0).text()).contains("roof of the mill");
    assertThat(recall.nodes().get(0).sources()).containsExactly("before/1");
    String query = recall.query().orElseThrow();

    client.feedback(query, List.of(recall.nodes().get(0).id()), Outcome.HELPFUL);

    assertThat(client.explain(query).toString()).contains("HELPFUL");
  }

  @Test
  void should_say_what_the_memory_refuses() {
    assertThatThrownBy(() -> client.feedback("none", List.of(), Outcome.NEUTRAL))
        .isInstanceOfSatisfying(
            EngraphException.class, e -> assertThat(e.status()).isBetween(400, 404));
    assertThatThrownBy(
            () -> EngraphClient.builder("http://127.0.0.1:1", "g").build().recall("anything"))
        .isInstanceOf(EngraphException.class)
        .hasMessageContaining("cannot be reached");
  }

  @Test
  void should_keep_a_window_of_messages_and_all_of_them_in_memory() {
    MessageWindowChatMemory memory = memory(4);
    memory.add(SystemMessage.from("Be kind."));
    memory.add(UserMessage.from("My tortoise is called Rosamund."));
    memory.add(AiMessage.from("A fine name."));
    memory.add(UserMessage.from("yes"));
    memory.add(AiMessage.from("Anything else?"));
    memory.add(UserMessage.from("yes"));

    // Another process, with the same window.
    assertThat(
            MessageWindowChatMemory.builder()
                .id("talk")
                .maxMessages(4)
                .chatMemoryStore(new EngraphChatMemoryStore(client, 4, "User", "Assistant"))
                .build()
                .messages())
        .containsExactly(
            AiMessage.from("A fine name."),
            UserMessage.from("yes"),
            AiMessage.from("Anything else?"),
            UserMessage.from("yes"));
    assertThat(client.recall("What is the tortoise called?").context()).contains("Rosamund");
  }

  @Test
  void should_give_messages_of_tools_back_as_they_were() {
    List<ChatMessage> messages =
        List.of(
            UserMessage.from("What time is it?"),
            AiMessage.from(
                ToolExecutionRequest.builder().id("1").name("clock").arguments("{}").build()),
            ToolExecutionResultMessage.from("1", "clock", "noon"),
            AiMessage.from("It is noon."));
    store.updateMessages("tools", messages);
    assertThat(store.getMessages("tools")).isEqualTo(messages);
    store.updateMessages("tools", messages);
    assertThat(store.getMessages("tools")).isEqualTo(messages);

    store.deleteMessages("tools");
    assertThat(store.getMessages("tools")).isEmpty();
  }

  @Test
  void should_retrieve_contents_with_what_feedback_needs() {
    List<Content> contents =
        new EngraphContentRetriever(client).retrieve(Query.from("Where are the bees?"));

    assertThat(contents.get(0).textSegment().text()).contains("bees");
    assertThat(contents.get(0).textSegment().metadata().toMap())
        .containsKeys(
            EngraphContentRetriever.QUERY,
            EngraphContentRetriever.NODE,
            EngraphContentRetriever.SOURCES);
  }

  @Test
  void should_offer_tools_that_a_model_can_use() {
    EngraphTools tools = new EngraphTools(client, "now");
    assertThat(ToolSpecifications.toolSpecificationsFrom(tools))
        .extracting(ToolSpecification::name)
        .containsExactlyInAnyOrder("remember", "recall", "feedback");
    tools.remember("Cleo", "The boat is moored at the north pier.");
    String recalled = tools.recall("Where is the boat?");
    assertThat(recalled).contains("north pier");
    String query = recalled.replaceAll("(?s).*Query id: (\\S+).*", "$1");
    String node = recalled.replaceAll("(?s).*Nodes: ([^,\\s]+).*", "$1");
    assertThat(tools.feedback(query, List.of(node), Outcome.HELPFUL)).isEqualTo("Taken.");
  }

  interface Agent {
    String answer(@MemoryId String id, @dev.langchain4j.service.UserMessage String text);
  }

  @Test
  void should_serve_an_ai_service() {
    List<ChatRequest> requests = new ArrayList<>();
    ChatModel model =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            requests.add(request);
            return ChatResponse.builder().aiMessage(AiMessage.from("On the roof.")).build();
          }
        };
    Agent agent =
        AiServices.builder(Agent.class)
            .chatModel(model)
            .chatMemoryProvider(id -> memory(10))
            .contentRetriever(new EngraphContentRetriever(client))
            .build();

    assertThat(agent.answer("talk", "Where are the bees?")).isEqualTo("On the roof.");
    assertThat(requests.get(0).messages().toString()).contains("roof of the mill");
    assertThat(store.getMessages("talk")).hasSize(2);
  }
}
