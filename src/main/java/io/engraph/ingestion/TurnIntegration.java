package io.engraph.ingestion;

import io.engraph.agent.Agent;
import io.engraph.agent.Candidacy;
import io.engraph.agent.EntityMention;
import io.engraph.agent.Extraction;
import io.engraph.agent.Integration;
import io.engraph.agent.MemoryUnit;
import io.engraph.graph.Claim;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TextAnalysis;
import io.engraph.index.TimeSpan;
import io.engraph.table.Chunks;
import io.engraph.table.Contention;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes what a kept turn says part of the graph: units are added to it or merged, entities are made
 * once, all are linked, and the turn is marked as integrated in the same transaction.
 */
final class TurnIntegration {

  /**
   * A turn with what the agent read in it.
   *
   * @param kept the turn
   * @param extractions what each part of it says
   */
  record Read(KeptTurn kept, List<Extraction> extractions) {

    /** The texts that the turn is embedded by: its parts, then its units. */
    List<String> texts() {
      List<String> texts = new ArrayList<>();
      for (int part = 0; part < kept.parts().size(); part++) {
        texts.add(kept.spoken(part));
      }
      for (Extraction extraction : extractions) {
        extraction.units().forEach(unit -> texts.add(spoken(unit)));
      }
      return texts;
    }

    private String spoken(MemoryUnit unit) {
      return kept.turn().speaker().map(name -> name + ": " + unit.content()).orElse(unit.content());
    }
  }

  private final Table table;
  private final MemoryGraph graph;
  private final GraphSettings settings;
  private final IndexLog log;
  private final Agent agent;
  private final SimilarNodes similar;
  private final List<Draft> committed = new ArrayList<>();

  TurnIntegration(
      Table table,
      MemoryGraph graph,
      GraphSettings settings,
      IndexLog log,
      Agent agent,
      SimilarNodes similar) {
    this.table = table;
    this.graph = graph;
    this.settings = settings;
    this.log = log;
    this.agent = agent;
    this.similar = similar;
  }

  /**
   * Integrates a turn. Doing it again, after it failed in the middle, ends in the same graph.
   *
   * @param vectors the embeddings of {@link Read#texts()}
   * @return the turn as it is integrated
   */
  SourceTurn integrate(Read read, List<float[]> vectors) {
    // Decided once, however often the write has to be tried.
    List<Decided> decided = new ArrayList<>();
    return Contention.retry(() -> attempt(read, vectors, decided));
  }

  /** What the agent was offered for a unit, and what it decided. */
  private record Decided(Candidacy offered, Integration decision) {}

  private SourceTurn attempt(Read read, List<float[]> vectors, List<Decided> decided) {
    SourceTurn turn = graph.turns(List.of(read.kept.turn().ref())).get(read.kept.turn().ref());
    if (turn == null || turn.state() != SourceTurn.State.PENDING) {
      return turn == null ? read.kept.turn() : turn;
    }
    Draft draft = new Draft();
    episodes(read, vectors, draft);
    units(read, vectors, draft, decided);
    SourceTurn integrated =
        new SourceTurn(
            turn.ref(),
            turn.identity(),
            turn.observationId(),
            turn.speaker(),
            turn.text(),
            turn.at(),
            turn.metadata(),
            SourceTurn.State.INTEGRATED,
            draft.nodesOf(read.kept.episodeIds()));
    List<Write> writes = draft.writes(graph, settings, log);
    writes.add(graph.integrated(integrated));
    // Whatever it takes: nothing of a turn that was deleted meanwhile. Should it be lost, so is
    // that the turn is integrated, and it is integrated again.
    Chunks.transact(table::transactUnsynced, writes, graph.requirePending(integrated.ref()));
    committed.add(draft);
    return integrated;
  }

  /**
   * Looks whether what the turns were linked to is still there, since it may have been forgotten
   * between the look at it and the commit: an entity that they name is made again, and a link to
   * anything else that is gone is removed. One read for all turns since the last call.
   */
  void settle() {
    Set<NodeId> ends =
        committed.stream()
            .flatMap(draft -> draft.relied().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!ends.isEmpty()) {
      Contention.retry(
          () -> {
            ends.removeAll(graph.nodes(ends).keySet());
            for (Draft draft : ends.isEmpty() ? List.<Draft>of() : committed) {
              Chunks.transact(table, draft.repairs(graph, log, ends));
            }
            return ends;
          });
    }
    committed.clear();
  }

