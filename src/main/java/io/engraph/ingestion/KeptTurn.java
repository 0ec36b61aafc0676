package io.engraph.ingestion;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.SourceTurn;
import io.engraph.index.IndexEntry;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TimeSpan;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A turn that is kept, as the episodes that it is found by: one for each part of its text.
 *
 * @param turn the turn
 * @param parts the parts of its text, in order
 */
record KeptTurn(SourceTurn turn, List<String> parts) {

  private static final String QUESTION_MARKS = "?？؟";
  private static final String OTHER_MARKS = ".!…。！";
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);

  KeptTurn {
    requireNonNull(turn, "turn is null");
    parts = List.copyOf(parts);
  }

  static KeptTurn of(SourceTurn turn) {
    return new KeptTurn(turn, TextParts.of(turn.text()));
  }

  /** The ids of the episodes of a turn, in order. */
  static List<NodeId> episodeIds(String session, String identity, int parts) {
    return IntStream.range(0, parts)
        .mapToObj(part -> NodeId.numbered(NodeKind.EPISODE, part, session, identity))
        .toList();
  }

  List<NodeId> episodeIds() {
    return episodeIds(turn.ref().session(), turn.identity(), parts.size());
  }

  List<Node> episodes() {
    List<NodeId> ids = episodeIds();
    List<Node> episodes = new ArrayList<>(parts.size());
    for (int part = 0; part < parts.size(); part++) {
      episodes.add(
          new Node(
              ids.get(part),
              NodeKind.EPISODE,
              Optional.empty(),
              parts.get(part),
              turn.speaker().orElse(""),
              List.of(),
              Optional.of(TimeSpan.at(turn.at().toInstant())),
              turn.at().toInstant(),
              List.of(turn.ref()),
              NodeStatus.CURRENT,
              Optional.empty(),
              1));
    }
    return episodes;
  }

  /** The text that a part is embedded and analysed as: who says it matters to what it means. */
  String spoken(int part) {
    return turn.speaker().map(name -> name + ": " + parts.get(part)).orElse(parts.get(part));
  }

  /** A text with the day of the turn, so that the words of a date find what was said then. */
  String dated(String text) {
    return "%s %s".formatted(text, DATE.format(turn.at()));
  }

  IndexEntry.Position position(int part) {
    return new IndexEntry.Position(turn.ref().session(), turn.ref().turn(), part);
  }

  /** What the index knows of an episode. */
  IndexEntry entry(
      int part,
      List<NodeId> entities,
      Optional<QuantizedVector> vector,
      Optional<TimeSpan> tells,
      boolean claims) {
    return new IndexEntry(
        episodeIds().get(part).value(),
        NodeKind.EPISODE.name(),
        Optional.of(position(part)),
        entities.stream().map(NodeId::value).toList(),
        Optional.of(TimeSpan.at(turn.at().toInstant())),
        IndexEntry.terms(dated(spoken(part))),
        vector,
        turn.speaker().isPresent() && !entities.isEmpty(),
        asks(parts.get(part)),
        tells,
        claims,
        Optional.empty());
  }

  /** Whether the last sentence that is ended by a mark is a question. */
  private static boolean asks(String text) {
    for (int i = text.length() - 1; i >= 0; i--) {
      if (QUESTION_MARKS.indexOf(text.charAt(i)) >= 0) {
        return true;
      }
      if (OTHER_MARKS.indexOf(text.charAt(i)) >= 0) {
        return false;
      }
    }
    return false;
  }
}
