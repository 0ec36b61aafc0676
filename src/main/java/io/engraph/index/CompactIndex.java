package io.engraph.index;

import io.engraph.index.IndexEntry.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;

/**
 * The index of one graph in memory. Every node has a slot, a small number by which scores are kept;
 * a slot is never given to another node. Records may come in any order and any number of times: of
 * a node's entries and tombstones the one with the greatest ULID holds.
 *
 * <p>Not safe for use by many threads but for {@link #slot}: {@link IndexCache} guards it.
 */
public final class CompactIndex {

  private static final int SHORTEST_SLIP = 4;
  private static final int RIGHT_LETTERS = 2;

  /** A live node of the index, without its terms, and these. */
  private record Document(String ulid, IndexEntry entry, List<String> terms, int length) {
    boolean isText() {
      return !entry.kind().equals(NAME) && !isQuestion();
    }

    boolean isQuestion() {
      return entry.kind().equals(QUESTION);
    }
  }

  /** The kind whose nodes are the turns of a session; others only come from one. */
  private static final String TURN = "EPISODE";

  /** The kind whose nodes are names: they are no texts, and say nothing of how common a word is. */
  private static final String NAME = "ENTITY";

  /**
   * The kind whose nodes are questions that were asked: the rest of the memory is what was told.
   */
  private static final String QUESTION = "QUESTION";

  private final List<Document> documents = new ArrayList<>();
  // Concurrent, since a recall asks for slots while it walks, when the index may be changing.
  private final Map<String, Integer> slots = new ConcurrentHashMap<>();
  private final Map<String, Postings> postings = new HashMap<>();
  private final Map<String, NavigableMap<Position, Integer>> sessions = new TreeMap<>();
  private final Map<String, Integer> mentions = new HashMap<>();
  private final SortedSet<Integer> questions = new TreeSet<>();

  /** The nodes that are gone, and since which record. */
  private final Map<String, String> deleted = new HashMap<>();

  /** The record before which all nodes are gone; empty if there is none. */
  private String cleared = "";

  private int live;
  private int texts;
  private long totalLength;
  private long bytes;

  /** Applies one record of the log. */
  void apply(IndexLogRecord record) {
    switch (record) {
      case IndexLogRecord.Tombstone(String ulid, String node) -> {
        deleted.merge(node, ulid, (one, two) -> one.compareTo(two) >= 0 ? one : two);
        Integer slot = slots.get(node);
        if (slot != null && documents.get(slot).ulid.compareTo(ulid) <= 0) {
          remove(node);
        }
      }
      case IndexLogRecord.Cleared(String ulid) -> {
        if (cleared.compareTo(ulid) < 0) {
          cleared = ulid;
          for (String node : List.copyOf(slots.keySet())) {
            if (documents.get(slots.get(node)).ulid.compareTo(ulid) <= 0) {
              remove(node);
            }
          }
        }
      }
      case IndexLogRecord.Upsert(String ulid, IndexEntry entry) -> {
        Integer slot = slots.get(entry.node());
        boolean isNews = slot == null || documents.get(slot).ulid.compareTo(ulid) < 0;
        boolean isAlive =
            ulid.compareTo(cleared) > 0
                && ulid.compareTo(deleted.getOrDefault(entry.node(), "")) > 0;
        if (isNews && isAlive) {
          remove(entry.node());
          add(ulid, entry);
        }
      }
    }
  }

  private void add(String ulid, IndexEntry entry) {
    int slot = documents.size();
    int length = 0;
    for (Map.Entry<String, Integer> term : entry.terms().entrySet()) {
      length += term.getValue();
      Postings ofTerm = postings.computeIfAbsent(term.getKey(), Postings::new);
      bytes -= ofTerm.bytes();
      ofTerm.add(slot, term.getValue());
      bytes += ofTerm.bytes();
    }
    // In order, so that sums over them are the same in every process.
    List<String> terms = new ArrayList<>(entry.terms().size());
    // The postings' own strings, so that each is in memory once.
    entry.terms().keySet().stream().sorted().forEach(term -> terms.add(postings.get(term).term()));
    Document document = new Document(ulid, entry.withTerms(Map.of()), List.copyOf(terms), length);
    documents.add(document);
    slots.put(entry.node(), slot);
    if (entry.kind().equals(TURN)) {
      entry
          .position()
          .ifPresent(
              position ->
                  sessions
                      .computeIfAbsent(position.session(), _ -> new TreeMap<>())
                      .put(position, slot));
    }
    entry.entities().forEach(entity -> mentions.merge(entity, 1, Integer::sum));
    live++;
    if (document.isQuestion()) {
      questions.add(slot);
    }
    if (document.isText()) {
      texts++;
      totalLength += length;
    }
    bytes += documentBytes(entry, terms.size());
  }

  private void remove(String node) {
    Integer slot = slots.remove(node);
    if (slot != null) {
      Document gone = documents.set(slot, null);
      gone.entry.position().ifPresent(position -> leave(position, slot));
      gone.entry
          .entities()
          .forEach(
              entity ->
                  mentions.computeIfPresent(entity, (_, count) -> count == 1 ? null : count - 1));
      live--;
      questions.remove(slot);
      if (gone.isText()) {
        texts--;
        totalLength -= gone.length;
      }
      bytes -= documentBytes(gone.entry, gone.terms.size());
    }
  }

