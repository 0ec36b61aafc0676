package io.engraph.ingestion;

import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.index.IndexLog;
import io.engraph.table.Chunks;
import io.engraph.table.Contention;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the turns of one session before anything else is done with them. A turn gets the next
 * number of its session, and can be found by its words from then on. What was kept before is found
 * again by its identity.
 */
final class TurnKeeper {

  /**
   * A turn that is in the table now.
   *
   * @param turn the turn as it is kept
   * @param isRepeated whether the same call has it already
   */
  record Kept(SourceTurn turn, boolean isRepeated) {

    /** Whether there is work to do on it: it may have been kept by a call that failed later. */
    boolean isPending() {
      return turn.state() == SourceTurn.State.PENDING && !isRepeated;
    }
  }

  private final Table table;
  private final MemoryGraph graph;
  private final IndexLog log;

  TurnKeeper(Table table, MemoryGraph graph, IndexLog log) {
    this.table = table;
    this.graph = graph;
    this.log = log;
  }

  /** What tells an observation from every other of its session. */
  static String identity(Observation observation) {
    return observation
        .id()
        .map(id -> NodeId.of(NodeKind.EPISODE, "id", id))
        .orElseGet(
            () ->
                NodeId.of(
                    NodeKind.EPISODE,
                    "content",
                    observation.speaker().orElse(""),
                    observation.text(),
                    observation.at().toInstant().toString()))
        .value();
  }

  /**
   * Keeps the observations of one session.
   *
   * @param observations by identity, in order
   * @return the turn of each, by identity
   */
  Map<String, Kept> keep(String session, Map<String, Observation> observations) {
    return Contention.retry(() -> attempt(session, observations));
  }

  private Map<String, Kept> attempt(String session, Map<String, Observation> observations) {
    Map<String, SourceRef> before = graph.findTurns(session, observations.keySet());
    Map<SourceRef, SourceTurn> known = graph.turns(before.values());
    Map<String, Kept> kept = new LinkedHashMap<>();
    List<KeptTurn> fresh = new ArrayList<>();
    int number = before.size() == observations.size() ? 0 : graph.lastTurn(session);
    for (Map.Entry<String, Observation> one : observations.entrySet()) {
      SourceRef ref = before.get(one.getKey());
      if (ref != null) {
        kept.put(one.getKey(), new Kept(known.get(ref), false));
      } else {
        SourceTurn turn = turn(new SourceRef(session, ++number), one.getKey(), one.getValue());
        fresh.add(KeptTurn.of(turn));
        kept.put(one.getKey(), new Kept(turn, false));
      }
    }
    write(fresh);
    return kept;
  }

  private static SourceTurn turn(SourceRef ref, String identity, Observation observation) {
    int parts = TextParts.of(observation.text()).size();
    return new SourceTurn(
        ref,
        identity,
        observation.id(),
        observation.speaker(),
        observation.text(),
        observation.at(),
        observation.metadata(),
        SourceTurn.State.PENDING,
        KeptTurn.episodeIds(ref.session(), identity, parts));
  }

  /**
   * In as few transactions as there can be. A turn of very many parts takes several; should the
   * later ones fail, its integration makes the parts that are missing.
   */
  private void write(List<KeptTurn> fresh) {
    List<Write> batch = new ArrayList<>();
    for (KeptTurn turn : fresh) {
      List<Write> writes = new ArrayList<>(graph.keep(turn.turn()));
      List<Node> episodes = turn.episodes();
      for (int part = 0; part < episodes.size(); part++) {
        writes.add(graph.create(episodes.get(part)));
        writes.add(
            log.upsert(turn.entry(part, List.of(), Optional.empty(), Optional.empty(), false)));
      }
      if (batch.size() + writes.size() > Table.MAX_TRANSACTION_WRITES) {
        Chunks.transact(table, batch);
        batch.clear();
      }
      batch.addAll(writes);
    }
    Chunks.transact(table, batch);
  }
}
