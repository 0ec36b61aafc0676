package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.AgentSession;
import io.engraph.agent.Agents;
import io.engraph.agent.CompletedRecall;
import io.engraph.agent.EdgeDecision;
import io.engraph.agent.EdgeDecision.Action;
import io.engraph.agent.LabelledTransition;
import io.engraph.agent.LessonEdit;
import io.engraph.agent.NodeReader;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.Evidence;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.LearnedPolicy;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.Relation;
import io.engraph.graph.UtilityRule;
import io.engraph.index.IndexLog;
import io.engraph.reconsolidation.StoredQuery.Status;
import io.engraph.table.Contention;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Write;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes the graph by what was recalled and how that went (REALM). A completed query is applied
 * exactly once: its edges, their log and the mark that it is done are one transaction.
 */
public final class Reconsolidation {

  /**
   * With an edit for each, two checks of nodes, a step of the policy, a question with its links,
   * lessons with theirs, and the mark, these fit one transaction.
   */
  private static final int MAX_DECISIONS = 13;

  private final Table table;
  private final Agents agents;
  private final Ulids ulids;
  private final Clock clock;
  private final Settings settings;

  /**
   * What a completed query may change.
   *
   * @param edges whether edges are added, strengthened and weakened
   * @param policy whether the weights of the ranking channels move
   * @param questions whether a question that was answered well is remembered
   * @param lessons whether lessons are curated
   */
  public record Settings(boolean edges, boolean policy, boolean questions, boolean lessons) {}

