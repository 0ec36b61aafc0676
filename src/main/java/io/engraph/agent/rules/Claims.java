package io.engraph.agent.rules;

import io.engraph.agent.EntityMention;
import io.engraph.agent.MemoryUnit;
import io.engraph.agent.TurnText;
import io.engraph.agent.rules.Language.Word;
import io.engraph.graph.Claim;
import io.engraph.graph.Claim.Sentiment;
import io.engraph.graph.Node;
import io.engraph.graph.NodeKind;
import io.engraph.index.TextAnalysis;
import io.engraph.index.TimeSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells sentences in which one says what they think of another: "I think Tomas...", "Nora says that
 * Tomas...", "according to Nora, ...", "in Nora's view, ...", "Nora is sure that...". What nobody
 * else is the target of is no claim. A claim is made when it is said: whatever time it tells of is
 * that of its content.
 */
final class Claims {

  /** Verbs of thought and speech: the base form, then how it is written. */
  private static final Map<String, String> PREDICATES =
      forms(
          "think thinks thought thinking",
          "believe believes believed",
          "doubt doubts doubted",
          "suspect suspects suspected",
          "guess guesses guessed",
          "feel feels felt",
          "say says said saying",
          "claim claims claimed claiming",
          "tell tells told telling",
          "insist insists insisted insisting",
          "argue argues argued arguing",
          "consider considers considered",
          "find finds found",
          "reckon reckons reckoned",
          "assume assumes assumed",
          "suppose supposes supposed",
          "maintain maintains maintained maintaining",
          "complain complains complained complaining",
          "swear swears swore",
          "deny denies denied",
          "accuse accuses accused",
          "blame blames blamed",
          "call calls called",
          "praise praises praised",
          "criticize criticizes criticized criticise criticises criticised",
          "predict predicts predicted",
          "fear fears feared",
          "worry worries worried",
          "suggest suggests suggested suggesting",
          "describe describes described",
          "regard regards regarded",
          "rate rates rated",
          "view views viewed",
          "see sees");

  /** Verbs that are claims only as "finds ... unfair", "calls it a mistake", "sees ... as". */
  private static final Set<String> JUDGING =
      Set.of("find", "call", "see", "describe", "regard", "rate", "view", "consider");

  /** What makes a source more or less sure than usual. */
  private static final Map<String, Double> SURE =
      Map.ofEntries(
          Map.entry("know", 0.95),
          Map.entry("swear", 0.95),
          Map.entry("insist", 0.95),
          Map.entry("be sure", 0.95),
          Map.entry("doubt", 0.6),
          Map.entry("suspect", 0.5),
          Map.entry("guess", 0.5),
          Map.entry("suppose", 0.5),
          Map.entry("assume", 0.5),
          Map.entry("fear", 0.5),
          Map.entry("worry", 0.5));

  private static final Set<String> HEDGES =
      Set.of("maybe", "perhaps", "might", "may", "could", "probably", "possibly", "apparently");

  private static final double HEDGED = 0.5;

  private static final Set<String> POSITIVE =
      stems(
          "amazing admire awesome best better brave brilliant capable careful charming clever competent"
              + " deserve deserved enjoy excellent fair fantastic favourite fun generous genius gifted good great"
              + " helpful honest impressive inspiring kind love loves lovely loyal nice perfect praise reliable"
              + " right skilled smart strong sweet talented trust trustworthy wise wonderful");

  private static final Set<String> NEGATIVE =
      stems(
          "accuse angry annoying arrogant awful bad blame boring careless complain cowardly criticize criticise cruel"
              + " dangerous dishonest dull fail failure fault foolish hate hates horrible ignorant incompetent lazy"
              + " liar mean mistake naive overpaid overrated poor pointless reckless ridiculous rude selfish stingy"
              + " stupid terrible ugly unfair unreliable untrustworthy useless waste weak worse worst wrong");

  /** "Keeps saying" is said by whoever keeps. */
  private static final Set<String> ON_AND_ON = Set.of("keep", "keeps", "kept", "goes", "on");

  private static final Set<String> NO_NAMES =
      Set.of(
          "he",
          "she",
          "it",
          "they",
          "we",
          "you",
          "this",
          "that",
          "these",
          "those",
          "who",
          "what",
          "which",
          "people",
          "everyone",
          "everybody",
          "nobody",
          "someone",
          "somebody",
          "some",
          "many",
          "most",
          "the",
          "and",
          "but",
          "so",
          "then",
          "well",
          "as",
          "if",
          "when",
          "there",
          "here",
          "not",
          "just",
          "please",
          "let");

  /** "Has no doubt that", "has the feeling that". */
  private static final Set<String> HELD =
      Set.of(
          "doubt",
          "opinion",
          "impression",
          "feeling",
          "suspicion",
          "view",
          "hunch",
          "theory",
          "belief",
          "conviction");

