package io.engraph.agent.rules;

import io.engraph.agent.EntityMention;
import io.engraph.agent.Extraction;
import io.engraph.agent.MemoryUnit;
import io.engraph.agent.TurnText;
import io.engraph.agent.rules.Language.Word;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Takes a turn apart, sentence by sentence: who and what is named, what is said of whom. */
final class Extractor {

  /** A turn that names more is a list; the bound keeps what it writes small. */
  private static final int MAX_MENTIONS = 6;

  private static final int MAX_UNITS = 6;

  /** Shorter sentences state nothing, longer ones state too much for one fact. */
  private static final int MIN_FACT_WORDS = 4;

  private static final int MAX_FACT_WORDS = 48;

  private final Language language = new Language();

  Extraction extract(TurnText turn) {
    // Insertion order: the speaker first, then as they are named.
    Map<NodeId, EntityMention> mentions = new LinkedHashMap<>();
    Optional<EntityMention> speaker = turn.speaker().map(EntityMention::person);
    speaker.ifPresent(person -> mentions.put(person.node(), person));
    List<MemoryUnit> units = new ArrayList<>();
    for (String sentence : language.sentences(turn.text())) {
      List<Word> words = language.words(sentence);
      List<EntityMention> named = Names.in(words);
      named.forEach(
          mention -> {
            if (mentions.size() < MAX_MENTIONS) {
              mentions.putIfAbsent(mention.node(), mention);
            }
          });
      if (units.size() < MAX_UNITS && isStatement(sentence, words)) {
        Claims.find(sentence, words, speaker, named, turn)
            .or(() -> fact(sentence, words, speaker, named, turn))
            .ifPresent(units::add);
      }
    }
    return Extraction.of(mentions.values(), units, TimeExpressions.first(turn.text(), turn.at()));
  }

  private static boolean isStatement(String sentence, List<Word> words) {
    return !sentence.strip().endsWith("?")
        && words.size() >= MIN_FACT_WORDS
        && words.size() <= MAX_FACT_WORDS;
  }

  private static Optional<MemoryUnit> fact(
      String sentence,
      List<Word> words,
      Optional<EntityMention> speaker,
      List<EntityMention> named,
      TurnText turn) {
    if (speaker.isEmpty() || !SelfReports.isOne(words)) {
      return Optional.empty();
    }
    List<EntityMention> about = new ArrayList<>();
    about.add(speaker.get());
    named.stream()
        .filter(mention -> !mention.node().equals(speaker.get().node()))
        .limit(MAX_MENTIONS - 1L)
        .forEach(about::add);
    return Optional.of(
        new MemoryUnit(
            NodeKind.FACT,
            sentence.strip(),
            "%s of themself".formatted(speaker.get().name()),
            keywords(words),
            TimeExpressions.first(sentence, turn.at()),
            about,
            Optional.empty()));
  }

  static List<String> keywords(List<Word> words) {
    return words.stream()
        .filter(word -> word.is("NOUN", "PROPN"))
        .map(word -> word.text().toLowerCase(Locale.ROOT))
        .distinct()
        .limit(12)
        .toList();
  }
}
