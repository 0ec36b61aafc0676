package io.engraph.agent.rules;

import static java.util.Objects.requireNonNull;

import io.engraph.index.TextAnalysis;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads statements of which only one can be true at a time: where one lives or works, whom one is
 * married to, who owns a thing. What may be true beside another, such as what one likes or has
 * visited, is not read.
 */
final class Attributes {

  /**
   * That something has a value.
   *
   * @param subject whose attribute it is, in its terms; empty for the speaker
   * @param predicate which attribute
   * @param value its value, as it is written; what follows a comma or tells a time is left out
   * @param isNews whether the words say that it has changed, such as "now"
   * @param isOver whether the words say that it no longer holds
   */
  record Attribute(String subject, String predicate, String value, boolean isNews, boolean isOver) {
    Attribute {
      requireNonNull(subject, "subject is null");
      requireNonNull(predicate, "predicate is null");
      requireNonNull(value, "value is null");
    }

    /** Whether the two are of the same, and so cannot both be true with different values. */
    boolean isOfSame(Attribute other) {
      return subject.equals(other.subject) && predicate.equals(other.predicate);
    }

    /** Whether the values are the same, or one only says it more exactly. */
    boolean saysSame(Attribute other) {
      List<String> one = TextAnalysis.terms(value);
      List<String> two = TextAnalysis.terms(other.value);
      return one.containsAll(two) || two.containsAll(one);
    }

    /** The subject as it is named. */
    boolean isOfSpeaker() {
      return subject.isEmpty();
    }
  }

  private static final String NOW =
      "(?:(?:now|currently|still|no longer|actually|already|just|recently|finally|officially) )*";
  private static final String SELF = "(?:i|we)(?:['’](?:m|ve|re|d))?";
  private static final String NAME =
      "(?:the )?[\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N}'’&.-]*(?: [\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N}'’&.-]*)*";
  private static final String SUBJECT = "(?<subject>(?i:" + SELF + ")|" + NAME + ")";
  private static final String VALUE = "(?<value>[^.,;!?]+?)";
  private static final String END =
      "(?= (?i:now|any ?more|any longer|these days|since|because|but|and|until|after|before|instead|as of|starting|with my|for (?:a|the|\\w+ (?:years?|months?|weeks?)))\\b|[.,;!?]|$)";
  private static final String BE =
      "(?i:am|is|are|was|were|['’]m|['’]s|['’]re|will be|has been|have been|became|has become|have become|is going to be)";

  /** Roles, and things of which there is one. */
  private static final String ROLE =
      "(?<role>(?i:owner|lead|leader|manager|head|boss|director|captain|coach|president|chair|chairwoman|chairman|mayor|ceo|cto|editor|maintainer|principal|supervisor|landlord|landlady|doctor|dentist|therapist|deadline|due date|budget|price|cost|status|version|address|venue|location|headquarters|capital|phone number|number|email|email address|birthday|(?:full )?name|nickname|home ?town|job|employer|salary|major|diet|password hint|wife|husband|spouse|girlfriend|boyfriend|fianc[eé]e?|favou?rite [\\p{L} ]{2,24}))";

  /** A name, beside which there may be others. */
  static final String KNOWN_AS = "is known as";

  private static final List<Form> FORMS =
      List.of(
          form(
              "lives in",
              SUBJECT
                  + " "
                  + NOW
                  + "(?i:live|lives|living|am living|is living|are living|reside|resides) "
                  + NOW
                  + "(?i:in|at) "
                  + VALUE
                  + END),
          form(
              "lives in",
              SUBJECT
                  + " (?i:have |has )?"
                  + NOW
                  + "(?i:moved|relocated|settled)(?i: back| down)? (?i:to|in|into) "
                  + VALUE
                  + END),
          form(
              "works at",
              SUBJECT
                  + " "
                  + NOW
                  + "(?i:work|works|working|am working|is working|are working) "
                  + NOW
                  + "(?i:at|for) "
                  + VALUE
                  + END),
          form(
              "works at",
              SUBJECT
                  + " (?i:have |has )?"
                  + NOW
                  + "(?i:started|joined|got a job|took a job|started working|started a new job)(?i: work(?:ing)?)? (?i:at|for) "
                  + VALUE
                  + END),
          form(
              "works as",
              SUBJECT
                  + " "
                  + NOW
                  + "(?i:work|works|working|am working|is working) "
                  + NOW
                  + "(?i:as) (?i:an? |the )?"
                  + VALUE
                  + END),
          form(
              "studies at",
              SUBJECT
                  + " "
                  + NOW
                  + "(?i:study|studies|studying|am studying|is studying|go to school|goes to school) "
                  + NOW
                  + "(?i:at) "
                  + VALUE
                  + END),
          form(
              "is married to",
              SUBJECT + " " + BE + "? ?" + NOW + "(?i:married|engaged) (?i:to) " + VALUE + END),
          form(
              KNOWN_AS,
              SUBJECT
                  + " (?i:is |am |was )?(?i:also |better |formerly )?(?i:known as|short for|goes by|go by|a\\.?k\\.?a\\.?) "
                  + VALUE
                  + END),
          form(
              "drives",
              SUBJECT + " " + NOW + "(?i:drive|drives) (?i:an? |the |my )?" + VALUE + END),
          form("plays for", SUBJECT + " " + NOW + "(?i:play|plays) (?i:for) " + VALUE + END),
          form(
              "is old",
              SUBJECT
                  + " "
                  + BE
                  + " "
                  + NOW
                  + "(?<value>\\d{1,3}|[\\p{L}-]+) (?i:years old)"
                  + END),
          form(
              "is old",
              "(?<subject>(?i:i|we))['’](?i:m) "
                  + NOW
                  + "(?<value>\\d{1,3}|[\\p{L}-]+) (?i:years old)"
                  + END),
          form(
              "is married to",
              "(?<subject>(?i:i|we))['’](?i:m) "
                  + NOW
                  + "(?i:married|engaged) (?i:to) "
                  + VALUE
                  + END),
          form(
              "",
              "(?i:the )?"
                  + NOW
                  + "(?i:new |current )?"
                  + ROLE
                  + " (?i:of|for|in) (?<subject>[^.,;!?]+?) "
                  + BE
                  + " "
                  + NOW
                  + VALUE
                  + END),
          form(
              "",
              "(?<subject>(?i:my|our)|"
                  + NAME
                  + ")(?:['’]s?)? "
                  + NOW
                  + "(?i:new |current )?"
                  + ROLE
                  + " "
                  + BE
                  + " "
                  + NOW
                  + VALUE
                  + END),
          form(
              "owner",
              "(?<subject>"
                  + NAME
                  + ") "
                  + BE
                  + " "
                  + NOW
                  + "(?i:owned|maintained) (?i:by) "
                  + VALUE
                  + END),
          form(
              "lead",
              "(?<subject>"
                  + NAME
                  + ") "
                  + BE
                  + " "
                  + NOW
                  + "(?i:led|managed|run|headed) (?i:by) "
                  + VALUE
                  + END));

