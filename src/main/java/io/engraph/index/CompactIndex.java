package io.engraph.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;

/**
 * The index of one graph in memory. Every node has a slot, a small number by which scores are kept;
 * a slot is never given to another node. Records may come in any order and any number of times: of
 * a node's entries and tombstones the one with the greatest ULID holds, but that an entry with a
 * vector holds against one without: a text is embedded after it was kept, whatever the clocks of
 * the two writers say.
 *
 * <p>Not safe for use by many threads but for {@link #slot}: {@link IndexCache} guards it. What was
 * read of it stays readable as a {@link View}.
 */
public final class CompactIndex {

  private static final int SHORTEST_SLIP = 4;
  private static final int RIGHT_LETTERS = 2;

  /** An index of fewer slots is scanned exactly at once. */
  private static final int COARSE_FROM = 4_096;

  /** A live node of the index, without its terms, and these. */
  private record Document(
      String ulid, IndexEntry entry, List<String> terms, Optional<Sessions.Place> place) {}

  /** The kind whose nodes are names: they are no texts, and say nothing of how common a word is. */
  private static final String NAME = "ENTITY";

  /**
   * The kind whose nodes are questions that were asked: the rest of the memory is what was told.
   */
  private static final String QUESTION = "QUESTION";

  private Document[] documents = new Document[16];

  /** The number of each slot's kind in {@link #kinds}; -1 for a node that is gone. */
  private byte[] kindOf = new byte[16];

  /** The number of terms of each slot. */
  private int[] lengthOf = new int[16];

  private int size;
  private final List<String> kinds = new ArrayList<>();
  private Optional<CoarseVectors> coarse = Optional.empty();

  // Concurrent, since a recall asks for slots while it walks, when the index may be changing.
  private final Map<String, Integer> slots = new ConcurrentHashMap<>();
  private final Sessions sessions = new Sessions();
  private final Map<String, Postings> postings = new HashMap<>();
  private final Map<String, Postings> naming = new HashMap<>();
  private final Map<String, Integer> spokenBy = new HashMap<>();
  private final Map<String, Set<Integer>> names = new HashMap<>();
  private final SortedSet<Integer> questions = new TreeSet<>();

  /** The nodes that are gone, and since which record. */
  private final Map<String, String> deleted = new HashMap<>();

  /** The record before which all nodes are gone; empty if there is none. */
  private String cleared = "";

  private int live;
  private int embedded;
  private int texts;
  private long totalLength;
  private long bytes;

  /** Whether the index has that record of a node already, so that it would change nothing. */
  boolean has(String node, String ulid) {
    Integer slot = slots.get(node);
    return (slot != null && documents[slot].ulid.equals(ulid))
        || ulid.equals(deleted.get(node))
        || ulid.equals(cleared);
  }

  /** Whether a record would change anything. */
  boolean isNews(IndexLogRecord record) {
    return switch (record) {
      case IndexLogRecord.Tombstone(String ulid, String node) ->
          ulid.compareTo(deleted.getOrDefault(node, "")) > 0;
      case IndexLogRecord.Cleared(String ulid) -> ulid.compareTo(cleared) > 0;
      case IndexLogRecord.Upsert(String ulid, IndexEntry entry) -> {
        Integer slot = slots.get(entry.node());
        boolean isLater = slot == null || isAfter(ulid, entry, documents[slot]);
        boolean isAlive =
            ulid.compareTo(cleared) > 0
                && ulid.compareTo(deleted.getOrDefault(entry.node(), "")) > 0;
        yield isLater && isAlive;
      }
    };
  }

  /** Applies one record of the log. */
  void apply(IndexLogRecord record) {
    if (!isNews(record)) {
      return;
    }
    switch (record) {
      case IndexLogRecord.Tombstone(String ulid, String node) -> {
        deleted.put(node, ulid);
        Integer slot = slots.get(node);
        if (slot != null && documents[slot].ulid.compareTo(ulid) <= 0) {
          remove(node);
        }
      }
      case IndexLogRecord.Cleared(String ulid) -> {
        cleared = ulid;
        for (String node : List.copyOf(slots.keySet())) {
          if (documents[slots.get(node)].ulid.compareTo(ulid) <= 0) {
            remove(node);
          }
        }
      }
      case IndexLogRecord.Upsert(String ulid, IndexEntry entry) -> {
        remove(entry.node());
        add(ulid, entry);
      }
    }
  }

