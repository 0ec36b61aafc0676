package io.engraph.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.agent.EntityMention;
import io.engraph.agent.Extraction;
import io.engraph.agent.MemoryUnit;
import io.engraph.agent.TurnText;
import io.engraph.graph.Claim.Sentiment;
import io.engraph.graph.NodeKind;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractorTest {

  private static final Extractor EXTRACTOR = new Extractor();
  private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-04T00:30:00+01:00");

  private static Extraction extract(String speaker, String text) {
    return EXTRACTOR.extract(new TurnText(Optional.ofNullable(speaker), text, AT));
  }

  private static List<MemoryUnit> units(String text, NodeKind kind) {
    return extract("Ana", text).units().stream().filter(unit -> unit.kind() == kind).toList();
  }

  @Test
  void should_name_the_speaker_first_then_persons_and_concepts() {
    Extraction extraction = extract("Ana", "My sister Nora lives in Porto near the jazz club.");

    assertThat(extraction.mentions())
        .containsExactly(
            EntityMention.person("Ana"),
            EntityMention.person("Nora"),
            EntityMention.concept("Porto"),
            EntityMention.concept("jazz club"));
  }

  @Test
  void should_name_each_entity_once_and_bound_their_number() {
    Extraction extraction =
        extract(
            "Ana",
            "Porto, Porto, Lisbon, Braga, Faro, Evora, Coimbra, Aveiro and Sintra are in Portugal.");

    assertThat(extraction.mentions()).doesNotHaveDuplicates().hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I work as a nurse in Lisbon.",
        "I'm allergic to peanuts.",
        "I don't like olives at all.",
        "I've been working as a nurse since 2019.",
        "My favourite colour is dark green.",
        "Well, I really love hiking in the hills."
      })
  void should_take_a_self_report_as_a_fact_about_the_speaker(String text) {
    MemoryUnit fact = units(text, NodeKind.FACT).getFirst();

    assertThat(fact.content()).isEqualTo(text);
    assertThat(fact.description()).isEqualTo("Ana of themself");
    assertThat(fact.about().getFirst()).isEqualTo(EntityMention.person("Ana"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Do I have to go there?",
        "What a lovely day it was!",
        "You should try the soup.",
        "The trams are loud at night.",
        "Yes."
      })
  void should_not_take_anything_else_as_a_self_report(String text) {
    assertThat(units(text, NodeKind.FACT)).isEmpty();
  }

  @Test
  void should_not_report_for_nobody() {
    assertThat(extract(null, "I work as a nurse in Lisbon.").units()).isEmpty();
  }

  @Test
  void should_take_what_a_speaker_thinks_of_another_as_a_claim() {
    MemoryUnit claim = units("I think Tomas is a terrible cook.", NodeKind.CLAIM).getFirst();

    assertThat(claim.roles())
        .contains(
            new MemoryUnit.ClaimRoles(
                EntityMention.person("Ana"),
                EntityMention.concept("Tomas"),
                "think",
                Sentiment.NEGATIVE,
                0.8));
  }

  @Test
  void should_take_what_one_says_of_another_as_the_claim_of_the_one() {
    MemoryUnit claim =
        units("Nora says that Tomas is a wonderful cook.", NodeKind.CLAIM).getFirst();

    assertThat(claim.roles().orElseThrow().source()).isEqualTo(EntityMention.person("Nora"));
    assertThat(claim.roles().orElseThrow().target().name()).isEqualTo("Tomas");
    assertThat(claim.roles().orElseThrow().predicate()).isEqualTo("say");
    assertThat(claim.roles().orElseThrow().sentiment()).isEqualTo(Sentiment.POSITIVE);
  }

  @Test
  void should_take_according_to_as_a_claim() {
    MemoryUnit claim =
        units("According to Nora, the school of Tomas is far away.", NodeKind.CLAIM).getFirst();

    assertThat(claim.roles().orElseThrow().source().name()).isEqualTo("Nora");
    assertThat(claim.roles().orElseThrow().target().name()).isEqualTo("Tomas");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "In my opinion, Tomas is a wonderful cook. | Ana | Tomas | think | POSITIVE",
        "In the view of Nora, Tomas is reckless. | Nora | Tomas | think | NEGATIVE",
        "Tomas is a careless driver, according to Nora. | Nora | Tomas | say | NEGATIVE",
        "Nora is convinced that Tomas is honest. | Nora | Tomas | be sure | POSITIVE",
        "Nora is afraid that Tomas will fail. | Nora | Tomas | fear | NEGATIVE",
        "Nora considers Tomas a genius. | Nora | Tomas | consider | POSITIVE",
        "Nora insists that the firing of Tomas was a mistake. | Nora | Tomas | insist | NEGATIVE",
        "Nora complained that Tomas is lazy. | Nora | Tomas | complain | NEGATIVE",
        "I don't think Tomas is honest at all. | Ana | Tomas | think | NEGATIVE",
        "Nora thinks that the museum is overrated. | Nora | museum | think | NEGATIVE"
      })
  void should_take_views_in_all_forms_as_claims(
      String text, String source, String target, String predicate, Sentiment sentiment) {
    MemoryUnit.ClaimRoles roles = units(text, NodeKind.CLAIM).getFirst().roles().orElseThrow();

    assertThat(roles.source().name()).isEqualTo(source);
    assertThat(roles.target().name()).isEqualTo(target);
    assertThat(roles.predicate()).isEqualTo(predicate);
    assertThat(roles.sentiment()).isEqualTo(sentiment);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Nora found her keys under the sofa.",
        "Nora called the school of Tomas at noon.",
        "Tomas was fired from the bakery in March.",
        "Nora sees Tomas at the market on Mondays."
      })
  void should_not_take_what_happened_as_a_claim(String text) {
    assertThat(units(text, NodeKind.CLAIM)).isEmpty();
  }

  @Test
  void should_know_how_sure_a_source_is() {
    assertThat(confidence("I think Tomas is honest.")).isEqualTo(0.8);
    assertThat(confidence("I think Tomas might be honest.")).isEqualTo(0.5);
    assertThat(confidence("Nora swears that Tomas is honest.")).isEqualTo(0.95);
  }

  private static double confidence(String text) {
    return units(text, NodeKind.CLAIM).getFirst().roles().orElseThrow().confidence();
  }

  @Test
  void should_resolve_you_to_the_one_who_is_spoken_to() {
    Extraction extraction =
        EXTRACTOR.extract(
            new TurnText(
                Optional.of("Ana"),
                "I think you are a brilliant cook. I use your recipe every week.",
                AT,
                Optional.of("Ben")));

    MemoryUnit claim = extraction.units().get(0);
    assertThat(claim.description()).isEqualTo("Ana of Ben");
    assertThat(claim.content()).isEqualTo("I think you are a brilliant cook.");
    MemoryUnit fact = extraction.units().get(1);
    assertThat(fact.description()).isEqualTo("Ana of themself (to Ben)");
    assertThat(fact.content()).isEqualTo("I use your recipe every week.");
  }

  @Test
  void should_take_the_one_who_is_greeted_as_spoken_to() {
    assertThat(units("Hi Ben, how are you? I think you are a brilliant cook.", NodeKind.CLAIM))
        .singleElement()
        .satisfies(claim -> assertThat(claim.description()).isEqualTo("Ana of Ben"));
  }

  @Test
  void should_know_a_turn_that_only_claims() {
    assertThat(extract("Ana", "I think Tomas is lazy. What do you think?").isClaim()).isTrue();
    assertThat(extract("Ana", "I think Tomas is lazy. He was fired in May.").isClaim()).isFalse();
    assertThat(extract("Ana", "Hello there!").isClaim()).isFalse();
  }

  @Test
  void should_take_what_can_have_one_value_as_a_fact_about_its_subject() {
    MemoryUnit fact =
        units("The owner of the Falcon project is now Nora.", NodeKind.FACT).getFirst();

    assertThat(fact.about().getFirst().name()).isEqualTo("Falcon project");
    assertThat(fact.description()).isEqualTo("Ana of Falcon project");
    assertThat(extract(null, "The owner of the Falcon project is now Nora.").units()).hasSize(1);
  }

  @Test
  void should_make_no_claim_without_a_target() {
    assertThat(units("I think it will rain today.", NodeKind.CLAIM)).isEmpty();
  }

  @Test
  void should_resolve_yesterday_against_the_day_of_the_turn_in_its_offset() {
    MemoryUnit fact = units("I went to the dentist yesterday.", NodeKind.EVENT).getFirst();

    // At half past midnight of 4 March in +01:00, when it is still 3 March in UTC.
    assertThat(fact.time().orElseThrow().start()).isEqualTo(Instant.parse("2026-03-02T23:00:00Z"));
  }

  @Test
  void should_leave_the_time_of_a_fact_open_when_the_turn_does_not_say() {
    assertThat(units("I work as a nurse in Lisbon.", NodeKind.FACT).getFirst().time()).isEmpty();
  }

  @Test
  void should_extract_the_same_from_the_same_text() {
    String text = "Nora says that Tomas loves jazz. I live in Lisbon with my sister Eva.";

    assertThat(extract("Ana", text)).isEqualTo(extract("Ana", text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"...", "?!", "   a", "🎉🎉🎉", "我昨天在上海喝了龙井茶", "\u202Eabc", "((((((", "a\u0000b"})
  void should_take_whatever_text_there_is(String text) {
    assertThat(extract("Ana", text).mentions()).contains(EntityMention.person("Ana"));
  }
}
