package io.engraph.client;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.engraph.client.EngraphClient.Observation;
import io.engraph.client.EngraphClient.Turn;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * LangChain4j's chat memory in Engraph: each message is a turn of the session that the memory's id
 * names, and so is learned from. What a window drops is dropped from the window only: it can still
 * be recalled, by {@link EngraphContentRetriever} or {@link EngraphTools}.
 *
 * <p>System messages are instructions and not memories: they are not kept, and the AI service adds
 * its own again. A message of a tool that is too long to be kept word for word comes back as text.
 */
public final class EngraphChatMemoryStore implements ChatMemoryStore {

  private static final String MESSAGE = "langchain4j";
  private static final int LONGEST_METADATA = 1_024;

  private final EngraphClient client;
  private final int window;
  private final String user;
  private final String assistant;

  /**
   * @param window the most messages that are given back, 1 to 200
   * @param user the speaker of a user's messages that have no name
   * @param assistant the speaker of the model's messages
   */
  public EngraphChatMemoryStore(EngraphClient client, int window, String user, String assistant) {
    this.client = requireNonNull(client, "client is null");
    this.window = window;
    this.user = requireNonNull(user, "user is null");
    this.assistant = requireNonNull(assistant, "assistant is null");
  }

  /** The last hundred messages, of a user and an assistant. */
  public EngraphChatMemoryStore(EngraphClient client) {
    this(client, 100, "User", "Assistant");
  }

  @Override
  public List<ChatMessage> getMessages(Object memoryId) {
    return client.turns(memoryId.toString(), window).stream().map(this::message).toList();
  }

  private ChatMessage message(Turn turn) {
    String serialised = turn.metadata().get(MESSAGE);
    if (serialised != null) {
      return ChatMessageDeserializer.messageFromJson(serialised);
    }
    return assistant.equals(turn.speaker())
        ? AiMessage.from(turn.text())
        : UserMessage.from(turn.text());
  }

  /** Keeps the messages that are new: those after the longest end of what is kept. */
  @Override
  public void updateMessages(Object memoryId, List<ChatMessage> messages) {
    List<ChatMessage> told =
        messages.stream().filter(message -> !(message instanceof SystemMessage)).toList();
    List<ChatMessage> kept = getMessages(memoryId);
    int known = Math.min(told.size(), kept.size());
    while (known > 0
        && !told.subList(0, known).equals(kept.subList(kept.size() - known, kept.size()))) {
      known--;
    }
    List<Observation> observations = new ArrayList<>();
    for (ChatMessage message : told.subList(known, told.size())) {
      observations.add(observation(memoryId.toString(), message));
    }
    if (!observations.isEmpty()) {
      client.remember(observations);
    }
  }

  private Observation observation(String session, ChatMessage message) {
    String serialised = ChatMessageSerializer.messageToJson(message);
    boolean isText =
        message instanceof UserMessage one && one.hasSingleText() && one.name() == null
            || message instanceof AiMessage other
                && other.text() != null
                && !other.hasToolExecutionRequests();
    Map<String, String> metadata =
        isText || serialised.length() > LONGEST_METADATA ? Map.of() : Map.of(MESSAGE, serialised);
    // The same words may be said again: an id of its own tells the turns apart.
    return new Observation(
        java.util.UUID.randomUUID().toString(),
        session,
        speaker(message),
        text(message),
        OffsetDateTime.now(ZoneOffset.UTC),
        metadata);
  }

  private String speaker(ChatMessage message) {
    if (message instanceof UserMessage one) {
      return one.name() == null ? user : one.name();
    }
    return message instanceof ToolExecutionResultMessage result ? result.toolName() : assistant;
  }

  private static String text(ChatMessage message) {
    if (message instanceof UserMessage one && one.hasSingleText()) {
      return one.singleText();
    }
    if (message instanceof AiMessage one) {
      return one.hasToolExecutionRequests()
          ? "Called " + one.toolExecutionRequests()
          : String.valueOf(one.text());
    }
    return message instanceof ToolExecutionResultMessage result
        ? result.text()
        : message.toString();
  }

  @Override
  public void deleteMessages(Object memoryId) {
    client.forgetSession(memoryId.toString());
  }
}
