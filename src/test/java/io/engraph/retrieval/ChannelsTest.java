package io.engraph.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.engraph.agent.Intent;
import io.engraph.agent.SeedPlan;
import io.engraph.agent.TimeFocus;
import io.engraph.embedding.BagOfWordsEmbedding;
import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexEntry.Position;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TestIndex;
import io.engraph.index.TextAnalysis;
import io.engraph.index.TimeSpan;
import io.engraph.index.TimeSpan.Precision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each channel says of nodes, as a search shows it. */
class ChannelsTest {

  private static final Offset<Double> EXACT = within(1e-5);
  private static final BagOfWordsEmbedding EMBEDDING = new BagOfWordsEmbedding();
  private static final String ANA = "entity-ana";
  private static final String BEN = "entity-ben";

  private final List<IndexEntry> entries = new ArrayList<>();

  /** A question, with everything that a search goes by. */
  private record Question(String text, Intent intent, TimeFocus focus, Optional<TimeSpan> time) {
    static Question of(String text) {
      return new Question(text, Intent.DETAIL, TimeFocus.ANY, Optional.empty());
    }
  }

  private static TimeSpan day(String day) {
    Instant start = Instant.parse(day + "T00:00:00Z");
    return new TimeSpan(start, start.plusSeconds(86_400), Precision.DAY);
  }

  private IndexEntry turn(String session, int number, String speaker, String text) {
    IndexEntry entry =
        new IndexEntry(
            "%s-%d".formatted(session, number),
            NodeKind.EPISODE.name(),
            Optional.of(new Position(session, number, 0)),
            List.of(speaker),
            Optional.of(day("2026-03-%02d".formatted(number))),
            TextAnalysis.termCounts(text),
            Optional.of(QuantizedVector.of(EMBEDDING.embedQuery(text))),
            true,
            text.endsWith("?"),
            Optional.empty());
    entries.add(entry);
    return entry;
  }

  private void entity(String id, String name) {
    entries.add(
        new IndexEntry(
            id,
            NodeKind.ENTITY.name(),
            Optional.empty(),
            List.of(id),
            Optional.empty(),
            TextAnalysis.termCounts(name),
            Optional.empty()));
  }

  private CompactIndex index() {
    return TestIndex.of(entries.toArray(IndexEntry[]::new));
  }

  /** What the channel gave each node; a node that it says nothing of is missing. */
  private Map<String, Double> scores(String channel, Question question) {
    Map<String, Double> weights = new HashMap<>(Map.of("dense", 0.6, "lexical", 0.4));
    weights.put(channel, 0.5);
    SearchText search =
        new SearchText(
            new SeedPlan(
                SeedPlan.Mode.HYBRID_MATCH,
                question.text,
                TextAnalysis.terms(question.text),
                Set.of(),
                Optional.empty(),
                question.time),
            question.intent,
            question.focus,
            QuantizedVector.of(EMBEDDING.embedQuery(question.text)));
    SeedScores found =
        SeedSearch.score(
            search, index(), new RetrievalPolicy(weights), Set.of(), Optional.empty(), false);
    Map<String, Double> scores = new HashMap<>();
    for (SeedScores.Seed seed : found.best(0, 100)) {
      Double score = seed.channels().get(channel);
      if (score != null) {
        scores.put(seed.node(), score);
      }
    }
    return scores;
  }

  @Test
  void should_bring_meaning_and_words_to_0_to_1() {
    turn("s", 1, ANA, "bees on the roof");
    turn("s", 2, BEN, "bees");
    turn("s", 3, ANA, "violin");

    for (String channel : List.of("dense", "lexical")) {
      Map<String, Double> scores = scores(channel, Question.of("bees"));
      assertThat(scores.get("s-2")).isCloseTo(1, EXACT);
      assertThat(scores.get("s-1")).isBetween(0.2, 0.99);
    }
  }

  @Test
  void should_hear_a_turn_by_what_stands_before_and_after_it() {
    turn("s", 1, ANA, "violin");
    turn("s", 2, BEN, "bees");
    turn("s", 3, ANA, "roof");
    turn("other", 4, ANA, "honey");

    Map<String, Double> scores = scores("neighbour", Question.of("bees"));

    // The turn before says all of it, the one after four fifths.
    assertThat(scores.get("s-3")).isCloseTo(1, EXACT);
    assertThat(scores.get("s-1")).isCloseTo(0.8, within(0.05));
    assertThat(scores.getOrDefault("other-4", 0.0)).isZero();
  }

  @Test
  void should_give_a_unit_the_neighbours_of_its_turn() {
    turn("s", 1, BEN, "bees");
    turn("s", 2, ANA, "violin");
    entries.add(
        new IndexEntry(
            "fact-1",
            NodeKind.FACT.name(),
            Optional.of(new Position("s", 2, 0)),
            List.of(),
            Optional.empty(),
            TextAnalysis.termCounts("lessons"),
            Optional.empty()));

    assertThat(scores("neighbour", Question.of("bees")).get("fact-1")).isCloseTo(1, EXACT);
  }

