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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The LoCoMo data set: long dialogues, and questions with the turns that answer them. */
final class Locomo {

  /**
   * A dialogue.
   *
   * @param id its name in the data set
   * @param turns its turns, in order; their ids are those of the data set
   * @param questions its questions, in order
   */
  record Conversation(String id, List<Observation> turns, List<Question> questions) {

    /** When the conversation is over: the time at which it is asked about. */
    OffsetDateTime end() {
      return turns.getLast().at();
    }
  }

  /**
   * A question.
   *
   * @param text the question
   * @param category 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial
   * @param answer what the data answers; empty if it has none
   * @param gold the turns that answer it, normalised as the data's scorer does
   */
  record Question(String text, int category, String answer, Set<String> gold) {

    /** Whether it counts: it can be answered, and the data says by which turns. */
    boolean isScored() {
      return category <= 4 && !gold.isEmpty();
    }
  }

  private static final Pattern EVIDENCE = Pattern.compile("D:?(\\d+):(\\d+)");

  /** Such as "1:56 pm on 8 May, 2023". */
  private static final DateTimeFormatter SESSION_TIME =
      DateTimeFormatter.ofPattern("h:mm a 'on' d MMMM, uuuu", Locale.ENGLISH);

  private Locomo() {}

  static List<Conversation> read(Path file) {
    try {
      List<Conversation> conversations = new ArrayList<>();
      for (JsonNode sample : new JsonMapper().readTree(file.toFile())) {
        List<Observation> turns = turns(sample.get("conversation"));
        Set<String> ids =
            turns.stream().map(turn -> turn.id().orElseThrow()).collect(Collectors.toSet());
        List<Question> questions = new ArrayList<>();
        sample.get("qa").forEach(qa -> questions.add(question(qa, ids)));
        conversations.add(new Conversation(sample.get("sample_id").asText(), turns, questions));
      }
      return conversations;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("LoCoMo cannot be read from " + file, e);
    }
  }

  private static Question question(JsonNode qa, Set<String> turns) {
    Set<String> gold = new LinkedHashSet<>();
    for (JsonNode evidence : qa.get("evidence")) {
      Matcher matcher = EVIDENCE.matcher(evidence.asText());
      while (matcher.find()) {
        gold.add(
            "D%d:%d"
                .formatted(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))));
      }
    }
    gold.retainAll(turns);
    return new Question(
        qa.get("question").asText(), qa.get("category").asInt(), qa.path("answer").asText(), gold);
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
