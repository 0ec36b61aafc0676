package io.engraph.ingestion;

import io.engraph.agent.Agent;
import io.engraph.agent.ChunkReading;
import io.engraph.agent.Extraction;
import io.engraph.agent.SessionChunk;
import io.engraph.agent.TurnText;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.SourceRef;
import io.engraph.graph.SourceTurn;
import io.engraph.table.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Has an agent read turns, a chunk of a session at a time, with what went before it. */
final class SessionReader {

  /** Of an agent that reads context, so many turns share one reading. */
  private static final int CHUNK_TURNS = 20;

  private static final int CHUNK_LETTERS = 12_000;
  private static final int RECENT_TURNS = 4;

  private static final Pattern YOU =
      Pattern.compile("\\b(you|your|yours)\\b", Pattern.CASE_INSENSITIVE);

  private final Table table;
  private final MemoryGraph graph;
  private final Agent agent;

  SessionReader(Table table, MemoryGraph graph, Agent agent) {
    this.table = table;
    this.graph = graph;
    this.agent = agent;
  }

  /**
   * Turns as they are read together: each by itself, or chunks of their sessions, in order.
   *
   * @param isWithContext whether turns that follow each other are read together
   */
  static List<List<KeptTurn>> chunks(List<SourceTurn> turns, boolean isWithContext) {
    if (!isWithContext) {
      return turns.stream().map(KeptTurn::of).map(List::of).toList();
    }
    Map<String, List<KeptTurn>> sessions = new LinkedHashMap<>();
    turns.forEach(
        turn ->
            sessions
                .computeIfAbsent(turn.ref().session(), _ -> new ArrayList<>())
                .add(KeptTurn.of(turn)));
    List<List<KeptTurn>> chunks = new ArrayList<>();
    for (List<KeptTurn> session : sessions.values()) {
      List<KeptTurn> chunk = new ArrayList<>();
      int letters = 0;
      for (KeptTurn turn : session) {
        boolean isFull =
            chunk.size() == CHUNK_TURNS || letters + turn.turn().text().length() > CHUNK_LETTERS;
        if (isFull && !chunk.isEmpty()) {
          chunks.add(List.copyOf(chunk));
          chunk.clear();
          letters = 0;
        }
        chunk.add(turn);
        letters += turn.turn().text().length();
      }
      chunks.add(List.copyOf(chunk));
    }
    return chunks;
  }

  /** Reads a chunk: what each of its turns says. */
  List<TurnIntegration.Read> read(List<KeptTurn> chunk) {
    String session = chunk.getFirst().turn().ref().session();
    List<TurnText> texts = addressed(chunk);
    ChunkReading reading =
        agent.extract(
            agent.readsContext()
                ? new SessionChunk(
                    graph.summary(session).orElse(""), before(chunk.getFirst()), texts)
                : new SessionChunk("", List.of(), texts));
    reading
        .summary()
        .ifPresent(summary -> table.transact(List.of(graph.summarised(session, summary))));
    List<TurnIntegration.Read> reads = new ArrayList<>();
    int first = 0;
    for (KeptTurn turn : chunk) {
      List<Extraction> ofTurn = reading.extractions().subList(first, first + turn.parts().size());
      reads.add(new TurnIntegration.Read(turn, ofTurn));
      first += turn.parts().size();
    }
    return reads;
  }

  /** The turns of a chunk, with who is spoken to: the last other speaker, where one says "you". */
  private List<TurnText> addressed(List<KeptTurn> chunk) {
    List<TurnText> texts = new ArrayList<>();
    for (int i = 0; i < chunk.size(); i++) {
      KeptTurn turn = chunk.get(i);
      Optional<String> speaker = turn.turn().speaker();
      Optional<String> addressee =
          speaker.isPresent() && YOU.matcher(turn.turn().text()).find()
              ? other(speaker.get(), chunk.subList(0, i)).or(() -> otherBefore(turn, speaker.get()))
              : Optional.empty();
      texts(turn).forEach(text -> texts.add(addressee.map(text::to).orElse(text)));
    }
    return texts;
  }

  private static Optional<String> other(String speaker, List<KeptTurn> turns) {
    return turns.reversed().stream()
        .flatMap(turn -> turn.turn().speaker().stream())
        .filter(name -> !name.equals(speaker))
        .findFirst();
  }

  private Optional<String> otherBefore(KeptTurn turn, String speaker) {
    return turn.turn().ref().turn() == 1
        ? Optional.empty()
        : before(turn).reversed().stream()
            .flatMap(text -> text.speaker().stream())
            .filter(name -> !name.equals(speaker))
            .findFirst();
  }

  private List<TurnText> before(KeptTurn first) {
    SourceRef ref = first.turn().ref();
    List<SourceRef> refs =
        IntStream.range(Math.max(1, ref.turn() - RECENT_TURNS), ref.turn())
            .mapToObj(turn -> new SourceRef(ref.session(), turn))
            .toList();
    return graph.turns(refs).values().stream()
        .sorted((one, two) -> one.ref().compareTo(two.ref()))
        .map(turn -> new TurnText(turn.speaker(), turn.text(), turn.at()))
        .toList();
  }

  private static List<TurnText> texts(KeptTurn kept) {
    return kept.parts().stream()
        .map(part -> new TurnText(kept.turn().speaker(), part, kept.turn().at()))
        .toList();
  }
}