  /**
   * Lets go of what says that nodes are gone since before that record: whoever reads on from there
   * gives no record to {@link #apply} that is from before it.
   */
  void dropTombstones(String before) {
    deleted.values().removeIf(ulid -> ulid.compareTo(before) < 0);
  }

  /** The nodes of which it knows that they are gone. */
  int tombstones() {
    return deleted.size();
  }

  private static boolean isAfter(String ulid, IndexEntry entry, Document known) {
    boolean isEmbedded = entry.vector().isPresent();
    return isEmbedded == known.entry.vector().isPresent()
        ? known.ulid.compareTo(ulid) < 0
        : isEmbedded;
  }

  private void add(String ulid, IndexEntry entry) {
    int slot = size;
    if (slot == documents.length) {
      int more = documents.length * 3 / 2;
      documents = Arrays.copyOf(documents, more);
      kindOf = Arrays.copyOf(kindOf, more);
      lengthOf = Arrays.copyOf(lengthOf, more);
    }
    boolean isText = isText(entry.kind());
    int length = 0;
    for (Map.Entry<String, Integer> term : entry.terms().entrySet()) {
      length += term.getValue();
      add(postings, term.getKey(), slot, term.getValue(), isText);
    }
    // In order, so that sums over them are the same in every process.
    List<String> terms = new ArrayList<>(entry.terms().size());
    // The postings' own strings, so that each is in memory once.
    entry.terms().keySet().stream().sorted().forEach(term -> terms.add(postings.get(term).term()));
    documents[slot] =
        new Document(
            ulid, entry.withTerms(Map.of()), List.copyOf(terms), sessions.enter(entry, slot));
    kindOf[slot] = kind(entry.kind());
    lengthOf[slot] = length;
    size++;
    slots.put(entry.node(), slot);
    entry.entities().stream().distinct().forEach(entity -> add(naming, entity, slot, 1, isText));
    if (entry.spoken()) {
      spokenBy.merge(entry.entities().getFirst(), 1, Integer::sum);
    }
    if (entry.kind().equals(NAME)) {
      terms.forEach(term -> names.computeIfAbsent(term, _ -> new TreeSet<>()).add(slot));
    }
    if (entry.kind().equals(QUESTION)) {
      questions.add(slot);
    }
    if (entry.vector().isPresent()) {
      embedded++;
      coarse.ifPresent(vectors -> vectors.add(slot, entry.vector().get()));
    }
    live++;
    if (isText) {
      texts++;
      totalLength += length;
    }
    bytes += documentBytes(entry, terms.size());
  }

  private void add(Map<String, Postings> all, String key, int slot, int count, boolean isText) {
    Postings of = all.computeIfAbsent(key, Postings::new);
    bytes -= of.bytes();
    of.add(slot, count, isText);
    bytes += of.bytes();
  }

  private byte kind(String name) {
    int kind = kinds.indexOf(name);
    if (kind < 0) {
      kind = kinds.size();
      kinds.add(name);
    }
    return (byte) kind;
  }

  private void remove(String node) {
    Integer slot = slots.remove(node);
    if (slot != null) {
      Document gone = documents[slot];
      IndexEntry entry = gone.entry;
      boolean isText = isText(entry.kind());
      documents[slot] = null;
      kindOf[slot] = -1;
      gone.place.ifPresent(place -> sessions.leave(place, slot));
      gone.terms.forEach(term -> postings.get(term).lose(isText));
      entry.entities().stream()
          .distinct()
          .forEach(
              entity -> {
                Postings of = naming.get(entity);
                of.lose(isText);
                if (of.live() == 0) {
                  naming.remove(entity);
                  bytes -= of.bytes();
                }
              });
      if (entry.spoken()) {
        spokenBy.computeIfPresent(
            entry.entities().getFirst(), (_, count) -> count == 1 ? null : count - 1);
      }
      if (entry.kind().equals(NAME)) {
        gone.terms.forEach(term -> names.get(term).remove(slot));
      }
      live--;
      embedded -= entry.vector().isPresent() ? 1 : 0;
      questions.remove(slot);
      if (isText) {
        texts--;
        totalLength -= lengthOf[slot];
      }
      bytes -= documentBytes(entry, gone.terms.size());
    }
  }