  @Test
  void should_give_every_turn_of_a_session_that_of_its_best() {
    turn("good", 1, ANA, "bees");
    turn("good", 2, BEN, "roof");
    turn("other", 3, ANA, "violin");

    Map<String, Double> scores = scores("session", Question.of("bees"));

    assertThat(scores.get("good-2")).isCloseTo(1, EXACT);
    assertThat(scores.getOrDefault("other-3", 0.0)).isLessThan(0.2);
  }

  @Test
  void should_prefer_what_the_named_one_said_to_what_names_them() {
    entity(ANA, "Ana");
    entity(BEN, "Ben");
    turn("s", 1, ANA, "bees");
    turn("s", 2, BEN, "bees and honey");
    entries.set(3, naming(entries.get(3), List.of(BEN, ANA)));
    turn("s", 3, BEN, "bees on roofs");

    Map<String, Double> scores = scores("speaker", Question.of("Ana bees"));

    assertThat(scores.get("s-1")).isCloseTo(1, EXACT);
    assertThat(scores.get("s-2")).isBetween(0.01, 0.5);
    assertThat(scores.get("s-3")).isZero();
    assertThat(scores("speaker", Question.of("bees"))).isEmpty();
  }

  private static IndexEntry naming(IndexEntry turn, List<String> entities) {
    return new IndexEntry(
        turn.node(),
        turn.kind(),
        turn.position(),
        entities,
        turn.time(),
        turn.terms(),
        turn.vector(),
        true,
        turn.asks(),
        turn.tells());
  }

  @Test
  void should_say_nothing_of_whoever_never_speaks() {
    entity(ANA, "Ana");
    turn("s", 1, BEN, "bees");

    assertThat(scores("speaker", Question.of("Ana bees"))).isEmpty();
  }

  @Test
  void should_reach_over_a_rare_word_that_the_question_does_not_have() {
    turn("s", 1, ANA, "bees zephyr");
    turn("s", 2, BEN, "zephyr dock");
    turn("s", 3, ANA, "bees dock");
    for (int i = 4; i < 24; i++) {
      turn("s", i, BEN, "filler%d".formatted(i));
    }

    Map<String, Double> scores = scores("keywords", Question.of("bees"));

    assertThat(scores.get("s-2")).isCloseTo(1, EXACT);
    assertThat(scores.getOrDefault("s-9", 0.0)).isZero();
  }

  @Test
  void should_weigh_by_the_time_that_the_question_speaks_of() {
    turn("s", 1, ANA, "bees one");
    turn("s", 3, ANA, "bees three");
    turn("s", 4, ANA, "bees four");
    IndexEntry told = turn("s", 20, ANA, "bees told");
    entries.set(
        3,
        new IndexEntry(
            told.node(),
            told.kind(),
            told.position(),
            told.entities(),
            told.time(),
            told.terms(),
            told.vector(),
            true,
            false,
            Optional.of(day("2026-03-03"))));

    Map<String, Double> scores =
        scores(
            "time",
            new Question("bees", Intent.DETAIL, TimeFocus.ANY, Optional.of(day("2026-03-03"))));

    assertThat(scores.get("s-3")).isCloseTo(1, EXACT);
    // It was said long after, but tells of that day.
    assertThat(scores.get("s-20")).isCloseTo(1, EXACT);
    // Right after the day, and a day before it.
    assertThat(scores.get("s-4")).isCloseTo(1, EXACT);
    assertThat(scores.get("s-1")).isCloseTo(0.5, EXACT);
    assertThat(scores("time", Question.of("bees"))).isEmpty();
  }

  @Test
  void should_prefer_what_tells_to_what_asks_and_a_time_for_when() {
    turn("s", 1, ANA, "bees?");
    turn("s", 2, ANA, "bees");
    IndexEntry timed = turn("s", 3, ANA, "bees then");
    entries.set(
        2,
        new IndexEntry(
            timed.node(),
            timed.kind(),
            timed.position(),
            timed.entities(),
            timed.time(),
            timed.terms(),
            timed.vector(),
            true,
            false,
            Optional.of(day("2026-02-01"))));

    Map<String, Double> any = scores("form", Question.of("bees"));
    Map<String, Double> when =
        scores("form", new Question("bees", Intent.WHEN, TimeFocus.ANY, Optional.empty()));

    assertThat(any).containsEntry("s-1", 0.0).containsEntry("s-2", 1.0).containsEntry("s-3", 1.0);
    assertThat(when).containsEntry("s-1", 0.0).containsEntry("s-2", 0.5).containsEntry("s-3", 1.0);
  }

