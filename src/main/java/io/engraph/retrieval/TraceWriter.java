package io.engraph.retrieval;

import io.engraph.agent.QueryPlan;
import io.engraph.agent.SeedPlan;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.NodeId;
import io.engraph.index.TimeSpan;
import io.engraph.reconsolidation.QueryTrace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes down a recall, bounded, so that the trace stays a small item whatever was walked. */
final class TraceWriter {

  private static final int MAX_CANDIDATES = 24;
  private static final int MAX_WALKED = 60;
  private static final double DIGITS = 10_000;

  private TraceWriter() {}

  static QueryTrace write(
      String query,
      String text,
      Instant askedAt,
      QueryPlan plan,
      Seeding seeding,
      Walk.Result walk,
      List<Recall.RecalledNode> nodes,
      int tokens,
      Budgets budgets,
      RetrievalPolicy policy) {
    Set<String> answered =
        nodes.stream().map(one -> one.node().id().value()).collect(Collectors.toSet());
    return new QueryTrace(
        query,
        text,
        askedAt.toString(),
        plan.intent().name(),
        plan.focus().name(),
        plans(plan, seeding),
        candidates(seeding, walk, budgets),
        steps(walk, answered),
        nodes.stream()
            .map(
                one ->
                    new QueryTrace.Loaded(
                        one.node().id().value(),
                        rounded(one.score()),
                        rounded(one.access()),
                        rounded(one.similarity()),
                        rounded(one.path()),
                        one.hop()))
            .toList(),
        tokens,
        byWeight(policy),
        seeding.pastQuestions().stream()
            .map(
                past ->
                    new QueryTrace.PastQuestion(
                        past.node(), past.evidence(), rounded(past.weight())))
            .toList());
  }

  /** The weights, the greatest first. */
  private static Map<String, Double> byWeight(RetrievalPolicy policy) {
    Map<String, Double> weights = new LinkedHashMap<>();
    policy.weights().entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(weight -> weights.put(weight.getKey(), weight.getValue()));
    return weights;
  }

  private static List<QueryTrace.Plan> plans(QueryPlan plan, Seeding seeding) {
    List<QueryTrace.Plan> plans = new ArrayList<>();
    for (int i = 0; i < plan.seeds().size(); i++) {
      SeedPlan seed = plan.seeds().get(i);
      plans.add(
          new QueryTrace.Plan(
              seed.mode().name(),
              seed.keywords(),
              seed.kinds().stream().map(Enum::name).sorted().toList(),
              seed.range().map(TimeSpan::start).map(Instant::toString),
              seed.range().map(TimeSpan::end).map(Instant::toString),
              seed.time().map(TimeSpan::start).map(Instant::toString),
              seed.time().map(TimeSpan::end).map(Instant::toString),
              seeding.widened().get(i)));
    }
    return plans;
  }

  private static List<QueryTrace.Candidate> candidates(
      Seeding seeding, Walk.Result walk, Budgets budgets) {
    List<QueryTrace.Candidate> candidates = new ArrayList<>();
    for (SeedScores.Seed seed : seeding.seeds()) {
      if (candidates.size() == MAX_CANDIDATES) {
        break;
      }
      Map<String, Double> channels = new LinkedHashMap<>();
      seed.channels().forEach((name, score) -> channels.put(name, rounded(score)));
      channels.put(
          RetrievalPolicy.PATH, rounded(walk.reached().get(new NodeId(seed.node())).path()));
      candidates.add(
          new QueryTrace.Candidate(
              seed.node(),
              rounded(seed.score()),
              channels,
              candidates.size() < budgets.entryNodes()));
    }
    return candidates;
  }

  private static List<QueryTrace.Step> steps(Walk.Result walk, Set<String> answered) {
    List<QueryTrace.Step> steps = new ArrayList<>();
    int room = MAX_WALKED;
    for (Expansion.Step step : walk.steps()) {
      List<QueryTrace.Walked> walked =
          step.edges().stream()
              .filter(followed -> answered.contains(followed.to().value()))
              .filter(followed -> !isWayBack(followed, walk))
              .sorted(
                  Comparator.comparingDouble(Expansion.Followed::access)
                      .reversed()
                      .thenComparing(followed -> followed.edge().key()))
              .limit(room)
              .map(TraceWriter::walked)
              .toList();
      room -= walked.size();
      steps.add(
          new QueryTrace.Step(
              step.atom().name(),
              step.expanded().stream().map(Object::toString).toList(),
              step.edgesRead(),
              step.isWidened(),
              walked,
              changes(step, answered)));
    }
    return steps;
  }

  private static List<QueryTrace.Change> changes(Expansion.Step step, Set<String> answered) {
    return step.changes().stream()
        .filter(change -> answered.contains(change.after().node().value()))
        .map(
            change ->
                new QueryTrace.Change(
                    change.after().node().value(),
                    rounded(change.before()),
                    rounded(change.after().access()),
                    change.reason()))
        .toList();
  }

  /** Whether an edge leads to a node that is nearer to the entry nodes than where it came from. */
  private static boolean isWayBack(Expansion.Followed followed, Walk.Result walk) {
    return walk.reached().get(followed.to()).hop() < walk.reached().get(followed.from()).hop();
  }

  private static QueryTrace.Walked walked(Expansion.Followed followed) {
    EdgeKey key = followed.edge().key();
    return new QueryTrace.Walked(
        key.source().value(),
        key.relation().label(),
        key.target().value(),
        followed.from().value(),
        followed.to().value(),
        rounded(followed.utility()),
        rounded(followed.access()),
        followed.hop());
  }

  private static double rounded(double value) {
    return Math.round(value * DIGITS) / DIGITS;
  }
}
