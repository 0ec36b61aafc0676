package io.engraph.example;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.engraph.client.EngraphChatMemoryStore;
import io.engraph.client.EngraphClient;
import io.engraph.client.EngraphContentRetriever;
import io.engraph.client.EngraphTools;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes an assistant for each user: a user's memory is a graph of its own. */
@ApplicationScoped
class Assistants {

  private static final int WINDOW = 20;
  private static final int RECALLED = 6;

  private final ChatModel model;
  private final String server;

  Assistants(ChatModel model, @ConfigProperty(name = "engraph.server") String server) {
    this.model = model;
    this.server = server;
  }

  @Produces
  @Singleton
  @DefaultBean
  static ChatModel model(
      @ConfigProperty(name = "model.base-url") String baseUrl,
      @ConfigProperty(name = "model.name") String name,
      @ConfigProperty(name = "model.key") String key) {
    return OpenAiChatModel.builder().baseUrl(baseUrl).modelName(name).apiKey(key).build();
  }

  Assistant of(String user, String session) {
    EngraphClient memory = EngraphClient.builder(server, user).build();
    return AiServices.builder(Assistant.class)
        .chatModel(model)
        .chatMemoryProvider(
            id ->
                MessageWindowChatMemory.builder()
                    .id(id)
                    .maxMessages(WINDOW)
                    .chatMemoryStore(new EngraphChatMemoryStore(memory))
                    .build())
        .contentRetriever(new EngraphContentRetriever(memory, Optional.of(RECALLED)))
        .tools(new EngraphTools(memory, session))
        .build();
  }
}
