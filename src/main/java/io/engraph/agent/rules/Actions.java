package io.engraph.agent.rules;

import io.engraph.agent.rules.Language.Word;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells sentences in which speakers say what they did: something that happened at some time. */
final class Actions {

  private static final Set<String> DONE =
      Set.of(
          "attended",
          "baked",
          "booked",
          "bought",
          "brought",
          "built",
          "camped",
          "caught",
          "celebrated",
          "cleaned",
          "climbed",
          "completed",
          "cooked",
          "cycled",
          "danced",
          "drove",
          "explored",
          "finished",
          "flew",
          "gave",
          "helped",
          "hiked",
          "hosted",
          "joined",
          "jogged",
          "left",
          "lost",
          "made",
          "met",
          "missed",
          "ordered",
          "organised",
          "organized",
          "painted",
          "passed",
          "planted",
          "played",
          "practised",
          "practiced",
          "ran",
          "rode",
          "sailed",
          "sang",
          "saw",
          "sold",
          "started",
          "swam",
          "took",
          "trained",
          "tried",
          "visited",
          "volunteered",
          "walked",
          "watched",
          "went",
          "won",
          "wrote");

  private static final Set<String> SELF = Set.of("i", "we");

  private Actions() {}

  static boolean isOne(List<Word> words) {
    for (int i = 0; i < words.size() - 1; i++) {
      if (SELF.contains(lower(words.get(i)))) {
        int verb = i + 1;
        while (verb < words.size() - 1 && words.get(verb).is("ADV")) {
          verb++;
        }
        if (DONE.contains(lower(words.get(verb)))) {
          return true;
        }
      }
    }
    return false;
  }

  private static String lower(Word word) {
    return word.text().toLowerCase(Locale.ROOT);
  }
}