  private static final Set<String> CERTAIN =
      Set.of("sure", "certain", "convinced", "adamant", "positive", "confident");
  private static final Set<String> UNCERTAIN =
      Set.of("afraid", "worried", "doubtful", "skeptical", "sceptical", "suspicious", "unsure");
  private static final Set<String> VIEWS =
      Set.of(
          "opinion", "view", "eyes", "mind", "judgement", "judgment", "experience", "estimation");

  private Claims() {}

  private static Map<String, String> forms(String... verbs) {
    Map<String, String> forms = new HashMap<>();
    for (String verb : verbs) {
      String[] written = verb.split(" ", -1);
      for (String form : written) {
        forms.put(form, written[0]);
      }
    }
    return Map.copyOf(forms);
  }

  private static Set<String> stems(String words) {
    return Set.copyOf(new HashSet<>(TextAnalysis.terms(words)));
  }

  /** Whether a verb tells that its subject is a person, by speaking or thinking. */
  static boolean isSpeech(Word word) {
    String predicate = PREDICATES.get(lower(word));
    return predicate != null && !JUDGING.contains(predicate);
  }

  /**
   * Who says it, and how.
   *
   * @param source who
   * @param predicate the verb in its base form
   * @param from where what is said begins
   * @param until where it ends
   */
  private record Saying(EntityMention source, String predicate, int from, int until) {}

  static Optional<MemoryUnit> find(
      String sentence,
      List<Word> words,
      Optional<EntityMention> speaker,
      List<EntityMention> named,
      TurnText turn) {
    Optional<EntityMention> addressee = turn.addressee().map(EntityMention::person);
    return byOpening(words, speaker, named)
        .or(() -> byHolding(words, speaker, addressee, named))
        .or(() -> byVerb(words, speaker, addressee, named))
        .or(() -> byState(words, speaker, addressee, named))
        .or(() -> byClosing(words, speaker, named))
        .flatMap(
            saying ->
                target(words, saying, speaker, addressee, named)
                    .map(target -> claim(sentence, words, saying, target, turn)));
  }

  /** "According to Nora, ..." and "In Nora's opinion, ...". */
  private static Optional<Saying> byOpening(
      List<Word> words, Optional<EntityMention> speaker, List<EntityMention> named) {
    String first = lower(words.getFirst());
    int comma = indexOf(words, 0, ",");
    if (comma < 0 || comma > 8) {
      comma = -1;
    }
    if (first.equals("according") && lower(words.get(1)).equals("to") && comma > 0) {
      return namedIn(words.subList(2, comma), named).map(from(comma + 1, words));
    }
    if ((first.equals("in") || first.equals("to") || first.equals("from")) && comma > 0) {
      List<Word> opening = words.subList(1, comma);
      boolean isView = opening.stream().anyMatch(word -> VIEWS.contains(lower(word)));
      if (isView) {
        boolean isOwn = opening.stream().anyMatch(word -> lower(word).equals("my"));
        return (isOwn ? speaker : namedIn(opening, named)).map(from(comma + 1, words));
      }
    }
    boolean isAsk =
        first.equals("if")
            && comma > 3
            && lower(words.get(1)).equals("you")
            && lower(words.get(2)).equals("ask");
    boolean isAs = first.equals("as") && comma > 2 && lower(words.get(comma - 1)).equals("it");
    if (isAsk || isAs) {
      List<Word> who = words.subList(isAsk ? 3 : 1, comma);
      boolean isOwn = has(who, "me", "i");
      return (isOwn ? speaker : namedIn(who, named)).map(from(comma + 1, words));
    }
    if (first.equals("for") && comma > 0 && comma <= 4) {
      return namedIn(words.subList(1, comma), named).map(from(comma + 1, words));
    }
    return Optional.empty();
  }

  private static java.util.function.Function<EntityMention, Saying> from(
      int start, List<Word> words) {
    return source -> new Saying(asPerson(source), "think", start, words.size());
  }

  /** "..., according to Nora." and "..., Nora says." */
  private static Optional<Saying> byClosing(
      List<Word> words, Optional<EntityMention> speaker, List<EntityMention> named) {
    for (int i = 2; i < words.size() - 1; i++) {
      int start = i;
      if (lower(words.get(i)).equals("according") && lower(words.get(i + 1)).equals("to")) {
        return namedIn(words.subList(i + 2, words.size()), named)
            .map(source -> new Saying(asPerson(source), "say", 0, start));
      }
      boolean isView =
          lower(words.get(i)).equals("in")
              && words.subList(i + 1, words.size()).stream()
                  .anyMatch(word -> VIEWS.contains(lower(word)));
      if (isView && words.get(i - 1).text().equals(",")) {
        boolean isOwn = lower(words.get(i + 1)).equals("my");
        return (isOwn ? speaker : namedIn(words.subList(i + 1, words.size()), named))
            .map(source -> new Saying(asPerson(source), "think", 0, start));
      }
    }
    return Optional.empty();
  }

