package io.engraph.http;

import io.engraph.agent.AgentReport;
import io.engraph.consolidation.Consolidation;
import io.engraph.forgetting.Forgotten;
import io.engraph.graph.Claim;
import io.engraph.graph.Edge;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.Retention;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.graph.UtilityRule;
import io.engraph.index.TimeSpan;
import io.engraph.ingestion.Ingestion;
import io.engraph.ingestion.TurnOutcome;
import io.engraph.reconsolidation.EdgeEdit;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.LessonChange;
import io.engraph.reconsolidation.PolicyEdit;
import io.engraph.reconsolidation.QueryTrace;
import io.engraph.reconsolidation.QuestionEdit;
import io.engraph.reconsolidation.RecordedFeedback;
import io.engraph.reconsolidation.StoredQuery;
import io.engraph.retrieval.Recall;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the API answers. Fields that are absent are left out. */
@RegisterForReflection
public final class Answers {

  private Answers() {}

  /**
   * What became of observations, in their order.
   *
   * @param agent what the agent's decisions took, and which of them rules took in its place
   */
  public record Ingested(List<Turn> observations, AgentReport agent) {

    static Ingested of(Ingestion.Outcome outcome) {
      return new Ingested(outcome.turns().stream().map(Turn::of).toList(), outcome.agent());
    }

    boolean isAnyPending() {
      return observations.stream().anyMatch(turn -> turn.status().equals("pending"));
    }
  }

  /** What became of one observation. */
  public record Turn(
      Optional<String> id,
      String session,
      int turn,
      String status,
      List<String> nodes,
      Optional<String> note) {

    static Turn of(TurnOutcome outcome) {
      return new Turn(
          outcome.id(),
          outcome.source().session(),
          outcome.source().turn(),
          outcome.status().name().toLowerCase(Locale.ROOT),
          outcome.nodes().stream().map(Object::toString).toList(),
          outcome.note());
    }
  }

  /** What was recalled. */
  public record Recalled(
      Optional<String> queryId,
      String intent,
      List<RecalledNode> nodes,
      List<QueryTrace.Walked> edges,
      String context,
      int tokens,
      Recall.Usage usage,
      Optional<QueryTrace> trace) {

    static Recalled of(Recall recall, boolean explain) {
      return new Recalled(
          recall.trace().map(QueryTrace::query),
          recall.intent().name(),
          recall.nodes().stream().map(RecalledNode::of).toList(),
          recall.walked(),
          recall.context(),
          recall.tokens(),
          recall.usage(),
          recall.trace().filter(_ -> explain));
    }
  }

  /** A node that was recalled. */
  public record RecalledNode(
      String id,
      String kind,
      String text,
      String description,
      double score,
      int hop,
      Optional<Time> time,
      String status,
      Optional<String> until,
      Optional<String> supersededBy,
      List<Source> sources) {

    static RecalledNode of(Recall.RecalledNode recalled) {
      Node node = recalled.node();
      return new RecalledNode(
          node.id().value(),
          node.kind().name(),
          node.content(),
          node.description(),
          recalled.score(),
          recalled.hop(),
          node.time().map(Time::of),
          node.status().name(),
          node.until().map(Instant::toString),
          recalled.supersededBy().map(NodeId::value),
          node.sources().stream().map(Source::of).toList());
    }
  }

  /** When something was or is true. */
  public record Time(String start, String end, String precision) {
    static Time of(TimeSpan span) {
      return new Time(span.start().toString(), span.end().toString(), span.precision().name());
    }
  }

  /** The turn that something was learned from. */
  public record Source(String session, int turn) {
    static Source of(SourceRef ref) {
      return new Source(ref.session(), ref.turn());
    }
  }

  /** Feedback as it was taken. */
  public record FeedbackTaken(String queryId, List<String> influence, List<String> ignored) {
    static FeedbackTaken of(String query, RecordedFeedback feedback) {
      return new FeedbackTaken(query, feedback.influence(), feedback.ignored());
    }
  }

  /** A query: what happened, what was reported, and what that changed. */
  public record ExplainedQuery(
      String queryId,
      String status,
      QueryTrace trace,
      Optional<RecordedFeedback> feedback,
      List<EdgeEdit> edits,
      Optional<PolicyEdit> policyEdit,
      Optional<QuestionEdit> questionEdit,
      List<LessonChange> lessons,
      int dropped,
      AgentReport agent) {

    static ExplainedQuery of(StoredQuery query) {
      return new ExplainedQuery(
          query.trace().query(),
          query.status().name(),
          query.trace(),
          query.feedback(),
          query.edits(),
          query.policyEdit(),
          query.questionEdit(),
          query.lessons(),
          query.dropped(),
          query.agent());
    }
  }

  /**
   * What reconsolidation has changed.
   *
   * @param edits in the order of time
   * @param next where to go on: the {@code after} of the next request; missing at the end
   */
  public record Edits(List<Edit> edits, Optional<String> next) {
    static Edits of(List<EditLog.Entry> entries, int limit) {
      return new Edits(
          entries.stream().map(Edit::of).toList(),
          entries.size() < limit ? Optional.empty() : Optional.of(entries.getLast().id()));
    }
  }