  public Reconsolidation(Table table, Agents agents, Ulids ulids, Clock clock, Settings settings) {
    this.table = requireNonNull(table, "table is null");
    this.agents = requireNonNull(agents, "agents is null");
    this.ulids = requireNonNull(ulids, "ulids is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.settings = requireNonNull(settings, "settings is null");
  }

  /**
   * Reconsolidates a completed query. A query that is not completed, not known, or done already is
   * left alone, so the event may come any number of times.
   *
   * @return the edits that this call made
   */
  public List<EdgeEdit> handle(TraceCompleted event) {
    AgentSession session = agents.open(event.graph());
    Decisions decisions = new Decisions(session);
    return Contention.retry(() -> attempt(event, session, decisions));
  }

  /** What an agent decides on a recall: once, however often the write has to be tried. */
  private final class Decisions {
    private final AgentSession session;
    private boolean isTaken;
    private List<EdgeDecision> edges = List.of();
    private List<LessonEdit> lessons = List.of();

    Decisions(AgentSession session) {
      this.session = session;
    }

    void take(CompletedRecall recall) {
      if (!isTaken) {
        edges = settings.edges() ? session.reconsolidate(recall) : List.of();
        lessons = settings.lessons() ? session.reflect(recall) : List.of();
        isTaken = true;
      }
    }
  }

  private List<EdgeEdit> attempt(TraceCompleted event, AgentSession session, Decisions decided) {
    MemoryGraph graph = new MemoryGraph(table, event.graph());
    QueryTraces traces = new QueryTraces(table, event.graph());
    EditLog log = new EditLog(table, event.graph());
    Optional<StoredQuery> query =
        traces.find(event.query(), clock).filter(stored -> stored.status() == Status.COMPLETED);
    Optional<GraphSettings> made = graph.settings();
    if (query.isEmpty() || made.isEmpty()) {
      return List.of();
    }
    CompletedRecall recall = recall(query.get(), graph::nodes);
    decided.take(recall);
    List<EdgeDecision> decisions = decided.edges;
    Set<NodeId> loaded = Set.copyOf(recall.loaded());
    Map<NodeId, Node> nodes = graph.nodes(loaded);
    Set<NodeId> alive = nodes.keySet();
    List<EdgeDecision> valid = valid(decisions, recall, loaded, alive);

    Map<EdgeKey, Edge> edges = graph.edges(valid.stream().map(EdgeDecision::edge).toList());
    List<Write> writes = new ArrayList<>();
    List<EdgeEdit> edits = new ArrayList<>();
    Set<NodeId> required = new LinkedHashSet<>();
    for (EdgeDecision decision : valid) {
      Optional<Edge> before = Optional.ofNullable(edges.get(decision.edge()));
      Optional<Edge> after = apply(decision, before);
      if (after.isPresent()) {
        UtilityRule rule = made.get().utilityRule();
        if (before.isEmpty()) {
          required.add(decision.edge().source());
          required.add(decision.edge().target());
        }
        writes.add(
            before.isEmpty() ? graph.create(after.get(), rule) : graph.replace(after.get(), rule));
        EdgeEdit edit = edit(query.get(), decision, before, after.get(), rule);
        edits.add(edit);
        writes.add(log.write(edit));
      }
    }
    Optional<RememberedQuestion> question =
        settings.questions() ? RememberedQuestion.of(graph, query.get(), alive) : Optional.empty();
    question.ifPresent(one -> required.addAll(one.evidence()));
    List<LessonChange> lessons =
        new LessonCuration(
                graph, made.get(), new IndexLog(graph.id().value(), ulids), ulids, clock.instant())
            .apply(decided.lessons, query.get(), nodes, writes);
    lessons.forEach(change -> writes.add(log.write(change)));
    // A lesson that is retired is written on the condition that it is there: one write a node.
    lessons.stream()
        .flatMap(one -> one.retired().stream())
        .map(NodeId::new)
        .forEach(required::remove);
    required.forEach(node -> writes.add(graph.requireNode(node)));
    Optional<PolicyEdit> policyEdit = policy(graph, log, query.get(), writes);
    Optional<QuestionEdit> questionEdit =
        question.map(one -> remember(graph, made.get(), log, query.get(), one, writes));
    writes.add(
        traces.reconsolidated(
            event.query(),
            edits,
            policyEdit,
            questionEdit,
            lessons,
            decisions.size() - edits.size(),
            session.report()));
    if (made.get().isOld()) {
      writes.add(graph.replace(made.get().migrated()));
    }
    table.transact(writes);
    return edits;
  }

  /** One step of the retrieval policy, within what its caller may still move. */
  private Optional<PolicyEdit> policy(
      MemoryGraph graph, EditLog log, StoredQuery query, List<Write> writes) {
    RecordedFeedback feedback = query.feedback().orElseThrow();
    Map<String, Long> step = settings.policy() ? PolicyStep.of(query.trace(), feedback) : Map.of();
    if (step.isEmpty()) {
      return Optional.empty();
    }
    PolicyMove move = PolicyMove.of(graph, feedback.caller(), step);
    PolicyEdit edit =
        new PolicyEdit(
            ulids.next(),
            query.trace().query(),
            feedback.caller(),
            step,
            shifts(step, move.before()),
            shifts(step, move.after()),
            clock.instant().toString());
    writes.addAll(move.writes(graph));
    writes.add(log.write(edit));
    return Optional.of(edit);
  }

  private QuestionEdit remember(
      MemoryGraph graph,
      GraphSettings made,
      EditLog log,
      StoredQuery query,
      RememberedQuestion question,
      List<Write> writes) {
    QuestionEdit edit =
        new QuestionEdit(
            ulids.next(),
            query.trace().query(),
            query.feedback().orElseThrow().caller(),
            question.node().id().value(),
            question.evidence().stream().map(NodeId::value).toList(),
            clock.instant().toString());
    writes.addAll(question.writes(graph, made, new IndexLog(graph.id().value(), ulids)));
    writes.add(log.write(edit));
    return edit;
  }

  private static Map<String, Double> shifts(Map<String, Long> step, LearnedPolicy learned) {
    return step.keySet().stream().collect(Collectors.toMap(channel -> channel, learned::shift));
  }

  private static CompletedRecall recall(StoredQuery query, NodeReader reader) {
    RecordedFeedback feedback = query.feedback().orElseThrow();
    List<NodeId> loaded =
        query.trace().loaded().stream().map(node -> new NodeId(node.node())).toList();
    List<NodeId> influence = feedback.influence().stream().map(NodeId::new).toList();
    return new CompletedRecall(
        loaded,
        query.trace().steps().stream()
            .flatMap(step -> step.walked().stream())
            .map(Reconsolidation::walked)
            .toList(),
        influence,
        feedback.outcome(),
        feedback.weight(),
        feedback.transitions().stream()
            .map(
                one ->
                    new LabelledTransition(
                        new NodeId(one.from()),
                        new NodeId(one.to()),
                        one.label(),
                        one.confidence()))
            .toList(),
        query.trace().text(),
        feedback.answer(),
        reader);
  }

  private static CompletedRecall.WalkedEdge walked(QueryTrace.Walked walked) {
    return new CompletedRecall.WalkedEdge(
        new EdgeKey(
            new NodeId(walked.source()),
            Relation.find(walked.relation()).orElseThrow(),
            new NodeId(walked.target())),
        new NodeId(walked.from()),
        new NodeId(walked.to()));
  }

  /** What an agent may decide: on loaded nodes that are still there, or edges that were walked. */
  private static List<EdgeDecision> valid(
      List<EdgeDecision> decisions, CompletedRecall recall, Set<NodeId> loaded, Set<NodeId> alive) {
    Set<EdgeKey> walked =
        recall.walked().stream().map(CompletedRecall.WalkedEdge::edge).collect(Collectors.toSet());
    Set<EdgeKey> seen = new HashSet<>();
    return decisions.stream()
        .filter(decision -> decision.confidence() >= 0 && decision.confidence() <= 1)
        .filter(
            decision ->
                walked.contains(decision.edge())
                    || (loaded.contains(decision.edge().source())
                        && loaded.contains(decision.edge().target())))
        .filter(
            decision ->
                (decision.action() != Action.ADD && decision.action() != Action.ASSOCIATE)
                    || (alive.contains(decision.edge().source())
                        && alive.contains(decision.edge().target())))
        .filter(decision -> seen.add(decision.edge()))
        .limit(MAX_DECISIONS)
        .toList();
  }

  /** The edge after the decision; empty when there is nothing to strengthen or weaken. */
  private static Optional<Edge> apply(EdgeDecision decision, Optional<Edge> before) {
    return EdgeChange.after(decision.action(), decision.confidence(), before.map(Edge::evidence))
        .map(
            evidence ->
                before
                    .map(edge -> edge.with(evidence))
                    .orElseGet(() -> Edge.learned(decision.edge(), evidence)));
  }

  private EdgeEdit edit(
      StoredQuery query,
      EdgeDecision decision,
      Optional<Edge> before,
      Edge after,
      UtilityRule rule) {
    Optional<Evidence> evidenceBefore = before.map(Edge::evidence);
    return new EdgeEdit(
        ulids.next(),
        query.trace().query(),
        query.feedback().orElseThrow().caller(),
        after.key().source().value(),
        after.key().relation().label(),
        after.key().target().value(),
        decision.action(),
        decision.confidence(),
        decision.reason(),
        evidenceBefore.map(EdgeEdit.Counts::of),
        EdgeEdit.Counts.of(after.evidence()),
        evidenceBefore.map(rule::utility),
        rule.utility(after.evidence()),
        clock.instant().toString());
  }
}