  private static final Pattern NEWS =
      Pattern.compile(
          "\\b(now|currently|new|no longer|instead|these days|as of|from now on|moved|relocated|became|become|has been|have been|joined|took over)\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern OVER =
      Pattern.compile(
          "\\b(no longer|not|never|used to|any ?more|any longer|former|formerly|ex-)\\b|n['’]t\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern DENIED =
      Pattern.compile(
          "\\b(do|does|am|is|are|did)(?: not|n['’]t) |\\b(no longer|not|used to) ",
          Pattern.CASE_INSENSITIVE);

  /** What is only asked, wished or supposed states nothing. */
  private static final Pattern UNREAL =
      Pattern.compile(
          "\\?|\\b(if|would|wish|maybe|perhaps|might|could|hope|want to|plan to|think|thinks|says|said|believes|used to be able)\\b",
          Pattern.CASE_INSENSITIVE);

  /** A form of statement. */
  private record Form(String predicate, Pattern pattern) {}

  private Attributes() {}

  private static Form form(String predicate, String expression) {
    return new Form(predicate, Pattern.compile("(?<![\\p{L}\\p{N}])" + expression));
  }

  /** What a sentence states, if it is of a kind of which only one can be true. */
  static Optional<Attribute> of(String sentence) {
    return UNREAL.matcher(sentence).find() ? Optional.empty() : claimed(sentence);
  }

  /** The same of what somebody only claims. */
  static Optional<Attribute> claimed(String sentence) {
    // Denials are read like what they deny.
    String plain = DENIED.matcher(sentence).replaceAll(" ").replaceAll(" {2,}", " ").strip();
    String denied = sentence.replaceAll("(?i)\\b(do|does|did)(?: not|n['’]t) ", "");
    boolean isOver = OVER.matcher(sentence).find();
    for (Form form : FORMS) {
      Matcher matcher = form.pattern.matcher(isOver ? plain : denied);
      if (matcher.find()) {
        String subject = matcher.group("subject").toLowerCase(Locale.ROOT);
        boolean isSelf = subject.matches("(i|we)(['’](m|ve|re|d))?|my|our");
        String predicate =
            form.predicate.isEmpty()
                ? matcher.group("role").toLowerCase(Locale.ROOT).replace("favorite", "favourite")
                : form.predicate;
        return Optional.of(
            new Attribute(
                isSelf ? "" : String.join(" ", TextAnalysis.terms(subject)),
                predicate,
                matcher.group("value").strip(),
                NEWS.matcher(sentence).find(),
                isOver));
      }
    }
    return Optional.empty();
  }

  /** The subject of a statement as it is written there; empty for the speaker, or none. */
  static Optional<String> subject(String sentence) {
    if (UNREAL.matcher(sentence).find()) {
      return Optional.empty();
    }
    for (Form form : FORMS) {
      Matcher matcher = form.pattern.matcher(sentence);
      if (matcher.find()) {
        String subject =
            matcher.group("subject").replaceAll("(?i)^the ", "").replaceAll("['’]s?$", "");
        return subject.matches(
                "(?i)(i|we)(['’](m|ve|re|d))?|my|our|it|he|she|they|this|that|there|you")
            ? Optional.empty()
            : Optional.of(subject);
      }
    }
    return Optional.empty();
  }
}
