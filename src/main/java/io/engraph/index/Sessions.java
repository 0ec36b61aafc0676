package io.engraph.index;

import io.engraph.index.IndexEntry.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where nodes stand: the turns of every session in their order, the parts of a turn that was split
 * one after the other, and beside each turn what comes from it.
 */
final class Sessions {

  /** The kind whose nodes are the turns of a session; others only come from one. */
  private static final String TURN = "EPISODE";

  private static final int NONE = -1;

  /** One session. */
  private static final class Session {
    private final int number;
    private final NavigableMap<Position, Place> places = new TreeMap<>();

    private Session(int number) {
      this.number = number;
    }
  }

  /** One position: that of a turn, and of all that comes from it. It may be read at any time. */
  static final class Place {
    private final Position position;
    private final int session;
    private int nodes;
    private volatile int turn = NONE;
    private volatile Optional<Place> before = Optional.empty();
    private volatile Optional<Place> after = Optional.empty();

    private Place(Position position, int session) {
      this.position = position;
      this.session = session;
    }

    /** The number of the session. */
    int session() {
      return session;
    }

    /** The slot of the turn that stands here; -1 if it is not in the index. */
    int turn() {
      return turn;
    }

    /** The slot of the turn before this one; -1 for none. */
    int before() {
      return turn(before);
    }

    /** The slot of the turn after this one; -1 for none. */
    int after() {
      return turn(after);
    }

    private static int turn(Optional<Place> place) {
      return place.isPresent() ? place.get().turn : NONE;
    }
  }

  private final Map<String, Session> sessions = new HashMap<>();
  private int numbers;

  /** The numbers of sessions are below this. */
  int numbers() {
    return numbers;
  }

  /** Takes a node in; empty for one that stands in no session. */
  Optional<Place> enter(IndexEntry entry, int slot) {
    if (entry.position().isEmpty()) {
      return Optional.empty();
    }
    Position position = entry.position().get();
    Session session = sessions.computeIfAbsent(position.session(), _ -> new Session(numbers++));
    Place place =
        session.places.computeIfAbsent(position, _ -> new Place(position, session.number));
    place.nodes++;
    if (entry.kind().equals(TURN)) {
      boolean isNew = place.turn == NONE;
      place.turn = slot;
      if (isNew) {
        place.before = firstTurn(session.places.headMap(position, false).descendingMap());
        place.after = firstTurn(session.places.tailMap(position, false));
        Optional<Place> here = Optional.of(place);
        place.before.ifPresent(other -> other.after = here);
        place.after.ifPresent(other -> other.before = here);
      }
    }
    return Optional.of(place);
  }

  private static Optional<Place> firstTurn(NavigableMap<Position, Place> places) {
    return places.values().stream().filter(place -> place.turn != NONE).findFirst();
  }

  /** Takes a node out. */
  void leave(Place place, int slot) {
    place.nodes--;
    if (place.turn == slot) {
      place.turn = NONE;
      place.before.ifPresent(other -> other.after = place.after);
      place.after.ifPresent(other -> other.before = place.before);
      place.before = Optional.empty();
      place.after = Optional.empty();
    }
    if (place.nodes == 0) {
      Session session = sessions.get(place.position.session());
      session.places.remove(place.position);
      if (session.places.isEmpty()) {
        sessions.remove(place.position.session());
      }
    }
  }
}
