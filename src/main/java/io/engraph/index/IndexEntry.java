package io.engraph.index;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the compact index knows of a node: enough to rank it, never its content.
 *
 * @param node the node's id
 * @param kind the node's kind
 * @param position where it stands in its session; empty for a node of no session
 * @param entities ids of the entities that it names, its speaker first; of a question, ids of the
 *     nodes that helped to answer it
 * @param time when it was or is true; empty when unknown
 * @param terms analysed terms and how often each occurs, 1 to 255
 * @param vector its embedding; empty while it has none
 * @param spoken whether the first of the entities is its speaker
 * @param asks whether it ends in a question, and so asks more than it tells
 * @param tells the time that it speaks of, where that is another than when it was said
 * @param claims whether all that it states is what one says of another
 * @param learned when it was said, where its time does not tell
 */
public record IndexEntry(
    String node,
    String kind,
    Optional<Position> position,
    List<String> entities,
    Optional<TimeSpan> time,
    Map<String, Integer> terms,
    Optional<QuantizedVector> vector,
    boolean spoken,
    boolean asks,
    Optional<TimeSpan> tells,
    boolean claims,
    Optional<Instant> learned) {

  /** The kind whose nodes are names. */
  private static final String ENTITY = "ENTITY";

  /** Counts above this rank no higher, and one byte holds them. */
  public static final int MAX_TERM_COUNT = 255;

  /**
   * A place in a session.
   *
   * @param session the session's name
   * @param turn the number of the turn in its session, from 1
   * @param part which part of a turn that was split, from 0
   */
  public record Position(String session, int turn, int part) implements Comparable<Position> {

    private static final Comparator<Position> ORDER =
        Comparator.comparing(Position::session)
            .thenComparingInt(Position::turn)
            .thenComparingInt(Position::part);

    @Override
    public int compareTo(Position other) {
      return ORDER.compare(this, other);
    }

    public Position {
      requireNonNull(session, "session is null");
      if (turn < 1 || part < 0) {
        throw new IllegalArgumentException(
            "turn must be at least 1 and part at least 0, but are %d and %d".formatted(turn, part));
      }
    }
  }

  public IndexEntry {
    requireNonNull(node, "node is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(position, "position is null");
    entities = List.copyOf(entities);
    requireNonNull(time, "time is null");
    terms = Map.copyOf(terms);
    terms.forEach(
        (term, count) -> {
          if (term.isEmpty() || count < 1 || count > MAX_TERM_COUNT) {
            throw new IllegalArgumentException(
                "a term must not be empty and occur 1 to %d times, but one of %d letters occurs %d"
                    .formatted(MAX_TERM_COUNT, term.length(), count));
          }
        });
    requireNonNull(vector, "vector is null");
    requireNonNull(tells, "tells is null");
    requireNonNull(learned, "learned is null");
  }

  /**
   * What the index knows of an entity.
   *
   * @param name the words that it is found by
   * @param entities itself, then the entities that it is known to be too
   */
  public static IndexEntry ofEntity(String node, String name, List<String> entities) {
    return new IndexEntry(
        node, ENTITY, Optional.empty(), entities, Optional.empty(), terms(name), Optional.empty());
  }

  /** The terms of a text with their counts, as an entry has them. */
  public static Map<String, Integer> terms(String text) {
    Map<String, Integer> terms = new HashMap<>();
    TextAnalysis.termCounts(text)
        .forEach((term, count) -> terms.put(term, Math.min(count, MAX_TERM_COUNT)));
    return terms;
  }

  /** What the index knows of a node that nobody says. */
  public IndexEntry(
      String node,
      String kind,
      Optional<Position> position,
      List<String> entities,
      Optional<TimeSpan> time,
      Map<String, Integer> terms,
      Optional<QuantizedVector> vector) {
    this(node, kind, position, entities, time, terms, vector, false, false, Optional.empty());
  }

  /** What the index knows of a node that claims nothing. */
  public IndexEntry(
      String node,
      String kind,
      Optional<Position> position,
      List<String> entities,
      Optional<TimeSpan> time,
      Map<String, Integer> terms,
      Optional<QuantizedVector> vector,
      boolean spoken,
      boolean asks,
      Optional<TimeSpan> tells) {
    this(
        node,
        kind,
        position,
        entities,
        time,
        terms,
        vector,
        spoken,
        asks,
        tells,
        false,
        Optional.empty());
  }

  /** When it was said, as far as is known. */
  public Optional<Instant> recorded() {
    return learned.or(() -> time.map(TimeSpan::start));
  }

  /** The same with another embedding. */
  IndexEntry withVector(QuantizedVector other) {
    return new IndexEntry(
        node,
        kind,
        position,
        entities,
        time,
        terms,
        Optional.of(other),
        spoken,
        asks,
        tells,
        claims,
        learned);
  }

  /** The same with other terms. */
  IndexEntry withTerms(Map<String, Integer> others) {
    return new IndexEntry(
        node, kind, position, entities, time, others, vector, spoken, asks, tells, claims, learned);
  }
}
