package io.engraph.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.agent.Intent;
import io.engraph.agent.SeedPlan;
import io.engraph.agent.TimeFocus;
import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexEntry.Position;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TestIndex;
import io.engraph.index.TextAnalysis;
import io.engraph.index.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An index that is too large to look at all of its nodes. */
class LargeGraphTest {

  private static final int TURNS = 6_000;
  private static final int DIMENSION = 64;
  private static final Instant START = Instant.parse("2020-01-01T00:00:00Z");

  private final Random random = new Random(17);
  private final List<IndexEntry> entries = new ArrayList<>();

  LargeGraphTest() {
    for (int turn = 0; turn < TURNS; turn++) {
      entries.add(entry(turn, NodeKind.EPISODE, "word%d filler".formatted(turn % 900), vector()));
    }
  }

  private static IndexEntry entry(int turn, NodeKind kind, String text, float[] vector) {
    return new IndexEntry(
        "turn-" + turn,
        kind.name(),
        Optional.of(new Position("s" + turn / 20, 1 + turn % 20, 0)),
        List.of(),
        Optional.of(TimeSpan.at(START.plusSeconds(86_400L * turn))),
        TextAnalysis.termCounts(text),
        Optional.of(QuantizedVector.of(vector)));
  }

  private float[] vector() {
    float[] vector = new float[DIMENSION];
    double squares = 0;
    for (int i = 0; i < DIMENSION; i++) {
      vector[i] = (float) (0.5 + random.nextGaussian());
      squares += vector[i] * vector[i];
    }
    for (int i = 0; i < DIMENSION; i++) {
      vector[i] /= (float) Math.sqrt(squares);
    }
    return vector;
  }

  private SeedScores search(
      float[] vector, List<String> words, Optional<TimeSpan> time, Set<NodeKind> kinds) {
    CompactIndex index = TestIndex.large(entries.toArray(IndexEntry[]::new));
    assertThat(index.isLarge()).isTrue();
    return SeedSearch.score(
        new SearchText(
            new SeedPlan(SeedPlan.Mode.HYBRID_MATCH, "asked", words, kinds, Optional.empty(), time),
            Intent.DETAIL,
            TimeFocus.ANY,
            QuantizedVector.of(vector)),
        index,
        DefaultPolicy.get(),
        kinds,
        Optional.empty(),
        false);
  }

  private static List<String> nodes(SeedScores scores, int limit) {
    return scores.best(0, limit).stream().map(SeedScores.Seed::node).toList();
  }

  @Test
  void should_find_what_is_alike_in_meaning() {
    for (int turn : List.of(0, 1_234, TURNS - 1)) {
      SeedScores found =
          search(vectorOf(turn), List.of(), Optional.empty(), Set.of(NodeKind.EPISODE));
      assertThat(nodes(found, 1)).containsExactly("turn-" + turn);
    }
  }

  private float[] vectorOf(int turn) {
    QuantizedVector vector = entries.get(turn).vector().orElseThrow();
    float[] values = new float[DIMENSION];
    for (int i = 0; i < DIMENSION; i++) {
      values[i] = vector.values()[i] * vector.scale();
    }
    return values;
  }

  @Test
  void should_find_what_has_the_words_however_far_its_meaning_is() {
    entries.set(4_000, entry(4_000, NodeKind.EPISODE, "beehive", vector()));
    SeedScores found = search(vector(), List.of("beehiv"), Optional.empty(), Set.of());
    assertThat(found.best(0, TURNS))
        .filteredOn(seed -> seed.node().equals("turn-4000"))
        .singleElement()
        .satisfies(seed -> assertThat(seed.channels().get("lexical")).isEqualTo(1.0));
  }

  @Test
  void should_hear_the_turns_beside_the_best() {
    SeedScores found =
        search(vectorOf(1_234), List.of(), Optional.empty(), Set.of(NodeKind.EPISODE));
    assertThat(nodes(found, 12)).contains("turn-1233", "turn-1235");
  }

  @Test
  void should_look_at_what_lies_in_the_time_that_is_asked_for() {
    SeedScores found =
        search(vector(), List.of(), entries.get(3_210).time(), Set.of(NodeKind.EPISODE));
    assertThat(found.isCandidate(3_210)).isTrue();
  }

  @Test
  void should_answer_only_with_the_kinds_that_are_asked_for() {
    entries.set(50, entry(50, NodeKind.FACT, "filler", vector()));
    SeedScores found =
        search(vectorOf(49), List.of("filler"), Optional.empty(), Set.of(NodeKind.FACT));
    assertThat(nodes(found, 10)).containsExactly("turn-50");
    assertThat(found.mayAnswer("turn-49")).isFalse();
  }

  @Test
  void should_score_a_node_that_a_walk_reaches_though_the_search_did_not_look_at_it() {
    SeedScores found =
        search(vectorOf(1_234), List.of(), Optional.empty(), Set.of(NodeKind.EPISODE));
    int unseen = 0;
    while (found.isCandidate(unseen)) {
      unseen++;
    }
    assertThat(found.similarity("turn-" + unseen))
        .isBetween(0.0, found.similarity("turn-1234") - 0.05);
    assertThat(found.mayAnswer("turn-" + unseen)).isTrue();
  }
}
