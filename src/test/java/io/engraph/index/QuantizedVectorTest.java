package io.engraph.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class QuantizedVectorTest {

  private static float[] unit(Random random) {
    float[] vector = new float[384];
    double length = 0;
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) random.nextGaussian();
      length += vector[i] * vector[i];
    }
    for (int i = 0; i < vector.length; i++) {
      vector[i] /= (float) Math.sqrt(length);
    }
    return vector;
  }

  @Test
  void should_keep_the_dot_product_of_unit_vectors_to_two_digits() {
    Random random = new Random(1);
    for (int round = 0; round < 100; round++) {
      float[] one = unit(random);
      float[] two = unit(random);
      double exact = 0;
      for (int i = 0; i < one.length; i++) {
        exact += one[i] * two[i];
      }
      assertThat((double) QuantizedVector.of(one).dot(QuantizedVector.of(two)))
          .isCloseTo(exact, within(0.01));
    }
  }

  @Test
  void should_hold_a_vector_of_zeros() {
    QuantizedVector zeros = QuantizedVector.of(new float[4]);

    assertThat(zeros.dot(zeros)).isZero();
  }

  @Test
  void should_refuse_what_is_no_vector_and_other_dimensions() {
    assertThatThrownBy(() -> QuantizedVector.of(new float[] {1, Float.NaN}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> QuantizedVector.of(new float[2]).dot(QuantizedVector.of(new float[3])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 and 3");
  }
}
