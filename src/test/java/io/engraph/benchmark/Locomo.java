package io.engraph.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.ingestion.Observation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The LoCoMo data set: long dialogues, and questions with the turns that answer them. */
final class Locomo {

  /**
   * A dialogue.
   *
   * @param id its name in the data set
   * @param turns its turns, in order; their ids are those of the data set
   * @param questions its questions, in order
   */
  record Conversation(String id, List<Observation> turns, List<String> questions) {}

  /** Such as "1:56 pm on 8 May, 2023". */
  private static final DateTimeFormatter SESSION_TIME =
      DateTimeFormatter.ofPattern("h:mm a 'on' d MMMM, uuuu", Locale.ENGLISH);

  private Locomo() {}

  static List<Conversation> read(Path file) {
    try {
      List<Conversation> conversations = new ArrayList<>();
      for (JsonNode sample : new JsonMapper().readTree(file.toFile())) {
        List<String> questions = new ArrayList<>();
        sample.get("qa").forEach(qa -> questions.add(qa.get("question").asText()));
        conversations.add(
            new Conversation(
                sample.get("sample_id").asText(), turns(sample.get("conversation")), questions));
      }
      return conversations;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("LoCoMo cannot be read from " + file, e);
    }
  }

  private static List<Observation> turns(JsonNode conversation) {
    List<Observation> turns = new ArrayList<>();
    for (int session = 1; conversation.has("session_%d_date_time".formatted(session)); session++) {
      JsonNode inSession = conversation.get("session_" + session);
      if (inSession == null) {
        continue;
      }
      OffsetDateTime start = time(conversation.get("session_%d_date_time".formatted(session)));
      for (int i = 0; i < inSession.size(); i++) {
        JsonNode turn = inSession.get(i);
        turns.add(
            new Observation(
                Optional.of(turn.get("dia_id").asText()),
                "session_" + session,
                Optional.of(turn.get("speaker").asText()),
                text(turn),
                start.plusSeconds(i),
                Map.of()));
      }
    }
    return turns;
  }

  /** What is said; a picture that is shared is told by its caption. */
  private static String text(JsonNode turn) {
    String text = turn.get("text").asText();
    return turn.has("blip_caption")
        ? "%s [shares %s]".formatted(text, turn.get("blip_caption").asText())
        : text;
  }

  private static OffsetDateTime time(JsonNode text) {
    String upper = text.asText().replace(" am ", " AM ").replace(" pm ", " PM ");
    return LocalDateTime.parse(upper, SESSION_TIME).atOffset(ZoneOffset.UTC);
  }
}
