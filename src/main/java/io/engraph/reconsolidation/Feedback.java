package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.Agents;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.table.ConditionFailedException;
import io.engraph.table.Table;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes the report on a query, which completes its trace. The completed trace is the event that
 * starts reconsolidation: in the cloud the table's stream carries it, in a local run the {@link
 * Completions} that was given here.
 */
public final class Feedback {

  /** Hears of completed traces. */
  @FunctionalInterface
  public interface Completions {
    void completed(TraceCompleted event);
  }

  /** A query's feedback was given for a second time. */
  public static final class AlreadyGivenException extends RuntimeException {
    public AlreadyGivenException(String query) {
      super("feedback on query %s was given before: it counts once".formatted(query));
    }
  }

  /** There is no such query, or it has expired. */
  public static final class UnknownQueryException extends RuntimeException {
    public UnknownQueryException(String query) {
      super("graph has no query %s: it was never asked, or its trace has expired".formatted(query));
    }
  }

  private final Table table;
  private final Agents agents;
  private final Clock clock;
  private final Completions completions;

  public Feedback(Table table, Agents agents, Clock clock, Completions completions) {
    this.table = requireNonNull(table, "table is null");
    this.agents = requireNonNull(agents, "agents is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.completions = requireNonNull(completions, "completions is null");
  }

  /**
   * Takes a report. Only nodes that were loaded for the query count.
   *
   * @return the report as it was taken
   * @throws UnknownQueryException if the graph has no such query
   * @throws AlreadyGivenException if there was a report before; nothing is changed then
   */
  public RecordedFeedback report(GraphId graph, String query, FeedbackReport report) {
    QueryTraces traces = new QueryTraces(table, graph);
    StoredQuery stored =
        traces.find(query, clock).orElseThrow(() -> new UnknownQueryException(query));
    RecordedFeedback feedback = recorded(graph, stored.trace(), report);
    try {
      table.transact(List.of(traces.complete(query, feedback)));
    } catch (ConditionFailedException e) {
      // Forgotten meanwhile, or reported on.
      throw traces.find(query, clock).isPresent()
          ? new AlreadyGivenException(query)
          : new UnknownQueryException(query);
    }
    completions.completed(new TraceCompleted(graph, query));
    return feedback;
  }

  private RecordedFeedback recorded(GraphId graph, QueryTrace trace, FeedbackReport report) {
    Set<String> loaded =
        trace.loaded().stream().map(QueryTrace.Loaded::node).collect(Collectors.toSet());
    boolean isInferred = report.influence().isEmpty() && report.answer().isPresent();
    List<String> reported =
        isInferred
            ? inferred(graph, trace, report.answer().get())
            : report.influence().orElse(List.of());
    Set<String> influence = new LinkedHashSet<>();
    List<String> ignored = new ArrayList<>();
    for (String node : reported) {
      if (!loaded.contains(node) || !influence.add(node)) {
        ignored.add(node);
      }
    }
    List<FeedbackReport.Transition> transitions = new ArrayList<>();
    for (FeedbackReport.Transition transition : report.transitions()) {
      boolean isKnown = loaded.contains(transition.from()) && loaded.contains(transition.to());
      if (isKnown && !transition.from().equals(transition.to())) {
        transitions.add(transition);
      } else {
        ignored.add("%s -> %s".formatted(transition.from(), transition.to()));
      }
    }
    return new RecordedFeedback(
        List.copyOf(influence),
        ignored,
        report.outcome(),
        report.confidence(),
        report.answer(),
        isInferred,
        transitions,
        report.caller(),
        clock.instant().toString());
  }

  private List<String> inferred(GraphId graph, QueryTrace trace, String answer) {
    List<Node> nodes =
        new MemoryGraph(table, graph)
                .nodes(trace.loaded().stream().map(one -> new NodeId(one.node())).toList())
                .values()
                .stream()
                .sorted((one, two) -> one.id().compareTo(two.id()))
                .toList();
    return agents.open(graph).inferInfluence(trace.text(), answer, nodes).stream()
        .map(NodeId::value)
        .toList();
  }
}
