package io.engraph.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.graph.NodeKind;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexEntry;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TestIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PastQuestionsTest {

  private static final QuantizedVector ASKED = at(0);

  /** A unit vector, so many degrees away from that of the question. */
  private static QuantizedVector at(double degrees) {
    return QuantizedVector.of(
        new float[] {
          (float) Math.cos(Math.toRadians(degrees)), (float) Math.sin(Math.toRadians(degrees))
        });
  }

  private static IndexEntry question(int number, double degrees) {
    return new IndexEntry(
        "q-" + number,
        NodeKind.QUESTION.name(),
        Optional.empty(),
        List.of("e-" + number),
        Optional.empty(),
        Map.of(),
        Optional.of(at(degrees)));
  }

  private static CompactIndex index(double... degrees) {
    return TestIndex.of(
        IntStream.range(0, degrees.length)
            .mapToObj(i -> question(i, degrees[i]))
            .toArray(IndexEntry[]::new));
  }

  @Test
  void should_hear_the_same_words_however_few_questions_there_are() {
    assertThat(PastQuestions.like(ASKED, index(0)))
        .containsExactly(new PastQuestions.Alike("q-0", List.of("e-0"), 1));
  }

  @Test
  void should_hear_nothing_where_there_are_no_questions_or_none_stands_out() {
    assertThat(PastQuestions.like(ASKED, index())).isEmpty();
    assertThat(PastQuestions.like(ASKED, index(20))).isEmpty();
    assertThat(PastQuestions.like(ASKED, index(20, 40, 60))).isEmpty();
    assertThat(PastQuestions.like(ASKED, index(30, 30, 30, 30, 30, 30, 30, 30, 30, 30))).isEmpty();
  }

  @Test
  void should_hear_what_stands_out_from_the_other_questions_wherever_the_cosines_lie() {
    double[] close = new double[20];
    double[] far = new double[20];
    for (int i = 0; i < 19; i++) {
      close[i] = 30 + i % 3;
      far[i] = 80 + i % 3;
    }
    close[19] = 20;
    far[19] = 60;

    for (double[] degrees : List.of(close, far)) {
      assertThat(PastQuestions.like(ASKED, index(degrees)))
          .singleElement()
          .satisfies(
              one -> {
                assertThat(one.node()).isEqualTo("q-19");
                assertThat(one.weight()).isGreaterThan(0.5).isLessThan(1);
              });
    }
  }

  @Test
  void should_hear_five_at_most_the_most_alike_first() {
    List<Double> degrees = new ArrayList<>(Collections.nCopies(200, 80.0));
    IntStream.range(0, 7).forEach(i -> degrees.add(7.0 - i));

    assertThat(
            PastQuestions.like(
                ASKED, index(degrees.stream().mapToDouble(Double::doubleValue).toArray())))
        .extracting(PastQuestions.Alike::node)
        .containsExactly("q-206", "q-205", "q-204", "q-203", "q-202");
  }
}
