package io.engraph.agent.rules;

import io.engraph.agent.EntityMention;
import io.engraph.agent.rules.Language.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Names in a sentence: runs of proper nouns, and compounds of at least two nouns. */
final class Names {

  private static final Set<String> TITLES =
      Set.of("dr", "dr.", "mr", "mr.", "mrs", "mrs.", "ms", "ms.", "prof", "prof.", "professor");

  private static final Set<String> KIN =
      Set.of(
          "aunt",
          "boss",
          "boyfriend",
          "brother",
          "colleague",
          "cousin",
          "coworker",
          "dad",
          "daughter",
          "father",
          "friend",
          "girlfriend",
          "grandfather",
          "grandma",
          "grandmother",
          "grandpa",
          "husband",
          "manager",
          "mentor",
          "mom",
          "mother",
          "mum",
          "neighbor",
          "neighbour",
          "nephew",
          "niece",
          "partner",
          "roommate",
          "sister",
          "son",
          "teacher",
          "teammate",
          "uncle",
          "wife");

  /** Nouns that tell when, not what. */
  private static final Set<String> TIMES =
      Set.of(
          "today",
          "yesterday",
          "tomorrow",
          "tonight",
          "morning",
          "afternoon",
          "evening",
          "night",
          "day",
          "days",
          "week",
          "weeks",
          "weekend",
          "month",
          "months",
          "year",
          "years",
          "time",
          "times",
          "hour",
          "hours",
          "minute",
          "minutes",
          "monday",
          "tuesday",
          "wednesday",
          "thursday",
          "friday",
          "saturday",
          "sunday",
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");

  private Names() {}

  static List<EntityMention> in(List<Word> words) {
    List<EntityMention> names = new ArrayList<>();
    int i = 0;
    while (i < words.size()) {
      int end = runEnd(words, i);
      if (end > i) {
        name(words, i, end, names);
        i = end;
      } else {
        i++;
      }
    }
    return names;
  }

  private static int runEnd(List<Word> words, int start) {
    int end = start;
    while (end < words.size() && isNounOfName(words.get(end))) {
      end++;
    }
    return end;
  }

  private static boolean isNounOfName(Word word) {
    return word.is("NOUN", "PROPN")
        && Character.isLetterOrDigit(word.text().codePointAt(0))
        && !TIMES.contains(lower(word));
  }

  /** The proper nouns of a run are a name; without one, two nouns or more are. */
  private static void name(List<Word> words, int start, int end, List<EntityMention> names) {
    int first = start;
    while (first < end && !words.get(first).is("PROPN")) {
      first++;
    }
    int last = first;
    while (last < end && words.get(last).is("PROPN")) {
      last++;
    }
    if (last > first) {
      boolean isTitled = TITLES.contains(lower(words.get(first)));
      int nameStart = isTitled && last > first + 1 ? first + 1 : first;
      String name = join(words, nameStart, last);
      boolean isPerson = isTitled || isPersonByContext(words, first, last);
      if (name.length() > 1 && name.length() <= EntityMention.MAX_NAME_LENGTH) {
        names.add(isPerson ? EntityMention.person(name) : EntityMention.concept(name));
      }
    } else if (end - start >= 2) {
      String name = join(words, start, end);
      if (name.length() <= EntityMention.MAX_NAME_LENGTH) {
        names.add(EntityMention.concept(name));
      }
    }
  }

  private static boolean isPersonByContext(List<Word> words, int first, int last) {
    boolean isKin = first > 0 && KIN.contains(lower(words.get(first - 1)));
    boolean isGreeted = first == 1 && words.getFirst().is("INTJ");
    boolean speaks = last < words.size() && Claims.isSpeech(words.get(last));
    return isKin || isGreeted || speaks;
  }

  private static String join(List<Word> words, int start, int end) {
    return words.subList(start, end).stream().map(Word::text).collect(Collectors.joining(" "));
  }

  private static String lower(Word word) {
    return word.text().toLowerCase(Locale.ROOT);
  }
}