  /** "Nora has no doubt that Tomas ..." and "Nora is of the opinion that Tomas ...". */
  private static Optional<Saying> byHolding(
      List<Word> words,
      Optional<EntityMention> speaker,
      Optional<EntityMention> addressee,
      List<EntityMention> named) {
    for (int i = 2; i < words.size() - 1; i++) {
      if (HELD.contains(lower(words.get(i))) && lower(words.get(i + 1)).equals("that")) {
        int verb = i - 1;
        while (verb > 0 && !words.get(verb).is("VERB", "AUX")) {
          verb--;
        }
        int start = i + 2;
        if (verb > 0) {
          return subject(words, verb, speaker, addressee, named)
              .map(source -> new Saying(source, "believe", start, words.size()));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Saying> byVerb(
      List<Word> words,
      Optional<EntityMention> speaker,
      Optional<EntityMention> addressee,
      List<EntityMention> named) {
    for (int i = 1; i < words.size(); i++) {
      String predicate = PREDICATES.get(lower(words.get(i)));
      if (predicate != null && (!JUDGING.contains(predicate) || judges(words, i))) {
        Optional<EntityMention> source = subject(words, i, speaker, addressee, named);
        if (source.isPresent()) {
          boolean isClosing = i >= words.size() - 2 && i > 3;
          return Optional.of(
              isClosing
                  ? new Saying(source.get(), predicate, 0, i - 1)
                  : new Saying(source.get(), predicate, i + 1, words.size()));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Whether what follows has a judgement in it, so that the verb is not about eyes or telephones.
   */
  private static boolean judges(List<Word> words, int verb) {
    List<String> rest =
        TextAnalysis.terms(
            String.join(
                " ", words.subList(verb + 1, words.size()).stream().map(Word::text).toList()));
    boolean isJudged =
        rest.stream().anyMatch(term -> POSITIVE.contains(term) || NEGATIVE.contains(term));
    boolean isAs =
        words.subList(verb + 1, words.size()).stream().anyMatch(word -> lower(word).equals("as"));
    return isJudged || isAs;
  }

  /** "Nora is sure that Tomas ...". */
  private static Optional<Saying> byState(
      List<Word> words,
      Optional<EntityMention> speaker,
      Optional<EntityMention> addressee,
      List<EntityMention> named) {
    for (int i = 2; i < words.size() - 1; i++) {
      String word = lower(words.get(i));
      boolean isSure = CERTAIN.contains(word);
      if (isSure || UNCERTAIN.contains(word)) {
        int verb = i - 1;
        while (verb > 0 && words.get(verb).is("ADV")) {
          verb--;
        }
        boolean isBeing =
            words.get(verb).is("AUX")
                || Set.of("remains", "seems", "sounds", "'m", "’m", "'s", "’s")
                    .contains(lower(words.get(verb)));
        boolean isContracted = lower(words.get(verb)).matches("i['’]m|you['’]re");
        int start = i + 1;
        if (isBeing || isContracted) {
          Optional<EntityMention> source =
              isContracted
                  ? (lower(words.get(verb)).startsWith("i") ? speaker : addressee)
                  : subject(words, verb, speaker, addressee, named);
          if (source.isPresent()) {
            return source.map(
                one -> new Saying(one, isSure ? "be sure" : "fear", start, words.size()));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Who thinks or says it: the word before the verb, adverbs left out. */
  private static Optional<EntityMention> subject(
      List<Word> words,
      int verb,
      Optional<EntityMention> speaker,
      Optional<EntityMention> addressee,
      List<EntityMention> named) {
    int i = verb - 1;
    while (i > 0
        && (words.get(i).is("ADV", "AUX", "AUX+PART") || ON_AND_ON.contains(lower(words.get(i))))) {
      i--;
    }
    String word = words.get(i).text();
    return switch (lower(words.get(i))) {
      case "i" -> speaker;
      case "you" -> addressee;
      default ->
          named.stream()
              .filter(mention -> mention.name().equals(word) || mention.name().endsWith(" " + word))
              .findFirst()
              .or(() -> name(word))
              .map(Claims::asPerson);
    };
  }

  private static Optional<EntityMention> namedIn(List<Word> words, List<EntityMention> named) {
    String text = text(words);
    return named.stream()
        .filter(mention -> text.contains(" " + mention.name() + " "))
        .findFirst()
        .or(() -> capital(words));
  }

  /** A word that is written like a name where only a person can stand. */
  private static Optional<EntityMention> name(String word) {
    return word.length() > 1
            && Character.isUpperCase(word.charAt(0))
            && !NO_NAMES.contains(word.toLowerCase(Locale.ROOT))
        ? Optional.of(EntityMention.person(word))
        : Optional.empty();
  }

  private static EntityMention asPerson(EntityMention mention) {
    return mention.subtype().equals(Node.PERSON) ? mention : EntityMention.person(mention.name());
  }

  /**
   * Of whom or what: another that is named in what is said, the addressee or the speaker by their
   * pronouns, or, of what a third one says, the thing.
   */
  private static Optional<EntityMention> target(
      List<Word> words,
      Saying saying,
      Optional<EntityMention> speaker,
      Optional<EntityMention> addressee,
      List<EntityMention> named) {
    List<Word> said = words.subList(Math.min(saying.from(), saying.until()), saying.until());
    String text = text(said);
    Optional<EntityMention> byName =
        named.stream()
            .filter(mention -> !mention.node().equals(saying.source().node()))
            .filter(mention -> text.contains(" " + mention.name() + " "))
            .findFirst();
    boolean isOfThird = speaker.filter(one -> one.node().equals(saying.source().node())).isEmpty();
    return byName
        .or(() -> capital(said))
        .or(() -> has(said, "you", "your") ? addressee : Optional.empty())
        .or(() -> isOfThird && has(said, "me", "my", "i") ? speaker : Optional.empty())
        .filter(target -> !target.node().equals(saying.source().node()))
        .or(() -> isOfThird || isJudgement(text) ? thing(said) : Optional.empty());
  }

  private static boolean isJudgement(String text) {
    return sentiment(text, text) != Sentiment.NEUTRAL;
  }

  private static boolean has(List<Word> words, String... pronouns) {
    return words.stream().anyMatch(word -> List.of(pronouns).contains(lower(word)));
  }

  /** A word that is written like a name, whatever the tagger takes it for. */
  private static Optional<EntityMention> capital(List<Word> said) {
    return said.stream()
        .map(Word::text)
        .filter(word -> word.length() > 2 && Character.isUpperCase(word.charAt(0)))
        .findFirst()
        .map(EntityMention::concept);
  }

  private static Optional<EntityMention> thing(List<Word> said) {
    return said.stream()
        .filter(word -> word.is("NOUN") && word.text().length() > 2)
        .findFirst()
        .map(word -> EntityMention.concept(lower(word)));
  }

  private static MemoryUnit claim(
      String sentence, List<Word> words, Saying saying, EntityMention target, TurnText turn) {
    String said = text(words.subList(Math.min(saying.from(), saying.until()), saying.until()));
    return new MemoryUnit(
        NodeKind.CLAIM,
        sentence.strip(),
        "%s of %s".formatted(saying.source().name(), target.name()),
        Extractor.keywords(words),
        Optional.of(TimeSpan.at(turn.at().toInstant())),
        List.of(target),
        Optional.of(
            new MemoryUnit.ClaimRoles(
                saying.source(),
                target,
                saying.predicate(),
                sentiment(said + " " + saying.predicate(), sentence),
                confidence(words, saying.predicate()))));
  }

  private static double confidence(List<Word> words, String predicate) {
    double usual = SURE.getOrDefault(predicate, Claim.USUAL_CONFIDENCE);
    return words.stream().anyMatch(word -> HEDGES.contains(lower(word)))
        ? Math.min(usual, HEDGED)
        : usual;
  }

  /** The sentiment of words; a negation in their sentence turns it round. */
  private static Sentiment sentiment(String said, String sentence) {
    List<String> terms = new ArrayList<>(TextAnalysis.terms(said));
    long positive = terms.stream().filter(POSITIVE::contains).count();
    long negative = terms.stream().filter(NEGATIVE::contains).count();
    if (positive == negative) {
      return Sentiment.NEUTRAL;
    }
    boolean isPositive = positive > negative;
    boolean isNegated =
        (" " + sentence.toLowerCase(Locale.ROOT) + " ")
            .matches(".*(\\bnot\\b|n['’]t\\b|\\bnever\\b|\\bno longer\\b|\\bdoubt\\b).*");
    return isPositive == isNegated ? Sentiment.NEGATIVE : Sentiment.POSITIVE;
  }

  private static int indexOf(List<Word> words, int from, String text) {
    for (int i = from; i < words.size(); i++) {
      if (words.get(i).text().equals(text)) {
        return i;
      }
    }
    return -1;
  }

  private static String text(List<Word> words) {
    return " " + String.join(" ", words.stream().map(Word::text).toList()) + " ";
  }

  private static String lower(Word word) {
    return word.text().toLowerCase(Locale.ROOT);
  }
}
