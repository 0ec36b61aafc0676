package io.engraph.http;

import static java.util.Objects.requireNonNull;

import io.engraph.forgetting.Forgetting;
import io.engraph.forgetting.Forgotten;
import io.engraph.forgetting.Forgotten.State;
import io.engraph.forgetting.Target;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeId;
import io.engraph.graph.Retention;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** The use cases that delete: an id in, what is gone out. */
@Singleton
public class ForgettingApi {

  private final Forgetting forgetting;
  private final Table table;

  public ForgettingApi(Forgetting forgetting, Table table) {
    this.forgetting = requireNonNull(forgetting, "forgetting is null");
    this.table = requireNonNull(table, "table is null");
  }

  /** Answers a request that is one of these use cases'. */
  public Optional<ApiAnswer> answer(ApiRequest request) {
    boolean isDryRun = request.isTrue("dryRun");
    if (request.is("DELETE")) {
      return Optional.of(graph(request.graph(), isDryRun));
    }
    if (request.is("DELETE", "nodes", null)) {
      return Optional.of(
          node(request.graph(), request.segment(1), request.isTrue("keepSources"), isDryRun));
    }
    if (request.is("DELETE", "sessions", null)) {
      return Optional.of(session(request.graph(), request.segment(1), isDryRun));
    }
    if (request.is("DELETE", "sessions", null, "turns", null)) {
      return Optional.of(turn(request.graph(), request.segment(1), request.segment(3), isDryRun));
    }
    if (request.is("POST", "retention")) {
      return Optional.of(retention(request.graph(), request.body()));
    }
    return request.is("GET", "deletions", null)
        ? Optional.of(deletion(request.graph(), request.segment(1)))
        : Optional.empty();
  }

  /** Forgets a graph. */
  public ApiAnswer graph(String graph, boolean isDryRun) {
    return forget(graph(graph), new Target.WholeGraph(), isDryRun);
  }

  /** Forgets a session. */
  public ApiAnswer session(String graph, String session, boolean isDryRun) {
    MemoryGraph memory = graph(graph);
    boolean isThere =
        memory.turnsOf(session).stream()
            .anyMatch(turn -> turn.state() != SourceTurn.State.FORGOTTEN);
    if (!isThere) {
      throw new NotFoundException("session", Requests.printable(session));
    }
    return forget(memory, new Target.Session(session), isDryRun);
  }

  /** Forgets a turn of a session. */
  public ApiAnswer turn(String graph, String session, String turn, boolean isDryRun) {
    MemoryGraph memory = graph(graph);
    SourceRef ref = new SourceRef(session, Requests.turnNumber(turn));
    SourceTurn found = memory.turns(List.of(ref)).get(ref);
    if (found == null || found.state() == SourceTurn.State.FORGOTTEN) {
      throw new NotFoundException("turn", Requests.printable(session + "/" + turn));
    }
    return forget(memory, new Target.Turn(ref), isDryRun);
  }

  /**
   * Forgets a node, and the turns that say it; of an entity, everything that names it.
   *
   * @param keepsSources whether only the node goes
   */
  public ApiAnswer node(String graph, String node, boolean keepsSources, boolean isDryRun) {
    MemoryGraph memory = graph(graph);
    NodeId id = Requests.node(node);
    if (memory.node(id).isEmpty()) {
      throw new NotFoundException("node", id.value());
    }
    return forget(memory, new Target.OfNode(id, keepsSources), isDryRun);
  }

  /** Sets how long a graph keeps what it is told; what is not said is as for all graphs. */
  public ApiAnswer retention(String graph, byte[] body) {
    MemoryGraph memory = graph(graph);
    Retention retention = Requests.retention(Json.read(body, RetentionRequest.class));
    table.transact(List.of(memory.replace(memory.settings().orElseThrow().keeping(retention))));
    return new ApiAnswer(200, Answers.ShownRetention.of(retention));
  }

  /** How far a deletion has come: one that is over is not kept. */
  public ApiAnswer deletion(String graph, String deletion) {
    GraphId id = Requests.graph(graph);
    if (!Ulids.isValid(deletion)) {
      throw new NotFoundException("deletion", Requests.printable(deletion));
    }
    return new ApiAnswer(
        200,
        new Answers.ShownDeletion(
            deletion,
            forgetting.isRunning(id, deletion) ? State.RUNNING.name() : State.DONE.name()));
  }

  private MemoryGraph graph(String graph) {
    MemoryGraph memory = new MemoryGraph(table, Requests.graph(graph));
    if (memory.settings().isEmpty()) {
      throw new NotFoundException("graph", memory.id().value());
    }
    return memory;
  }

  private ApiAnswer forget(MemoryGraph graph, Target target, boolean isDryRun) {
    Forgotten forgotten =
        isDryRun ? forgetting.plan(graph.id(), target) : forgetting.forget(graph.id(), target);
    return new ApiAnswer(
        forgotten.state() == State.RUNNING ? 202 : 200, Answers.Forgot.of(forgotten));
  }
}