  /**
   * One change: of an edge or of the policy, a question that was remembered, or what was undone.
   */
  public record Edit(
      String id,
      boolean undone,
      Optional<EdgeEdit> edge,
      Optional<PolicyEdit> policy,
      Optional<QuestionEdit> question,
      Optional<LessonChange> lesson,
      Optional<EditLog.UndoEdit> undo) {
    static Edit of(EditLog.Entry entry) {
      return new Edit(
          entry.id(),
          entry.isUndone(),
          entry.edge(),
          entry.policy(),
          entry.question(),
          entry.lesson(),
          entry.undo());
    }
  }

  /** Some nodes, and where the next ones begin. */
  public record Listed(List<ListedNode> nodes, Optional<String> next) {}

  /** A node as a list has it. */
  public record ListedNode(
      String id,
      String kind,
      Optional<String> subtype,
      String text,
      String description,
      Optional<Time> time,
      String learnedAt,
      String status,
      Optional<String> until,
      List<Source> sources) {
    static ListedNode of(Node node) {
      return new ListedNode(
          node.id().value(),
          node.kind().name(),
          node.subtype(),
          node.content(),
          node.description(),
          node.time().map(Time::of),
          node.learnedAt().toString(),
          node.status().name(),
          node.until().map(Instant::toString),
          node.sources().stream().map(Source::of).toList());
    }
  }

  /** The graphs of a table. */
  public record Graphs(List<String> graphs) {}

  /** Turns of a session, in their order. */
  public record Turns(List<ShownTurn> turns) {}

  /** A node with its edges and its sources. */
  public record ShownNode(
      String id,
      String kind,
      Optional<String> subtype,
      String text,
      String description,
      List<String> keywords,
      Optional<Time> time,
      String learnedAt,
      String status,
      Optional<String> until,
      Optional<Roles> claim,
      List<ShownEdge> outgoing,
      List<ShownEdge> incoming,
      List<ShownTurn> sources) {

    static ShownNode of(
        Node node, List<ShownEdge> outgoing, List<ShownEdge> incoming, List<SourceTurn> sources) {
      return new ShownNode(
          node.id().value(),
          node.kind().name(),
          node.subtype(),
          node.content(),
          node.description(),
          node.keywords(),
          node.time().map(Time::of),
          node.learnedAt().toString(),
          node.status().name(),
          node.until().map(Instant::toString),
          node.claim().map(Roles::of),
          outgoing,
          incoming,
          sources.stream().map(ShownTurn::of).toList());
    }
  }

  /** Who says what of whom. */
  public record Roles(
      String source, String target, String predicate, String sentiment, double confidence) {
    static Roles of(Claim claim) {
      return new Roles(
          claim.source().value(),
          claim.target().value(),
          claim.predicate(),
          claim.sentiment().name(),
          claim.confidence());
    }
  }

  /** An edge with its evidence. */
  public record ShownEdge(
      String source,
      String relation,
      String target,
      double utility,
      Optional<Double> prior,
      double helpful,
      double harmful,
      long version) {

    static ShownEdge of(Edge edge, UtilityRule rule) {
      double prior = edge.evidence().prior();
      return new ShownEdge(
          edge.key().source().value(),
          edge.key().relation().label(),
          edge.key().target().value(),
          rule.utility(edge.evidence()),
          Double.isNaN(prior) ? Optional.empty() : Optional.of(prior),
          edge.evidence().helpful(),
          edge.evidence().harmful(),
          edge.version());
    }
  }

  /** What was observed, word for word. */
  public record ShownTurn(
      String session,
      int turn,
      Optional<String> id,
      Optional<String> speaker,
      String text,
      String at,
      String state,
      Map<String, String> metadata) {

    static ShownTurn of(SourceTurn turn) {
      return new ShownTurn(
          turn.ref().session(),
          turn.ref().turn(),
          turn.observationId(),
          turn.speaker(),
          turn.text(),
          turn.at().toString(),
          turn.state().name(),
          turn.metadata());
    }
  }

  /** What a deletion took along, or would. */
  public record Forgot(
      String deletion,
      String state,
      int turnCount,
      int nodeCount,
      List<Source> turns,
      List<String> nodes,
      List<String> rewritten) {
    static Forgot of(Forgotten forgotten) {
      return new Forgot(
          forgotten.id(),
          forgotten.state().name(),
          forgotten.turnCount(),
          forgotten.nodeCount(),
          forgotten.turns().stream().map(Source::of).toList(),
          forgotten.nodes().stream().map(NodeId::value).toList(),
          forgotten.rewritten().stream().map(NodeId::value).toList());
    }
  }

  /** How long a graph keeps what it is told. */
  public record ShownRetention(Optional<String> sources, Optional<String> traces) {
    static ShownRetention of(Retention retention) {
      return new ShownRetention(
          retention.sources().map(Duration::toString), retention.traces().map(Duration::toString));
    }
  }

  /** How far a deletion has come. */
  public record ShownDeletion(String deletion, String state) {}

  /** What putting a graph in order has done. */
  public record Consolidated(int entities, int changes, boolean finished, AgentReport agent) {
    static Consolidated of(Consolidation.Outcome outcome) {
      return new Consolidated(
          outcome.entities(), outcome.changes(), outcome.finished(), outcome.agent());
    }
  }

  /** What putting all graphs in order has done. */
  public record ConsolidatedAll(int graphs, int failed, int changes, boolean finished) {}

  /** A graph as a whole. */
  public record ShownGraph(
      String graph,
      String embeddingModel,
      int dimension,
      String utilityRule,
      String createdAt,
      Map<String, Integer> nodes,
      long indexBytes,
      ShownRetention retention) {}
}
