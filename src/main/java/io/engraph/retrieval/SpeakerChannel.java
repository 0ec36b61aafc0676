package io.engraph.retrieval;

import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a node is by, or names, the one that the question names. Those who speak are told from
 * those who are only spoken of: "What does Ana paint?" asks first for what Ana said.
 */
final class SpeakerChannel implements Channel {

  static final String NAME = "speaker";

  /** Being named says less than having said it. */
  private static final float NAMED = 0.5f;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public float[] scores(Candidates candidates) {
    CompactIndex index = candidates.index();
    Set<String> named = namedIn(candidates.search().plan().keywords(), index);
    float[] scores = candidates.silence();
    if (named.isEmpty()) {
      return scores;
    }
    for (int slot = 0; slot < scores.length; slot++) {
      if (index.isLive(slot)) {
        scores[slot] = score(index.entry(slot), named);
      }
    }
    return scores;
  }

  private static float score(IndexEntry entry, Set<String> named) {
    List<String> entities = entry.entities();
    if (entities.isEmpty()) {
      return 0;
    }
    if (named.contains(entities.getFirst())) {
      return 1;
    }
    return entities.stream().anyMatch(named::contains) ? NAMED : 0;
  }

  /** The entities all of whose words are in the question. */
  static Set<String> namedIn(Collection<String> keywords, CompactIndex index) {
    Set<String> words = Set.copyOf(keywords);
    Set<String> named = new HashSet<>();
    for (String word : words) {
      for (int slot : index.slotsWith(word)) {
        IndexEntry entry = index.entry(slot);
        if (entry.kind().equals(NodeKind.ENTITY.name()) && words.containsAll(index.terms(slot))) {
          named.add(entry.node());
        }
      }
    }
    return named;
  }
}