  @Test
  void should_prefer_the_kind_that_answers_the_intent() {
    turn("s", 1, ANA, "bees");
    entries.add(
        new IndexEntry(
            "claim-1",
            NodeKind.CLAIM.name(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            TextAnalysis.termCounts("bees"),
            Optional.empty()));

    assertThat(scores("kind", new Question("bees", Intent.BELIEF, TimeFocus.ANY, Optional.empty())))
        .containsEntry("claim-1", 1.0)
        .containsEntry("s-1", 0.0);
    assertThat(scores("kind", Question.of("bees"))).isEmpty();
  }

  @Test
  void should_prefer_the_newest_only_when_the_present_is_asked_for() {
    turn("s", 1, ANA, "bees");
    turn("s", 11, ANA, "bees more");
    turn("s", 21, ANA, "bees most");

    Map<String, Double> now =
        scores("recency", new Question("bees", Intent.DETAIL, TimeFocus.PRESENT, Optional.empty()));

    assertThat(now.get("s-21")).isCloseTo(1, EXACT);
    assertThat(now.get("s-11")).isCloseTo(0.5, EXACT);
    assertThat(now.get("s-1")).isCloseTo(0, EXACT);
    assertThat(scores("recency", Question.of("bees"))).isEmpty();
  }

  @Test
  void should_average_what_the_channels_say_by_their_weights() {
    turn("s", 1, ANA, "bees");
    turn("s", 2, BEN, "violin?");
    SearchText search =
        new SearchText(
            new SeedPlan(
                SeedPlan.Mode.HYBRID_MATCH,
                "bees",
                List.of("bee"),
                Set.of(),
                Optional.empty(),
                Optional.empty()),
            Intent.DETAIL,
            TimeFocus.ANY,
            QuantizedVector.of(EMBEDDING.embedQuery("bees")));

    SeedScores found =
        SeedSearch.score(
            search,
            index(),
            new RetrievalPolicy(Map.of("dense", 0.6, "lexical", 0.4, "form", 1.0)),
            Set.of(),
            Optional.empty(),
            false);

    // 0.6 * 1 + 0.4 * 1 + 1.0 * 1, of 2.0; and 0 of all for the other
    assertThat(found.similarity("s-1")).isCloseTo(1, EXACT);
    assertThat(found.similarity("s-2")).isCloseTo(0, EXACT);
  }

  @Test
  void should_rank_a_turn_that_is_not_embedded_yet_before_those_beside_it() {
    for (String text : List.of("I keep bees here", "do you sell it", "yes, I do")) {
      int number = entries.size() + 1;
      entries.add(
          new IndexEntry(
              "s-" + number,
              NodeKind.EPISODE.name(),
              Optional.of(new Position("s", number, 0)),
              List.of(),
              Optional.of(day("2026-03-04")),
              TextAnalysis.termCounts(text),
              Optional.empty()));
    }
    SearchText search =
        new SearchText(
            new SeedPlan(
                SeedPlan.Mode.HYBRID_MATCH,
                "bees",
                List.of("bee"),
                Set.of(),
                Optional.empty(),
                Optional.empty()),
            Intent.DETAIL,
            TimeFocus.ANY,
            QuantizedVector.of(EMBEDDING.embedQuery("bees")));

    assertThat(
            SeedSearch.score(
                    search, index(), DefaultPolicy.get(), Set.of(), Optional.empty(), false)
                .best(0, 1))
        .singleElement()
        .satisfies(seed -> assertThat(seed.node()).isEqualTo("s-1"));
  }

  @Test
  void should_weigh_every_channel_by_default() {
    assertThat(DefaultPolicy.get().weights())
        .containsOnlyKeys(
            "dense",
            "lexical",
            "neighbour",
            "speaker",
            "session",
            "keywords",
            "questions",
            "form",
            "time",
            "kind",
            "recency",
            "path");
    assertThat(DefaultPolicy.get().weights().values())
        .allSatisfy(weight -> assertThat(weight).isPositive());
  }

  @ParameterizedTest
  @ValueSource(strings = {"vioiln", "violn", "violiin", "viotin"})
  void should_forgive_a_slip_of_the_pen(String word) {
    turn("s", 1, ANA, "violin lessons");
    turn("s", 2, ANA, "bees");

    assertThat(scores("lexical", Question.of(word)).get("s-1")).isCloseTo(1, EXACT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"vxolin", "vioooln", "v", "cat"})
  void should_not_take_one_word_for_another(String word) {
    turn("s", 1, ANA, "violin lessons");
    turn("s", 2, ANA, "bees car");

    assertThat(scores("lexical", Question.of(word)).values()).allMatch(score -> score == 0);
  }

  @Test
  void should_know_distances_of_time() {
    TimeSpan may =
        new TimeSpan(
            Instant.parse("2026-05-01T00:00:00Z"),
            Instant.parse("2026-06-01T00:00:00Z"),
            Precision.MONTH);

    assertThat(TimeChannel.closeness(day("2026-05-10"), may)).isEqualTo(1f);
    // 31 days away, by a month of 31 days
    assertThat((double) TimeChannel.closeness(day("2026-03-30"), may)).isCloseTo(0.5, EXACT);
    assertThat(
            Arrays.asList(
                TimeChannel.closeness(day("2025-05-01"), may),
                TimeChannel.closeness(day("2027-05-01"), may)))
        .allMatch(closeness -> closeness < 0.001f);
  }
}
