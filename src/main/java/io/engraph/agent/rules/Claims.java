package io.engraph.agent.rules;

import io.engraph.agent.EntityMention;
import io.engraph.agent.MemoryUnit;
import io.engraph.agent.TurnText;
import io.engraph.agent.rules.Language.Word;
import io.engraph.graph.Claim.Sentiment;
import io.engraph.graph.Node;
import io.engraph.graph.NodeKind;
import io.engraph.index.TextAnalysis;
import io.engraph.index.TimeSpan;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells sentences in which one says what they think of another: "I think Tomas...", "Nora says that
 * Tomas...", "according to Nora, ...". What nobody else is the target of is no claim. A claim is
 * made when it is said: whatever time it tells of is that of its content.
 */
final class Claims {

  /** Verbs of thought and speech, and their base forms. */
  private static final Map<String, String> PREDICATES =
      Map.ofEntries(
          Map.entry("think", "think"),
          Map.entry("thinks", "think"),
          Map.entry("thought", "think"),
          Map.entry("believe", "believe"),
          Map.entry("believes", "believe"),
          Map.entry("believed", "believe"),
          Map.entry("doubt", "doubt"),
          Map.entry("doubts", "doubt"),
          Map.entry("suspect", "suspect"),
          Map.entry("suspects", "suspect"),
          Map.entry("guess", "guess"),
          Map.entry("feel", "feel"),
          Map.entry("feels", "feel"),
          Map.entry("felt", "feel"),
          Map.entry("say", "say"),
          Map.entry("says", "say"),
          Map.entry("said", "say"),
          Map.entry("claim", "claim"),
          Map.entry("claims", "claim"),
          Map.entry("claimed", "claim"),
          Map.entry("told", "tell"),
          Map.entry("tells", "tell"),
          Map.entry("insists", "insist"),
          Map.entry("insisted", "insist"));

  private static final Set<String> POSITIVE =
      stems(
          "amazing awesome best brave brilliant capable charming clever excellent fantastic fun"
              + " generous good great honest inspiring kind love loves lovely nice perfect reliable"
              + " right smart strong talented wonderful");

  private static final Set<String> NEGATIVE =
      stems(
          "angry annoying awful bad boring careless cruel dishonest hate hates horrible lazy mean"
              + " mistake reckless rude selfish stupid terrible unfair unreliable untrustworthy weak"
              + " worst wrong");

  private Claims() {}

  private static Set<String> stems(String words) {
    return Set.copyOf(new HashSet<>(TextAnalysis.terms(words)));
  }

  static boolean isSpeech(Word word) {
    return PREDICATES.containsKey(lower(word));
  }

  static Optional<MemoryUnit> find(
      String sentence,
      List<Word> words,
      Optional<EntityMention> speaker,
      List<EntityMention> named,
      TurnText turn) {
    for (int i = 1; i < words.size(); i++) {
      if (isSpeech(words.get(i))) {
        Optional<EntityMention> source = subject(words, i, speaker, named);
        if (source.isPresent()) {
          return claim(
              sentence, words, source.get(), PREDICATES.get(lower(words.get(i))), i, named, turn);
        }
      }
    }
    if (lower(words.getFirst()).equals("according") && lower(words.get(1)).equals("to")) {
      return named.stream()
          .findFirst()
          .flatMap(source -> claim(sentence, words, asPerson(source), "say", 2, named, turn));
    }
    return Optional.empty();
  }

  /** Who thinks or says it: the word before the verb, adverbs left out. */
  private static Optional<EntityMention> subject(
      List<Word> words, int verb, Optional<EntityMention> speaker, List<EntityMention> named) {
    int i = verb - 1;
    while (i > 0 && words.get(i).is("ADV", "AUX", "AUX+PART")) {
      i--;
    }
    String word = words.get(i).text();
    if (lower(words.get(i)).equals("i")) {
      return speaker;
    }
    return named.stream()
        .filter(mention -> mention.name().equals(word) || mention.name().endsWith(" " + word))
        .findFirst()
        .map(Claims::asPerson);
  }

  private static EntityMention asPerson(EntityMention mention) {
    return mention.subtype().equals(Node.PERSON) ? mention : EntityMention.person(mention.name());
  }

  private static Optional<MemoryUnit> claim(
      String sentence,
      List<Word> words,
      EntityMention source,
      String predicate,
      int verb,
      List<EntityMention> named,
      TurnText turn) {
    String said =
        " "
            + String.join(
                " ", words.subList(verb + 1, words.size()).stream().map(Word::text).toList())
            + " ";
    return named.stream()
        .filter(mention -> !mention.node().equals(source.node()))
        .filter(mention -> said.contains(" " + mention.name() + " "))
        .findFirst()
        .map(
            target ->
                new MemoryUnit(
                    NodeKind.CLAIM,
                    sentence.strip(),
                    "%s of %s".formatted(source.name(), target.name()),
                    Extractor.keywords(words),
                    Optional.of(TimeSpan.at(turn.at().toInstant())),
                    List.of(target),
                    Optional.of(
                        new MemoryUnit.ClaimRoles(source, target, predicate, sentiment(said)))));
  }

  private static Sentiment sentiment(String said) {
    List<String> terms = TextAnalysis.terms(said);
    long positive = terms.stream().filter(POSITIVE::contains).count();
    long negative = terms.stream().filter(NEGATIVE::contains).count();
    if (positive == negative) {
      return Sentiment.NEUTRAL;
    }
    return positive > negative ? Sentiment.POSITIVE : Sentiment.NEGATIVE;
  }

  private static String lower(Word word) {
    return word.text().toLowerCase(Locale.ROOT);
  }
}
