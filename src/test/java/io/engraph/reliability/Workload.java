package io.engraph.reliability;

import io.engraph.agent.CompletedRecall.Outcome;
import io.engraph.ingestion.Observation;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * What a client does with a memory, made of a seed: the same seed is the same workload. No two of
 * its observations or questions are the same, but for those that are sent again.
 */
final class Workload {

  /** One thing that a client does. */
  sealed interface Step {

    /** Tells it something, some of it for the second time. */
    record Say(List<Observation> observations) implements Step {}

    /**
     * Asks several questions, reports on the answers, and takes back what some caller reported.
     *
     * @param questions the questions, in order
     * @param reports the report on each
     * @param undone the caller whose reports are taken back, if any
     */
    record Ask(List<String> questions, List<Report> reports, Optional<String> undone)
        implements Step {}

    /** Has a turn forgotten: the one that was told so many turns ago. */
    record ForgetTurn(int ago) implements Step {}

    /** Has a whole session forgotten. */
    record ForgetSession(String session) implements Step {}

    /** Puts the memory in order. */
    record Consolidate() implements Step {}
  }

  /**
   * A report on an answer.
   *
   * @param first the first recalled node that helped, from 0
   * @param count how many of those from there on helped
   */
  record Report(int first, int count, Outcome outcome, double confidence, String caller) {}

  private static final OffsetDateTime START = OffsetDateTime.parse("2026-03-04T09:00:00+01:00");
  private static final List<String> PEOPLE = List.of("Ada", "Bo", "Cleo", "Dov");
  private static final List<String> PLACES = List.of("Lisbon", "Ghent", "Turin", "Oslo");
  private static final List<String> THINGS =
      List.of("bees", "trams", "honey", "the garden", "chess", "an old boat");

  private final Random random;
  private final List<Observation> said = new ArrayList<>();
  private int number;
  private int asked;

  private Workload(Random random) {
    this.random = random;
  }

  /** The steps of a seed. */
  static List<Step> of(long seed, int length) {
    Workload workload = new Workload(new Random(seed));
    List<Step> steps = new ArrayList<>();
    steps.add(workload.say());
    while (steps.size() < length) {
      steps.add(workload.step());
    }
    return steps;
  }

  private Step step() {
    return switch (random.nextInt(12)) {
      case 0 -> new Step.ForgetTurn(random.nextInt(5));
      case 1 -> random.nextInt(3) == 0 ? new Step.ForgetSession(session()) : say();
      case 2 -> new Step.Consolidate();
      case 3, 4, 5 -> ask();
      default -> say();
    };
  }

  private Step say() {
    List<Observation> observations = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      boolean isRepeated = !said.isEmpty() && random.nextInt(6) == 0;
      observations.add(isRepeated ? pick(said) : observation());
    }
    said.addAll(observations);
    return new Step.Say(observations);
  }

  private Observation observation() {
    number++;
    return new Observation(
        random.nextInt(3) == 0 ? Optional.empty() : Optional.of("id-" + number),
        session(),
        Optional.of(pick(PEOPLE)),
        sentence() + " It was note %d.".formatted(number),
        START.plusMinutes(number),
        random.nextInt(4) == 0 ? Map.of("channel", "test") : Map.of());
  }

  private String session() {
    return random.nextBoolean() ? "s1" : "s#2";
  }

  private String sentence() {
    return switch (random.nextInt(8)) {
      case 0 -> "I live in %s.".formatted(pick(PLACES));
      case 1 -> "I like %s.".formatted(pick(THINGS));
      case 2 -> "%s hates %s.".formatted(pick(PEOPLE), pick(THINGS));
      case 3 -> "Yesterday I met %s in %s.".formatted(pick(PEOPLE), pick(PLACES));
      case 4 -> "I moved to %s last year. I work with %s.".formatted(pick(PLACES), pick(THINGS));
      case 5 -> "My favourite thing is %s.".formatted(pick(THINGS));
      case 6 -> "%s visited %s with %s.".formatted(pick(PEOPLE), pick(PLACES), pick(PEOPLE));
      default -> "Did you see %s at %s?".formatted(pick(THINGS), pick(PLACES));
    };
  }

  private Step ask() {
    List<String> questions = new ArrayList<>();
    List<Report> reports = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      questions.add(
          switch (random.nextInt(3)) {
            case 0 -> "Where does %s live? (%d)".formatted(pick(PEOPLE), ++asked);
            case 1 -> "What does %s like? (%d)".formatted(pick(PEOPLE), ++asked);
            default -> "Who met %s in %s? (%d)".formatted(pick(PEOPLE), pick(PLACES), ++asked);
          });
      reports.add(
          new Report(
              random.nextInt(3),
              1 + random.nextInt(3),
              random.nextInt(5) == 0 ? Outcome.NEUTRAL : Outcome.HELPFUL,
              (1 + random.nextInt(4)) / 4.0,
              "caller-" + random.nextInt(3)));
    }
    Optional<String> undone =
        random.nextInt(5) == 0 ? Optional.of("caller-" + random.nextInt(3)) : Optional.empty();
    return new Step.Ask(questions, reports, undone);
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
