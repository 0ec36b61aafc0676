package io.engraph.retrieval;

import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a node is by the one that the question names, or names them. "What does Ana paint?" asks
 * first for what Ana said; who is only named counts half at most, the less the more nodes name
 * them. Silent on whoever never speaks: that a text names what the question names is what its words
 * say already, and measured as a loss on documents.
 */
final class SpeakerChannel implements Channel {

  static final String NAME = "speaker";

  /** Being named says less than having said it. */
  private static final double NAMED = 0.5;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SlotScore over(Candidates candidates) {
    CompactIndex index = candidates.index();
    Set<String> named = speakers(namedIn(candidates.search().plan().keywords(), index), index);
    if (named.isEmpty()) {
      return SlotScore.SILENT;
    }
    Map<String, Integer> mentions = mentions(named, index);
    int nodes = index.size();
    return candidates.each(entry -> score(entry, mentions, nodes));
  }

  private static double score(IndexEntry entry, Map<String, Integer> mentions, int nodes) {
    List<String> entities = entry.entities();
    if (entry.spoken() && mentions.containsKey(entities.getFirst())) {
      return 1;
    }
    double best = 0;
    for (String entity : entities) {
      Integer naming = mentions.get(entity);
      if (naming != null && nodes > 1) {
        best = Math.max(best, NAMED * Math.log((double) nodes / naming) / Math.log(nodes));
      }
    }
    return best;
  }

  /** How many nodes name each of those entities. */
  private static Map<String, Integer> mentions(Set<String> named, CompactIndex index) {
    Map<String, Integer> mentions = new HashMap<>();
    named.forEach(entity -> mentions.put(entity, index.mentions(entity)));
    return mentions;
  }

  /** Those of the entities that say anything themselves. */
  private static Set<String> speakers(Set<String> named, CompactIndex index) {
    return named.stream().filter(index::speaks).collect(Collectors.toSet());
  }

  /** The entities all of whose words are in the question. */
  static Set<String> namedIn(Collection<String> keywords, CompactIndex index) {
    Set<String> words = Set.copyOf(keywords);
    Set<String> named = new HashSet<>();
    for (String word : words) {
      for (int slot : index.named(word)) {
        if (words.containsAll(index.terms(slot))) {
          // Itself, and who else it is known to be.
          named.addAll(index.entry(slot).entities());
        }
      }
    }
    return named;
  }
}