  private static boolean isText(String kind) {
    return !kind.equals(NAME) && !kind.equals(QUESTION);
  }

  private static long documentBytes(IndexEntry entry, int terms) {
    return 320L
        + 4L * terms
        + entry.vector().map(QuantizedVector::dimension).orElse(0)
        + 48L * entry.entities().size();
  }

  /** The number of slots; those of nodes that are gone have no entry. */
  public int slots() {
    return size;
  }

  /** The number of nodes that come from what was told: all but the questions. */
  public int size() {
    return live - questions.size();
  }

  /** About how much memory the index takes. */
  public long bytes() {
    return bytes;
  }

  /** Whether most slots are empty, so that a new index of the same log would be much smaller. */
  boolean isSparse() {
    return size > 1_024 && live < size / 2;
  }

  /** The same nodes, without the slots of those that are gone. */
  CompactIndex compacted() {
    CompactIndex compact = new CompactIndex();
    compact.deleted.putAll(deleted);
    compact.cleared = cleared;
    List<Map<String, Integer>> terms = new ArrayList<>();
    IntStream.range(0, size).forEach(_ -> terms.add(new HashMap<>()));
    postings.forEach(
        (term, ofTerm) -> {
          for (int i = 0; i < ofTerm.size(); i++) {
            terms.get(ofTerm.slot(i)).put(term, ofTerm.count(i));
          }
        });
    for (int slot = 0; slot < size; slot++) {
      Document document = documents[slot];
      if (document != null) {
        compact.add(document.ulid, document.entry.withTerms(terms.get(slot)));
      }
    }
    return compact;
  }

  /** Whether the slot has a node. */
  public boolean isLive(int slot) {
    return slot < size && documents[slot] != null;
  }

  /**
   * What the index knows of the node in {@code slot}, without its terms.
   *
   * @throws IllegalArgumentException if the slot has none
   */
  public IndexEntry entry(int slot) {
    if (!isLive(slot)) {
      throw new IllegalArgumentException("slot %d has no node".formatted(slot));
    }
    return documents[slot].entry;
  }

  /**
   * The ULID of the record that the node in {@code slot} comes from: when it was written.
   *
   * @throws IllegalArgumentException if the slot has none
   */
  public String ulid(int slot) {
    if (!isLive(slot)) {
      throw new IllegalArgumentException("slot %d has no node".formatted(slot));
    }
    return documents[slot].ulid;
  }

  /** What the index knows of every node now, by slot; null where a slot has none. */
  public List<IndexEntry> entries() {
    List<IndexEntry> entries = new ArrayList<>(size);
    for (int slot = 0; slot < size; slot++) {
      entries.add(documents[slot] == null ? null : documents[slot].entry);
    }
    return Collections.unmodifiableList(entries);
  }

  /**
   * What the index has in its slots now. It may be read at any time: a node that comes later is not
   * in it, and one that goes is gone from it or still there.
   */
  public static final class View {

    private static final int NONE = -1;

    private final Document[] documents;
    private final byte[] kindOf;
    private final int size;

    private View(Document[] documents, byte[] kindOf, int size) {
      this.documents = documents;
      this.kindOf = kindOf;
      this.size = size;
    }

    /** How many slots there are. */
    public int slots() {
      return size;
    }

    /** What the index knows of the node in {@code slot}; empty where there is none. */
    public Optional<IndexEntry> entry(int slot) {
      Document document = slot < size ? documents[slot] : null;
      return document == null ? Optional.empty() : Optional.of(document.entry);
    }

