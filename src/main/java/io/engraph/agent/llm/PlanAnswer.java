package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.agent.Intent;
import io.engraph.agent.Move;
import io.engraph.agent.QueryPlan;
import io.engraph.agent.QuestionText;
import io.engraph.agent.SeedPlan;
import io.engraph.agent.TimeFocus;
import io.engraph.agent.rules.TimeExpressions;
import io.engraph.graph.NodeKind;
import io.engraph.graph.RelationKind;
import io.engraph.index.TextAnalysis;
import io.engraph.index.TimeSpan;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How to search, as a model plans it within what the caller asked for. */
final class PlanAnswer {

  private static final int MAX_QUERY = 500;
  private static final int MAX_KEYWORDS = 20;

  /** What may be searched for; entities and questions are ways to an answer. */
  private static final Set<NodeKind> ANSWERS =
      EnumSet.complementOf(EnumSet.of(NodeKind.ENTITY, NodeKind.QUESTION));

  private PlanAnswer() {}

  static String data(QuestionText question) {
    return "asked at %s: %s".formatted(question.at(), TolerantJson.quoted(question.text()));
  }

  /**
   * @param byRules the plan of the rules: its kinds and times hold where the model says nothing
   */
  static QueryPlan read(JsonNode answer, QuestionText question, QueryPlan byRules) {
    Fields fields = Fields.of(answer).require("seeds");
    Intent intent = fields.requireChoice("intent", Intent.class);
    TimeFocus focus = fields.choice("focus", TimeFocus.class).orElse(byRules.focus());
    List<SeedPlan> seeds = new ArrayList<>();
    for (Fields seed : fields.objects("seeds")) {
      if (seeds.size() < QueryPlan.MAX_SEEDS) {
        seeds.add(seed(seed, question, intent, byRules.seeds().getFirst()));
      }
    }
    if (seeds.isEmpty()) {
      throw new InvalidAnswerException("seeds is empty");
    }
    List<Move> moves = new ArrayList<>();
    for (Fields move : fields.objects("moves")) {
      if (moves.size() < QueryPlan.MAX_MOVES) {
        moves.add(Move.along(move.requireChoice("atom", Move.Atom.class), relations(move)));
      }
    }
    return new QueryPlan(intent, focus, seeds, moves.isEmpty() ? byRules.moves() : moves);
  }

  private static SeedPlan seed(
      Fields fields, QuestionText question, Intent intent, SeedPlan byRules) {
    Set<String> keywords = new LinkedHashSet<>();
    fields
        .texts("keywords", MAX_KEYWORDS, 100)
        .forEach(word -> keywords.addAll(TextAnalysis.terms(word)));
    Optional<TimeSpan> time =
        fields
            .text("time_expression", 200)
            .flatMap(words -> TimeExpressions.first(words, question.at()));
    return new SeedPlan(
        fields.choice("mode", SeedPlan.Mode.class).orElse(SeedPlan.Mode.HYBRID_MATCH),
        fields.text("query", MAX_QUERY).orElse(question.text()),
        keywords.isEmpty() ? byRules.keywords() : List.copyOf(keywords),
        kinds(fields, question, intent, byRules),
        question.range(),
        time.or(byRules::time));
  }

  /** What the caller asked for holds; claims are for questions of belief. */
  private static Set<NodeKind> kinds(
      Fields fields, QuestionText question, Intent intent, SeedPlan byRules) {
    if (!question.kinds().isEmpty()) {
      return question.kinds();
    }
    Set<NodeKind> kinds = EnumSet.noneOf(NodeKind.class);
    for (String kind : fields.texts("kinds", NodeKind.values().length, 40)) {
      ANSWERS.stream()
          .filter(one -> one.name().equals(kind.toUpperCase(Locale.ROOT)))
          .filter(one -> one != NodeKind.CLAIM || intent == Intent.BELIEF)
          .forEach(kinds::add);
    }
    return kinds.isEmpty() ? byRules.kinds() : kinds;
  }

  private static Set<RelationKind> relations(Fields fields) {
    Set<RelationKind> relations = EnumSet.noneOf(RelationKind.class);
    for (String text : fields.texts("relations", RelationKind.values().length, 40)) {
      for (RelationKind kind : RelationKind.values()) {
        if (kind.name().equals(text.toUpperCase(Locale.ROOT))) {
          relations.add(kind);
        }
      }
    }
    return relations;
  }
}
