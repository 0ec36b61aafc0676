package io.engraph.agent.rules;

import io.engraph.agent.rules.TimeRules.Rule;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;

/** Dates in German, French, Spanish and Chinese, in digits and in Chinese numerals. */
final class ForeignDates {

  private static final List<String> GERMAN =
      List.of(
          "januar",
          "februar",
          "märz",
          "april",
          "mai",
          "juni",
          "juli",
          "august",
          "september",
          "oktober",
          "november",
          "dezember");
  private static final List<String> FRENCH =
      List.of(
          "janvier",
          "février",
          "mars",
          "avril",
          "mai",
          "juin",
          "juillet",
          "août",
          "septembre",
          "octobre",
          "novembre",
          "décembre");
  private static final List<String> SPANISH =
      List.of(
          "enero",
          "febrero",
          "marzo",
          "abril",
          "mayo",
          "junio",
          "julio",
          "agosto",
          "septiembre",
          "octubre",
          "noviembre",
          "diciembre");

  private static final String DIGITS = "〇一二三四五六七八九";
  private static final String CHINESE_YEAR = "(\\d{4}|[〇零一二三四五六七八九]{4})\\s*年";
  private static final String CHINESE_NUMBER = "\\s*(\\d{1,2}|[一二三四五六七八九十]{1,3})\\s*";

  static final List<Rule> ALL =
      List.of(
          day("(\\d{1,2})\\.\\s*(" + String.join("|", GERMAN) + ")\\s+(\\d{4})", GERMAN),
          day("(\\d{1,2})(?:er)?\\s+(" + String.join("|", FRENCH) + ")\\s+(\\d{4})", FRENCH),
          day(
              "(\\d{1,2})\\s+de\\s+(" + String.join("|", SPANISH) + ")\\s+(?:de|del)\\s+(\\d{4})",
              SPANISH),
          month("(" + String.join("|", GERMAN) + ")\\s+(\\d{4})", GERMAN),
          month("(" + String.join("|", FRENCH) + ")\\s+(\\d{4})", FRENCH),
          month("(" + String.join("|", SPANISH) + ")\\s+(?:de|del)\\s+(\\d{4})", SPANISH),
          TimeRules.plain(
              "(?<![\\d.])(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?(\\d{4})(?!\\d)",
              (m, c) ->
                  c.day(
                      LocalDate.of(
                          TimeRules.number(m, 3), TimeRules.number(m, 2), TimeRules.number(m, 1)))),
          TimeRules.plain(
              CHINESE_YEAR + CHINESE_NUMBER + "月" + CHINESE_NUMBER + "[日号號]",
              (m, c) ->
                  c.day(
                      LocalDate.of(
                          chineseYear(m.group(1)), chinese(m.group(2)), chinese(m.group(3))))),
          TimeRules.plain(
              CHINESE_YEAR + CHINESE_NUMBER + "月",
              (m, c) -> c.month(YearMonth.of(chineseYear(m.group(1)), chinese(m.group(2))))),
          TimeRules.plain(CHINESE_YEAR, (m, c) -> c.year(chineseYear(m.group(1)))));

  private ForeignDates() {}

  private static Rule day(String expression, List<String> months) {
    return TimeRules.plain(
        "(?<!\\d)" + expression + "(?!\\d)",
        (m, c) ->
            c.day(
                LocalDate.of(
                    TimeRules.number(m, 3), number(m, 2, months), TimeRules.number(m, 1))));
  }

  /** Not the rest of a date that there is none of. */
  private static Rule month(String expression, List<String> months) {
    return TimeRules.plain(
        "(?<!\\d\\. ?|\\d |\\d de )(?<![\\p{L}])" + expression + "(?!\\d)",
        (m, c) -> c.month(YearMonth.of(TimeRules.number(m, 2), number(m, 1, months))));
  }

  private static int number(MatchResult match, int group, List<String> months) {
    return 1 + months.indexOf(match.group(group).toLowerCase(Locale.ROOT));
  }

  /** Digit by digit, as years are written. */
  private static int chineseYear(String text) {
    if (Character.isDigit(text.charAt(0))) {
      return Integer.parseInt(text);
    }
    return text.replace('零', '〇')
        .chars()
        .reduce(0, (year, letter) -> 10 * year + DIGITS.indexOf(letter));
  }

  /** A number under 100 with 十 for ten, as months and days are written. */
  private static int chinese(String text) {
    if (Character.isDigit(text.charAt(0))) {
      return Integer.parseInt(text);
    }
    int ten = text.indexOf('十');
    if (ten < 0) {
      return text.chars().reduce(0, (number, letter) -> 10 * number + DIGITS.indexOf(letter));
    }
    int tens = ten == 0 ? 1 : DIGITS.indexOf(text.charAt(0));
    int ones = ten == text.length() - 1 ? 0 : DIGITS.indexOf(text.charAt(text.length() - 1));
    return 10 * tens + ones;
  }
}