  private void episodes(Read read, List<float[]> vectors, Draft draft) {
    KeptTurn kept = read.kept;
    List<Node> episodes = kept.episodes();
    Optional<NodeId> previous = lastEpisodeBefore(kept.turn().ref());
    for (int part = 0; part < episodes.size(); part++) {
      NodeId episode = episodes.get(part).id();
      draft.node(episodes.get(part));
      previous.ifPresent(before -> draft.edge(before, Relation.PRECEDES, episode));
      List<NodeId> entities = new ArrayList<>();
      for (EntityMention mention : read.extractions.get(part).mentions()) {
        NodeId entity = entity(mention, kept.turn(), draft);
        entities.add(entity);
        boolean isSpeaker =
            kept.turn().speaker().map(EntityMention::person).map(EntityMention::node).stream()
                .anyMatch(entity::equals);
        if (isSpeaker) {
          draft.edge(entity, Relation.PARTICIPATED_IN, episode);
        } else {
          draft.edge(episode, Relation.MENTIONS, entity);
        }
      }
      draft.index(
          kept.entry(
              part,
              entities,
              Optional.of(QuantizedVector.of(vectors.get(part))),
              read.extractions.get(part).time(),
              read.extractions.get(part).isClaim()));
      previous = Optional.of(episode);
    }
  }

  private Optional<NodeId> lastEpisodeBefore(SourceRef ref) {
    if (ref.turn() == 1) {
      return Optional.empty();
    }
    SourceRef before = new SourceRef(ref.session(), ref.turn() - 1);
    return graph.turns(List.of(before)).values().stream()
        .flatMap(turn -> turn.nodes().stream())
        .filter(node -> node.value().startsWith("episode-"))
        .reduce((_, last) -> last);
  }

  private static boolean isBySpeaker(SourceTurn turn, List<NodeId> about) {
    return !about.isEmpty()
        && turn.speaker()
            .map(name -> EntityMention.person(name).node())
            .filter(about.getFirst()::equals)
            .isPresent();
  }

  private NodeId entity(EntityMention mention, SourceTurn turn, Draft draft) {
    NodeId id = mention.node();
    Node entity =
        new Node(
            id,
            NodeKind.ENTITY,
            Optional.of(mention.subtype()),
            mention.name(),
            "",
            List.of(),
            Optional.empty(),
            turn.at().toInstant(),
            List.of(turn.ref()),
            NodeStatus.CURRENT,
            Optional.empty(),
            1);
    IndexEntry entry = IndexEntry.ofEntity(id.value(), mention.name(), List.of(id.value()));
    if (draft.isNew(graph, id)) {
      draft.node(entity);
      draft.index(entry);
    } else {
      draft.named(entity, entry);
    }
    return id;
  }

  private void units(Read read, List<float[]> vectors, Draft draft, List<Decided> decided) {
    if (decided.isEmpty()) {
      decide(read, vectors, draft, decided);
    }
    int text = read.kept.parts().size();
    int number = 0;
    for (int part = 0; part < read.extractions.size(); part++) {
      for (MemoryUnit unit : read.extractions.get(part).units()) {
        unit(read, part, unit, vectors.get(text++), draft, decided.get(number++));
      }
    }
  }

  private void decide(Read read, List<float[]> vectors, Draft draft, List<Decided> decided) {
    List<Candidacy> units = new ArrayList<>();
    int text = read.kept.parts().size();
    for (Extraction extraction : read.extractions) {
      for (MemoryUnit unit : extraction.units()) {
        Map<NodeId, Node> candidates = new LinkedHashMap<>();
        draft
            .find(graph, same(unit, read.kept.turn()))
            .ifPresent(node -> candidates.put(node.id(), node));
        similar
            .like(unit, vectors.get(text++))
            .forEach(node -> candidates.putIfAbsent(node.id(), node));
        units.add(new Candidacy(unit, List.copyOf(candidates.values())));
      }
    }
    List<Integration> decisions = units.isEmpty() ? List.of() : agent.integrate(units);
    for (int i = 0; i < units.size(); i++) {
      decided.add(new Decided(units.get(i), decisions.get(i)));
    }
  }

  /**
   * What says the same in the same words has the same id, so it is found without a search. What is
   * done on another day is another event, also where its words do not tell the day.
   */
  private static NodeId same(MemoryUnit unit, SourceTurn turn) {
    String day = unit.kind() == NodeKind.EVENT ? turn.at().toLocalDate().toString() : "";
    return NodeId.of(
        unit.kind(),
        unit.description(),
        String.join(" ", TextAnalysis.terms(unit.content())),
        unit.time().map(TimeSpan::toString).orElse(day));
  }

