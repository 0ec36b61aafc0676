package io.engraph.agent.rules;

import io.engraph.agent.Intent;
import io.engraph.agent.Move;
import io.engraph.agent.Move.Atom;
import io.engraph.agent.QueryPlan;
import io.engraph.agent.QuestionText;
import io.engraph.agent.SeedPlan;
import io.engraph.agent.TimeFocus;
import io.engraph.graph.NodeKind;
import io.engraph.graph.RelationKind;
import io.engraph.index.TextAnalysis;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the intent off the words of the question, and searches by everything that it has. */
final class Planner {

  /** In the order in which they are tried: the first that fits holds. */
  private static final Map<Intent, Pattern> INTENTS = new LinkedHashMap<>();

  static {
    intent(
        Intent.BELIEF,
        "\\b(think|thinks|thought of|opinions?|beliefs?|believes?|claims?|feels? about|felt about|sa(y|ys|id) (about|of)|according to|views? (on|of|about))\\b");
    intent(
        Intent.COMPARE,
        "\\b(compare[ds]?|comparison|differences?|differ|versus|vs|both|in common|rather than|more than|less than|better than|worse than)\\b");
    intent(
        Intent.WHEN,
        "\\b(when|what (year|month|day|date|time)|which (year|month|day)|how long)\\b");
    intent(Intent.WHY, "\\b(why|what (is|was|were|are) the reasons?|what (made|caused))\\b");
    intent(Intent.WHERE, "\\b(where|(what|which) (city|country|town|place))\\b");
    intent(Intent.WHO, "\\b(who|whom|whose)\\b");
    intent(Intent.HOW, "\\bhow\\b");
    intent(Intent.WHAT, "\\b(what|which)\\b");
  }

  /** Entities are ways to an answer and claims are answers of their own kind: both are left out. */
  private static final Set<NodeKind> ANSWERS =
      EnumSet.complementOf(EnumSet.of(NodeKind.ENTITY, NodeKind.QUESTION, NodeKind.CLAIM));

  /** Words that make a text a question, and say nothing of what an answer is about. */
  private static final Set<String> QUESTION_WORDS =
      Set.copyOf(
          new HashSet<>(
              TextAnalysis.terms(
                  "who whom whose what when where why how which did does do has have had would"
                      + " could should can is are was were")));

  private static final Set<RelationKind> EXPLAINING =
      Set.of(RelationKind.CAUSAL, RelationKind.LOGICAL);

  /** A run of words that begin with a capital, after another word. */
  private static final Pattern NAME =
      Pattern.compile(
          "(?<=[\\p{L}\\p{N},;] )\\p{Lu}[\\p{L}\\p{M}'’-]+(?: \\p{Lu}[\\p{L}\\p{M}'’-]+)*");

  private static final Pattern PRESENT =
      words(
          "now|nowadays|currently|current|at present|these days|latest|still|at the moment|most recent");

  private static final Pattern PAST =
      words(
          "used to|previous|previously|formerly|former|before|back then|in the past|originally|earlier|at first|once");

  private Planner() {}

  private static Pattern words(String alternatives) {
    return Pattern.compile(
        "\\b(" + alternatives + ")\\b", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  private static void intent(Intent intent, String expression) {
    INTENTS.put(
        intent, Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
  }

  static QueryPlan plan(QuestionText question) {
    Intent intent =
        INTENTS.entrySet().stream()
            .filter(rule -> rule.getValue().matcher(question.text()).find())
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(Intent.DETAIL);
    TimeFocus focus = focus(question.text());
    List<String> keywords = TextAnalysis.terms(question.text()).stream().distinct().toList();
    if (keywords.isEmpty()) {
      return new QueryPlan(intent, focus, List.of(), List.of());
    }
    return new QueryPlan(
        intent,
        focus,
        List.of(
            new SeedPlan(
                SeedPlan.Mode.HYBRID_MATCH,
                question.text(),
                withoutQuestionWords(keywords),
                kinds(question, intent),
                question.range(),
                TimeExpressions.asked(question.text(), question.at()))),
        moves(intent, focus, question));
  }

  private static TimeFocus focus(String question) {
    if (PAST.matcher(question).find()) {
      return TimeFocus.PAST;
    }
    return PRESENT.matcher(question).find() ? TimeFocus.PRESENT : TimeFocus.ANY;
  }

  /**
   * How to go on. What explains lies along causes, what is compared has things in common, and how
   * something is done or who does it lies behind what the question is like.
   */
  private static List<Move> moves(Intent intent, TimeFocus focus, QuestionText question) {
    List<Move> moves = new ArrayList<>();
    if (intent == Intent.COMPARE || namesSeveral(question.text())) {
      moves.add(Move.of(Atom.INTERSECT));
    }
    switch (intent) {
      case WHY -> moves.add(Move.along(Atom.PATH_SEARCH, EXPLAINING));
      case HOW, WHO -> moves.add(Move.of(Atom.SUBGRAPH_BEAM));
      default -> {}
    }
    moves.add(new Move(Atom.TRAVERSE, Set.of(), question.range()));
    moves.add(Move.of(Atom.GROUND));
    if (focus == TimeFocus.PRESENT) {
      moves.add(Move.of(Atom.TEMPORAL_DECAY));
    }
    if (focus != TimeFocus.PAST) {
      moves.add(Move.of(Atom.CONFLICT_INHIBIT));
    }
    return moves;
  }

  /** Whether there is more than one name in the question, but at its beginning. */
  private static boolean namesSeveral(String question) {
    return NAME.matcher(question).results().limit(2).count() == 2;
  }

  /** The words that an answer may have; all of them where a question has no others. */
  private static List<String> withoutQuestionWords(List<String> keywords) {
    List<String> content =
        keywords.stream().filter(word -> !QUESTION_WORDS.contains(word)).toList();
    return content.isEmpty() ? keywords : content;
  }

  private static Set<NodeKind> kinds(QuestionText question, Intent intent) {
    if (!question.kinds().isEmpty()) {
      return question.kinds();
    }
    Set<NodeKind> kinds = EnumSet.copyOf(ANSWERS);
    if (intent == Intent.BELIEF) {
      kinds.add(NodeKind.CLAIM);
    }
    return kinds;
  }
}