    /** The vector of the node in {@code slot}, if it has one. */
    public Optional<QuantizedVector> vector(int slot) {
      Document document = slot < size ? documents[slot] : null;
      return document == null ? Optional.empty() : document.entry.vector();
    }

    /** The number of the kind of the node in {@code slot}; -1 where there is none. */
    public int kind(int slot) {
      return slot < size ? kindOf[slot] : NONE;
    }

    /** Whether all that the node in {@code slot} states is what one says of another. */
    public boolean claims(int slot) {
      Document document = slot < size ? documents[slot] : null;
      return document != null && document.entry.claims();
    }

    private Optional<Sessions.Place> place(int slot) {
      Document document = slot < size ? documents[slot] : null;
      return document == null ? Optional.empty() : document.place;
    }

    /**
     * The slot of the turn that the node in {@code slot} is or comes from; -1 if it is not there.
     */
    public int turn(int slot) {
      Optional<Sessions.Place> place = place(slot);
      return place.isPresent() ? place.get().turn() : NONE;
    }

    /** The slot of the turn, or the part of one, before that of the node in {@code slot}; or -1. */
    public int before(int slot) {
      Optional<Sessions.Place> place = place(slot);
      return place.isPresent() ? place.get().before() : NONE;
    }

    /** The slot of the turn, or the part of one, after that of the node in {@code slot}; or -1. */
    public int after(int slot) {
      Optional<Sessions.Place> place = place(slot);
      return place.isPresent() ? place.get().after() : NONE;
    }

    /** The number of the session of the node in {@code slot}; -1 for none. */
    public int session(int slot) {
      Optional<Sessions.Place> place = place(slot);
      return place.isPresent() ? place.get().session() : NONE;
    }
  }

  /** What the index has in its slots now. */
  public View view() {
    return new View(documents, kindOf, size);
  }

  /** The numbers of sessions are below this. */
  public int sessions() {
    return sessions.numbers();
  }

  /** Which kinds, by their numbers, are some of those; all for none. */
  public boolean[] kinds(Set<String> some) {
    boolean[] among = new boolean[kinds.size()];
    for (int kind = 0; kind < among.length; kind++) {
      among[kind] = some.isEmpty() || some.contains(kinds.get(kind));
    }
    return among;
  }

  /** The slot of that node, if it is in the index. Safe to ask at any time. */
  public OptionalInt slot(String node) {
    Integer slot = slots.get(node);
    return slot == null ? OptionalInt.empty() : OptionalInt.of(slot);
  }

  /** The different terms of the node in {@code slot}; none where there is no node. */
  public List<String> terms(int slot) {
    return isLive(slot) ? documents[slot].terms : List.of();
  }

  /** How many nodes name an entity. */
  public int mentions(String entity) {
    Postings of = naming.get(entity);
    return of == null ? 0 : of.live();
  }

  /** The slots of the nodes that name an entity. */
  public int[] slotsNaming(String entity) {
    return slots(naming.get(entity));
  }

  /** Whether an entity says anything itself. */
  public boolean speaks(String entity) {
    return spokenBy.containsKey(entity);
  }

  /** The slots of the entities that have that word in their name. */
  public Set<Integer> named(String word) {
    return Collections.unmodifiableSet(names.getOrDefault(word, Set.of()));
  }

  /** The slots of the nodes that have that term. */
  public int[] slotsWith(String term) {
    return slots(postings.get(term));
  }

  private int[] slots(Postings of) {
    return of == null
        ? new int[0]
        : IntStream.range(0, of.size()).map(of::slot).filter(this::isLive).toArray();
  }

  /** How many nodes have that term. */
  public int countWith(String term) {
    Postings of = postings.get(term);
    return of == null ? 0 : of.live();
  }

  /** Whether any node has that term. */
  public boolean has(String term) {
    return countWith(term) > 0;
  }