  private void leave(Position position, int slot) {
    NavigableMap<Position, Integer> session = sessions.get(position.session());
    if (session != null && session.remove(position, slot) && session.isEmpty()) {
      sessions.remove(position.session());
    }
  }

  private static long documentBytes(IndexEntry entry, int terms) {
    return 320L
        + 4L * terms
        + entry.vector().map(QuantizedVector::dimension).orElse(0)
        + 48L * entry.entities().size();
  }

  /** The number of slots; those of nodes that are gone have no entry. */
  public int slots() {
    return documents.size();
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
    return documents.size() > 1_024 && live < documents.size() / 2;
  }

  /** The same nodes, without the slots of those that are gone. */
  CompactIndex compacted() {
    CompactIndex compact = new CompactIndex();
    compact.deleted.putAll(deleted);
    compact.cleared = cleared;
    List<Map<String, Integer>> terms = new ArrayList<>();
    documents.forEach(_ -> terms.add(new HashMap<>()));
    postings.forEach(
        (term, ofTerm) -> {
          for (int i = 0; i < ofTerm.size(); i++) {
            terms.get(ofTerm.slot(i)).put(term, ofTerm.count(i));
          }
        });
    for (int slot = 0; slot < documents.size(); slot++) {
      Document document = documents.get(slot);
      if (document != null) {
        compact.add(document.ulid, document.entry.withTerms(terms.get(slot)));
      }
    }
    return compact;
  }

  /** Whether the slot has a node. */
  public boolean isLive(int slot) {
    return slot < documents.size() && documents.get(slot) != null;
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
    return documents.get(slot).entry;
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
    return documents.get(slot).ulid;
  }

  /** What the index knows of every node now, by slot; null where a slot has none. */
  public List<IndexEntry> entries() {
    List<IndexEntry> entries = new ArrayList<>(documents.size());
    documents.forEach(document -> entries.add(document == null ? null : document.entry));
    return Collections.unmodifiableList(entries);
  }

  /** The slot of that node, if it is in the index. Safe to ask at any time. */
  public OptionalInt slot(String node) {
    Integer slot = slots.get(node);
    return slot == null ? OptionalInt.empty() : OptionalInt.of(slot);
  }

  /** The different terms of the node in {@code slot}; none where there is no node. */
  public List<String> terms(int slot) {
    return isLive(slot) ? documents.get(slot).terms : List.of();
  }

  /**
   * The turns of every session in their order: the parts of a turn that was split one after the
   * other.
   *
   * @return the slots of the turns by their position, for each session
   */
  public Collection<NavigableMap<Position, Integer>> sessions() {
    return Collections.unmodifiableCollection(sessions.values());
  }

  /** The slot of the turn that stands there, if it is in the index. */
  public OptionalInt turn(Position position) {
    NavigableMap<Position, Integer> session = sessions.get(position.session());
    Integer slot = session == null ? null : session.get(position);
    return slot == null ? OptionalInt.empty() : OptionalInt.of(slot);
  }

  /** How many nodes name an entity. */
  public int mentions(String entity) {
    return mentions.getOrDefault(entity, 0);
  }

  /** The slots of the nodes that have that term. */
  public int[] slotsWith(String term) {
    Postings ofTerm = postings.get(term);
    return ofTerm == null
        ? new int[0]
        : IntStream.range(0, ofTerm.size()).map(ofTerm::slot).filter(this::isLive).toArray();
  }

  /** Whether any node has that term. */
  public boolean has(String term) {
    return slotsWith(term).length > 0;
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
    documents.stream()
        .filter(document -> document != null)
        .forEach(document -> counts.merge(document.entry.kind(), 1, Integer::sum));
    return counts;
  }

  /**
   * The BM25 score of every slot for a query of those terms, each counted once; 0 where no term
   * occurs.
   */
  public float[] lexicalScores(Collection<String> terms, Bm25 bm25) {
    float[] scores = new float[documents.size()];
    double averageLength = texts == 0 ? 1 : Math.max(1, (double) totalLength / texts);
    for (String term : new HashSet<>(terms)) {
      Postings ofTerm = postings.get(term);
      if (ofTerm == null) {
        continue;
      }
      int textsWithTerm = 0;
      for (int i = 0; i < ofTerm.size(); i++) {
        Document document = documents.get(ofTerm.slot(i));
        textsWithTerm += document != null && document.isText() ? 1 : 0;
      }
      double idf = bm25.inverseDocumentFrequency(texts, textsWithTerm);
      for (int i = 0; i < ofTerm.size(); i++) {
        Document document = documents.get(ofTerm.slot(i));
        if (document != null) {
          scores[ofTerm.slot(i)] +=
              (float) (idf * bm25.weight(ofTerm.count(i), document.length, averageLength));
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
    float[] scores = new float[documents.size()];
    for (int slot = 0; slot < scores.length; slot++) {
      Document document = documents.get(slot);
      // Without mapping: a hundred thousand scores are not to be boxed.
      boolean isEmbedded = document != null && document.entry.vector().isPresent();
      scores[slot] = isEmbedded ? query.dot(document.entry.vector().get()) : Float.NaN;
    }
    return scores;
  }
}
