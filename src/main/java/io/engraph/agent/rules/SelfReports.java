package io.engraph.agent.rules;

import io.engraph.agent.rules.Language.Word;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells sentences in which speakers say what they are, have, do or like. */
final class SelfReports {

  private static final Set<String> STATES =
      Set.of(
          "adopted",
          "am",
          "became",
          "bought",
          "collect",
          "cook",
          "drive",
          "enjoy",
          "enjoyed",
          "grew",
          "hate",
          "hated",
          "have",
          "had",
          "joined",
          "know",
          "like",
          "liked",
          "live",
          "lived",
          "lost",
          "love",
          "loved",
          "married",
          "met",
          "moved",
          "need",
          "own",
          "paint",
          "play",
          "played",
          "prefer",
          "quit",
          "read",
          "run",
          "speak",
          "started",
          "studied",
          "study",
          "take",
          "teach",
          "use",
          "used",
          "volunteer",
          "want",
          "was",
          "went",
          "work",
          "worked",
          "write");

  private static final Set<String> BEING = Set.of("i'm", "i’m", "we're", "we’re");
  private static final Set<String> HAVING = Set.of("i've", "i’ve", "we've", "we’ve");
  private static final Set<String> SELF = Set.of("i", "we");
  private static final Set<String> OWN = Set.of("my", "our");

  private SelfReports() {}

  static boolean isOne(List<Word> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = lower(words.get(i));
      if (HAVING.contains(word)) {
        return true;
      }
      if (BEING.contains(word) && i + 1 < words.size() && !words.get(i + 1).is("VERB")) {
        return true;
      }
      if (SELF.contains(word) && statesSomething(words, i + 1)) {
        return true;
      }
      if (OWN.contains(word) && ownThingIs(words, i + 1)) {
        return true;
      }
    }
    return false;
  }

  private static boolean statesSomething(List<Word> words, int start) {
    int i = start;
    while (i < words.size() && words.get(i).is("ADV", "AUX+PART")) {
      i++;
    }
    return i < words.size() && STATES.contains(lower(words.get(i)));
  }

  private static boolean ownThingIs(List<Word> words, int start) {
    int i = start;
    while (i < words.size() && words.get(i).is("ADJ", "NOUN", "PROPN")) {
      i++;
    }
    return i > start && i < words.size() && words.get(i).is("AUX", "VERB");
  }

  private static String lower(Word word) {
    return word.text().toLowerCase(Locale.ROOT);
  }
}
