package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.agent.ChunkReading;
import io.engraph.agent.EntityMention;
import io.engraph.agent.Extraction;
import io.engraph.agent.MemoryUnit;
import io.engraph.agent.MemoryUnit.ClaimRoles;
import io.engraph.agent.SessionChunk;
import io.engraph.agent.TurnText;
import io.engraph.agent.rules.TimeExpressions;
import io.engraph.graph.Claim;
import io.engraph.graph.Claim.Sentiment;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.index.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What turns say, as a model reads them. */
final class ExtractAnswer {

  private static final int MAX_UNITS = 8;
  private static final int MAX_MENTIONS = 12;
  private static final int MAX_CONTENT = 1_000;
  private static final int MAX_KEYWORDS = 12;
  private static final int MAX_KEYWORD = 60;
  private static final int MAX_PREDICATE = 60;
  private static final int MAX_SUMMARY = 4_000;

  /** What an entity is. */
  private enum EntityType {
    PERSON,
    CONCEPT
  }

  /** What a unit may be. */
  private enum UnitKind {
    FACT,
    EVENT,
    CLAIM
  }

  private ExtractAnswer() {}

  static String data(SessionChunk chunk) {
    StringBuilder data = new StringBuilder();
    data.append("summary so far: ")
        .append(chunk.summary().isEmpty() ? "none" : TolerantJson.quoted(chunk.summary()))
        .append('\n');
    chunk.recent().forEach(turn -> data.append("before: ").append(line(turn)).append('\n'));
    for (int i = 0; i < chunk.turns().size(); i++) {
      data.append("turn %d: ".formatted(i + 1)).append(line(chunk.turns().get(i))).append('\n');
    }
    return data.toString();
  }

  private static String line(TurnText turn) {
    return "at %s, %s: %s"
        .formatted(
            turn.at(),
            turn.speaker().map(TolerantJson::quoted).orElse("nobody named"),
            TolerantJson.quoted(turn.text()));
  }

  static ChunkReading read(JsonNode answer, SessionChunk chunk) {
    Fields fields = Fields.of(answer).require("turns");
    Map<Integer, Extraction> extractions = new HashMap<>();
    for (Fields turn : fields.objects("turns")) {
      int number = turn.number("turn");
      if (number < 1 || number > chunk.turns().size()) {
        throw new InvalidAnswerException(
            "%s.turn must be 1 to %d".formatted(turn.path(), chunk.turns().size()));
      }
      extractions.putIfAbsent(number - 1, extraction(turn, chunk.turns().get(number - 1)));
    }
    boolean saysNothing =
        extractions.values().stream()
            .allMatch(one -> one.units().isEmpty() && one.mentions().size() <= 1);
    boolean isWordy =
        chunk.turns().stream().anyMatch(turn -> turn.text().split("\\s+", -1).length > 3);
    if (saysNothing && isWordy) {
      throw new InvalidAnswerException("turns has neither a unit nor a mention of anything");
    }
    List<Extraction> inOrder = new ArrayList<>();
    for (int i = 0; i < chunk.turns().size(); i++) {
      TurnText turn = chunk.turns().get(i);
      inOrder.add(
          extractions.getOrDefault(
              i,
              new Extraction(
                  turn.speaker().map(EntityMention::person).stream().toList(),
                  List.of(),
                  TimeExpressions.first(turn.text(), turn.at()),
                  false)));
    }
    return new ChunkReading(inOrder, summary(fields));
  }

  private static Optional<String> summary(Fields fields) {
    return fields
        .text("summary", MAX_SUMMARY)
        .map(
            text ->
                Arrays.stream(text.split("\\s+", -1))
                    .limit(ChunkReading.MAX_SUMMARY_WORDS)
                    .collect(Collectors.joining(" ")));
  }

  private static Extraction extraction(Fields fields, TurnText turn) {
    // Insertion order: the speaker first, then as they are named.
    Map<NodeId, EntityMention> mentions = new LinkedHashMap<>();
    turn.speaker().map(EntityMention::person).ifPresent(one -> mentions.put(one.node(), one));
    for (Fields mention : fields.objects("mentions")) {
      Optional<EntityMention> entity =
          mention
              .text("name", EntityMention.MAX_NAME_LENGTH)
              .map(
                  name ->
                      new EntityMention(
                          name,
                          mention.choice("type", EntityType.class).orElse(EntityType.CONCEPT)
                                  == EntityType.PERSON
                              ? Node.PERSON
                              : Node.CONCEPT));
      entity
          .filter(_ -> mentions.size() < MAX_MENTIONS)
          .ifPresent(one -> mentions.putIfAbsent(one.node(), one));
    }
    List<MemoryUnit> units = new ArrayList<>();
    for (Fields unit : fields.objects("units")) {
      if (units.size() < MAX_UNITS) {
        units.add(unit(unit, turn, mentions));
      }
    }
    return Extraction.of(mentions.values(), units, TimeExpressions.first(turn.text(), turn.at()))
        .claiming(
            !units.isEmpty() && units.stream().allMatch(unit -> unit.kind() == NodeKind.CLAIM));
  }

  private static MemoryUnit unit(
      Fields fields, TurnText turn, Map<NodeId, EntityMention> mentions) {
    UnitKind kind = fields.requireChoice("kind", UnitKind.class);
    List<EntityMention> about =
        fields.texts("about", MAX_MENTIONS, EntityMention.MAX_NAME_LENGTH).stream()
            .map(name -> entity(name, mentions))
            .toList();
    Optional<ClaimRoles> roles =
        kind == UnitKind.CLAIM ? Optional.of(roles(fields, mentions)) : Optional.empty();
    return new MemoryUnit(
        NodeKind.valueOf(kind.name()),
        fields.requireText("content", MAX_CONTENT),
        "",
        fields.texts("keywords", MAX_KEYWORDS, MAX_KEYWORD),
        time(fields, turn),
        about,
        roles);
  }

  private static ClaimRoles roles(Fields fields, Map<NodeId, EntityMention> mentions) {
    return new ClaimRoles(
        entity(fields.requireText("source", EntityMention.MAX_NAME_LENGTH), mentions),
        entity(fields.requireText("target", EntityMention.MAX_NAME_LENGTH), mentions),
        fields.requireText("predicate", MAX_PREDICATE),
        fields.choice("sentiment", Sentiment.class).orElse(Sentiment.NEUTRAL),
        fields.has("confidence") ? fields.confidence("confidence") : Claim.USUAL_CONFIDENCE);
  }

  /** The entity as it was mentioned; one that was not is a concept. */
  private static EntityMention entity(String name, Map<NodeId, EntityMention> mentions) {
    EntityMention concept = EntityMention.concept(name);
    return mentions.getOrDefault(concept.node(), concept);
  }

  /**
   * The time that a unit's own words of the turn mean. The model only says which words those are:
   * words that the turn does not have mean nothing, and dates are never the model's.
   */
  private static Optional<TimeSpan> time(Fields fields, TurnText turn) {
    return fields
        .text("time_expression", MAX_CONTENT)
        .filter(
            words -> turn.text().toLowerCase(Locale.ROOT).contains(words.toLowerCase(Locale.ROOT)))
        .flatMap(words -> TimeExpressions.first(words, turn.at()));
  }
}