  /**
   * The terms that one slip makes of {@code term}: a letter too many, too few or wrong, or two
   * changed over. The first two letters are right, and short words have none.
   */
  public List<String> wordsLike(String term) {
    if (term.length() < SHORTEST_SLIP) {
      return List.of();
    }
    String right = term.substring(0, RIGHT_LETTERS);
    CharacterRunAutomaton slips =
        new CharacterRunAutomaton(
            new LevenshteinAutomata(term.substring(RIGHT_LETTERS), true).toAutomaton(1, right));
    return postings.keySet().stream()
        .filter(one -> one.length() >= SHORTEST_SLIP && one.startsWith(right))
        .filter(one -> Math.abs(one.length() - term.length()) <= 1)
        .filter(slips::run)
        .filter(this::has)
        .sorted()
        .toList();
  }

  /** The slots of the questions that were asked, in the order in which they were. */
  public List<Integer> questions() {
    return List.copyOf(questions);
  }

  /** How many nodes there are of each kind. */
  public Map<String, Integer> countsByKind() {
    Map<String, Integer> counts = new TreeMap<>();
    for (int slot = 0; slot < size; slot++) {
      if (kindOf[slot] >= 0) {
        counts.merge(kinds.get(kindOf[slot]), 1, Integer::sum);
      }
    }
    return counts;
  }

  /**
   * The BM25 score of every slot for a query of those terms, each counted once; 0 where no term
   * occurs.
   */
  public float[] lexicalScores(Collection<String> terms, Bm25 bm25) {
    float[] scores = new float[size];
    double averageLength = texts == 0 ? 1 : Math.max(1, (double) totalLength / texts);
    for (String term : new HashSet<>(terms)) {
      Postings ofTerm = postings.get(term);
      if (ofTerm == null) {
        continue;
      }
      double idf = bm25.inverseDocumentFrequency(texts, ofTerm.liveTexts());
      for (int i = 0; i < ofTerm.size(); i++) {
        int slot = ofTerm.slot(i);
        if (kindOf[slot] >= 0) {
          scores[slot] +=
              (float) (idf * bm25.weight(ofTerm.count(i), lengthOf[slot], averageLength));
        }
      }
    }
    return scores;
  }

  /**
   * The cosine of every slot's vector with {@code query}, -1 to 1; NaN where there is no vector.
   *
   * @throws IllegalArgumentException if the dimensions differ
   */
  public float[] denseScores(QuantizedVector query) {
    float[] scores = new float[size];
    for (int slot = 0; slot < scores.length; slot++) {
      Document document = documents[slot];
      // Without mapping: a hundred thousand scores are not to be boxed.
      boolean isEmbedded = document != null && document.entry.vector().isPresent();
      scores[slot] = isEmbedded ? query.dot(document.entry.vector().get()) : Float.NaN;
    }
    return scores;
  }

  /** Whether there are so many nodes that a search does not look at all of them. */
  public boolean isLarge() {
    return coarse.isPresent();
  }

  /** Makes ready what a search of many nodes needs; those that read it do not change it. */
  void settle() {
    boolean isDue = coarse.isEmpty() ? embedded >= COARSE_FROM : coarse.get().isOutgrown();
    if (isDue) {
      QuantizedVector[] vectors = new QuantizedVector[size];
      boolean isAny = false;
      for (int slot = 0; slot < size; slot++) {
        if (documents[slot] != null && documents[slot].entry.vector().isPresent()) {
          vectors[slot] = documents[slot].entry.vector().get();
          isAny = true;
        }
      }
      if (isAny) {
        bytes -= coarse.map(CoarseVectors::bytes).orElse(0L);
        coarse = Optional.of(CoarseVectors.of(vectors, size));
        bytes += coarse.get().bytes();
      }
    }
  }

  /**
   * How far the vector of every slot roughly is from {@code query}: for {@link #nearest}, which
   * tells near from far by it; -1 where there is none. Only of a large index.
   */
  public short[] roughDistances(QuantizedVector query) {
    return coarse
        .orElseThrow(() -> new IllegalStateException("a small index is not searched roughly"))
        .distances(query, size);
  }

  /**
   * The slots with the least distances, or the greatest: so many of those that count.
   *
   * @param admits which slots count
   */
  public static int[] nearest(
      short[] roughDistances, int most, IntPredicate admits, boolean isFarthest) {
    return CoarseVectors.nearest(roughDistances, most, admits, isFarthest);
  }
}
