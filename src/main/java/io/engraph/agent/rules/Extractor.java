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
import java.util.Set;

/** Takes a turn apart, sentence by sentence: who and what is named, what is said of whom. */
final class Extractor {

  /** A turn that names more is a list; the bound keeps what it writes small. */
  private static final int MAX_MENTIONS = 6;

  private static final int MAX_UNITS = 6;

  /** Shorter sentences state nothing, longer ones state too much for one fact. */
  private static final int MIN_FACT_WORDS = 4;

  private static final int MAX_FACT_WORDS = 48;

  private static final Set<String> TO_YOU = Set.of("you", "your", "yours");

  private final Language language = new Language();

  Extraction extract(TurnText turn) {
    // Insertion order: the speaker first, then as they are named.
    Map<NodeId, EntityMention> mentions = new LinkedHashMap<>();
    Optional<EntityMention> speaker = turn.speaker().map(EntityMention::person);
    speaker.ifPresent(person -> mentions.put(person.node(), person));
    List<MemoryUnit> units = new ArrayList<>();
    TurnText read = turn;
    int statements = 0;
    for (String sentence : language.sentences(turn.text())) {
      List<Word> words = language.words(sentence);
      List<EntityMention> named = Names.in(words);
      read = read.addressee().isPresent() ? read : greeted(read, words, named);
      named.forEach(
          mention -> {
            if (mentions.size() < MAX_MENTIONS) {
              mentions.putIfAbsent(mention.node(), mention);
            }
          });
      if (isStatement(sentence, words)) {
        statements++;
        if (units.size() < MAX_UNITS) {
          TurnText toRead = read;
          Claims.find(sentence, words, speaker, named, toRead)
              .or(() -> report(sentence, words, speaker, named, toRead))
              .ifPresent(units::add);
        }
      }
    }
    boolean isClaim =
        !units.isEmpty()
            && units.size() == statements
            && units.stream().allMatch(unit -> unit.kind() == NodeKind.CLAIM);
    return Extraction.of(mentions.values(), units, TimeExpressions.first(turn.text(), turn.at()))
        .claiming(isClaim);
  }

  /** "Hi Ben, ..." is said to Ben. */
  private static TurnText greeted(TurnText turn, List<Word> words, List<EntityMention> named) {
    boolean isGreeting = words.size() > 1 && words.getFirst().is("INTJ");
    return isGreeting && !named.isEmpty() && named.getFirst().name().startsWith(words.get(1).text())
        ? turn.to(named.getFirst().name())
        : turn;
  }

  private static boolean isStatement(String sentence, List<Word> words) {
    return !sentence.strip().endsWith("?")
        && words.size() >= MIN_FACT_WORDS
        && words.size() <= MAX_FACT_WORDS;
  }

  /** What speakers say of themselves, and what only one of can be true of anything. */
  private static Optional<MemoryUnit> report(
      String sentence,
      List<Word> words,
      Optional<EntityMention> speaker,
      List<EntityMention> named,
      TurnText turn) {
    Optional<EntityMention> other =
        Attributes.subject(sentence)
            .filter(name -> name.length() <= EntityMention.MAX_NAME_LENGTH)
            .map(name -> mentioned(name, named));
    if (other.isPresent()) {
      String description =
          speaker
              .map(by -> "%s of %s".formatted(by.name(), other.get().name()))
              .orElse(other.get().name());
      return Optional.of(
          unit(NodeKind.FACT, sentence, words, other.get(), named, description, turn));
    }
    if (speaker.isEmpty()) {
      return Optional.empty();
    }
    boolean isAction = Actions.isOne(words) && Attributes.of(sentence).isEmpty();
    if (!isAction && !SelfReports.isOne(words)) {
      return Optional.empty();
    }
    String to =
        words.stream().anyMatch(word -> TO_YOU.contains(word.text().toLowerCase(Locale.ROOT)))
            ? turn.addressee().map(" (to %s)"::formatted).orElse("")
            : "";
    return Optional.of(
        unit(
            isAction ? NodeKind.EVENT : NodeKind.FACT,
            sentence,
            words,
            speaker.get(),
            named,
            "%s of themself%s".formatted(speaker.get().name(), to),
            turn));
  }

  private static EntityMention mentioned(String name, List<EntityMention> named) {
    EntityMention concept = EntityMention.concept(name);
    return named.stream()
        .filter(mention -> mention.node().equals(concept.node()))
        .findFirst()
        .orElse(concept);
  }

  private static MemoryUnit unit(
      NodeKind kind,
      String sentence,
      List<Word> words,
      EntityMention subject,
      List<EntityMention> named,
      String description,
      TurnText turn) {
    List<EntityMention> about = new ArrayList<>();
    about.add(subject);
    named.stream()
        .filter(mention -> !mention.node().equals(subject.node()))
        .limit(MAX_MENTIONS - 1L)
        .forEach(about::add);
    return new MemoryUnit(
        kind,
        sentence.strip(),
        description,
        keywords(words),
        TimeExpressions.first(sentence, turn.at()),
        about,
        Optional.empty());
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
