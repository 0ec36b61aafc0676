package io.engraph.agent.rules;

import io.engraph.agent.rules.CalendarSpans.Direction;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells by its verbs whether an English sentence is about what was or what will be: "on Sunday" is
 * the last one in "we met on Sunday", and the next one in "we will meet on Sunday".
 */
final class Tense {

  private static final Pattern FUTURE =
      Pattern.compile(
          "\\b(will|won['’]t|shall|going to|gonna|(plan|plans|planning|hope|hopes|hoping|want|wants|intend|intends|need|needs) to"
              + "|would (like|love) to|can['’]t wait|looking forward|upcoming)\\b|['’]ll\\b"
              + "|(\\b(am|is|are)|['’](m|re|s)) (also |just |not )?\\w{2,}ing\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WORD = Pattern.compile("\\p{L}+(?:['’]t)?");

  /** Verbs whose past form does not end in "ed", and forms of "be" and "do". */
  private static final Set<String> PAST =
      Set.of(
          "ate", "became", "began", "bought", "broke", "brought", "built", "came", "caught",
          "chose", "did", "didn't", "didn’t", "drank", "drew", "drove", "fell", "felt", "flew",
          "found", "gave", "got", "grew", "had", "heard", "held", "kept", "knew", "led", "left",
          "lost", "made", "met", "paid", "ran", "rode", "said", "sang", "sat", "saw", "sent",
          "slept", "sold", "spent", "spoke", "stood", "swam", "taught", "thought", "told", "took",
          "was", "wasn't", "went", "were", "weren't", "woke", "won", "wore", "wrote");

  private static final Set<String> NO_VERBS =
      Set.of(
          "bed", "breed", "embed", "feed", "hundred", "indeed", "need", "red", "seed", "shed",
          "sled", "speed", "wed", "weed");

  private static final Pattern SENTENCE_END = Pattern.compile("[.!?;\\n]");

  private Tense() {}

  /** Of the sentence that a match stands in; empty where its verbs do not tell. */
  static Optional<Direction> around(String text, MatchResult match) {
    String sentence = sentence(text, match);
    boolean isFuture = FUTURE.matcher(sentence).find();
    boolean isPast =
        WORD.matcher(sentence.toLowerCase(Locale.ROOT))
            .results()
            .map(MatchResult::group)
            .anyMatch(Tense::isPast);
    if (isFuture == isPast) {
      return Optional.empty();
    }
    return Optional.of(isFuture ? Direction.NEXT : Direction.LAST);
  }

  private static boolean isPast(String word) {
    return PAST.contains(word)
        || (word.length() > 3 && word.endsWith("ed") && !NO_VERBS.contains(word));
  }

  private static String sentence(String text, MatchResult match) {
    int start = 0;
    Matcher ends = SENTENCE_END.matcher(text);
    while (ends.find()) {
      if (ends.start() >= match.end()) {
        return text.substring(start, ends.start());
      }
      if (ends.end() <= match.start()) {
        start = ends.end();
      }
    }
    return text.substring(start);
  }
}