  private void unit(
      Read read, int part, MemoryUnit unit, float[] vector, Draft draft, Decided decided) {
    NodeId same = same(unit, read.kept.turn());
    Set<NodeId> offered =
        decided.offered().candidates().stream().map(Node::id).collect(Collectors.toSet());
    switch (decided.decision()) {
      case Integration.Skip() -> {}
      case Integration.Merge(NodeId into)
          when offered.contains(into) && draft.find(graph, into).isPresent() ->
          merge(into, read, part, unit, vector, draft);
      // A merge with anything else than what was offered counts as new.
      case Integration.Merge _, Integration.Add _ -> {
        if (draft.isNew(graph, same)) {
          add(same, read, part, unit, vector, draft);
          link(same, decided, draft);
        } else if (offered.contains(same)) {
          NodeId other = another(unit, read.kept.turn());
          add(other, read, part, unit, vector, draft);
          link(other, decided, draft);
        } else {
          // Made since by this turn or another writer, word for word.
          merge(same, read, part, unit, vector, draft);
        }
      }
    }
  }

  /** Links a new node to those that were offered, where they are still there. */
  private void link(NodeId id, Decided decided, Draft draft) {
    if (decided.decision() instanceof Integration.Add(List<Integration.Link> links)) {
      Set<NodeId> offered =
          decided.offered().candidates().stream().map(Node::id).collect(Collectors.toSet());
      links.stream()
          .filter(link -> offered.contains(link.node()))
          .filter(link -> draft.find(graph, link.node()).isPresent())
          .forEach(link -> draft.edge(id, link.relation(), link.node()));
    }
  }

  private void merge(
      NodeId into, Read read, int part, MemoryUnit unit, float[] vector, Draft draft) {
    SourceTurn turn = read.kept.turn();
    Node node = draft.find(graph, into).orElseThrow();
    if (!node.sources().contains(turn.ref())) {
      Instant at = turn.at().toInstant();
      draft.change(node.merged(List.of(turn.ref()), unit.time(), at));
      if (at.isBefore(node.learnedAt()) && into.equals(same(unit, turn))) {
        // Said before, but read later: the index has it as it was said first, whatever the order.
        draft.index(entry(into, read, part, unit, vector, draft));
      }
    }
    draft.edge(into, Relation.SUPPORTED_BY, read.kept.episodeIds().get(part));
  }

  /** An id for what reads like a node that is there, but is told apart from it. */
  private static NodeId another(MemoryUnit unit, SourceTurn turn) {
    return NodeId.of(unit.kind(), unit.content(), turn.ref().session(), turn.identity());
  }

  private void add(NodeId id, Read read, int part, MemoryUnit unit, float[] vector, Draft draft) {
    SourceTurn turn = read.kept.turn();
    Optional<Claim> claim =
        unit.roles()
            .map(
                roles ->
                    new Claim(
                        entity(roles.source(), turn, draft),
                        entity(roles.target(), turn, draft),
                        roles.predicate(),
                        roles.sentiment(),
                        roles.confidence()));
    draft.node(
        new Node(
            id,
            unit.kind(),
            Optional.empty(),
            unit.content(),
            unit.description(),
            unit.keywords(),
            unit.time(),
            turn.at().toInstant(),
            List.of(turn.ref()),
            NodeStatus.CURRENT,
            claim,
            1));
    for (EntityMention mention : unit.about()) {
      draft.edge(id, Relation.ABOUT, entity(mention, turn, draft));
    }
    claim.ifPresent(
        roles -> {
          draft.edge(roles.source(), Relation.CLAIMS, id);
          draft.edge(id, Relation.ABOUT, roles.target());
        });
    draft.edge(id, Relation.SUPPORTED_BY, read.kept.episodeIds().get(part));
    draft.index(entry(id, read, part, unit, vector, draft));
  }

  private IndexEntry entry(
      NodeId id, Read read, int part, MemoryUnit unit, float[] vector, Draft draft) {
    SourceTurn turn = read.kept.turn();
    List<NodeId> about =
        unit.about().stream().map(mention -> entity(mention, turn, draft)).toList();
    // The one who claims is no subject of the claim, but is named by it.
    Set<NodeId> named = new LinkedHashSet<>(about);
    unit.roles().ifPresent(roles -> named.add(entity(roles.source(), turn, draft)));
    return new IndexEntry(
        id.value(),
        unit.kind().name(),
        Optional.of(read.kept.position(part)),
        named.stream().map(NodeId::value).toList(),
        unit.time(),
        IndexEntry.terms(
            read.kept.dated(turn.speaker().map(name -> name + ": ").orElse("") + unit.content())),
        Optional.of(QuantizedVector.of(vector)),
        isBySpeaker(turn, about),
        false,
        Optional.empty(),
        false,
        Optional.of(turn.at().toInstant()));
  }
}
