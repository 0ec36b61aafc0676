package io.engraph.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoarseVectorsTest {

  private static final int DIMENSION = 96;
  private static final int VECTORS = 2_000;

  /** Vectors in twenty bunches that all lean one way, as those of language models do. */
  private static QuantizedVector[] bunches(Random random) {
    float[][] centres = new float[20][DIMENSION];
    for (float[] centre : centres) {
      for (int i = 0; i < DIMENSION; i++) {
        centre[i] = (float) (3 + random.nextGaussian());
      }
    }
    QuantizedVector[] vectors = new QuantizedVector[VECTORS];
    for (int slot = 0; slot < VECTORS; slot++) {
      float[] vector = centres[slot % centres.length].clone();
      double squares = 0;
      for (int i = 0; i < DIMENSION; i++) {
        vector[i] += (float) (0.7 * random.nextGaussian());
        squares += vector[i] * vector[i];
      }
      for (int i = 0; i < DIMENSION; i++) {
        vector[i] /= (float) Math.sqrt(squares);
      }
      vectors[slot] = QuantizedVector.of(vector);
    }
    return vectors;
  }

  private static int[] exactly(QuantizedVector[] vectors, QuantizedVector query, int most) {
    return IntStream.range(0, vectors.length)
        .boxed()
        .sorted(Comparator.comparingDouble(slot -> -vectors[slot].dot(query)))
        .limit(most)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static List<Integer> list(int[] slots) {
    return Arrays.stream(slots).boxed().toList();
  }

  @Test
  void should_have_the_closest_among_a_tenth_of_all() {
    Random random = new Random(3);
    QuantizedVector[] vectors = bunches(random);
    CoarseVectors coarse = CoarseVectors.of(vectors, VECTORS);
    int found = 0;
    for (int query = 0; query < 100; query++) {
      QuantizedVector asked = vectors[random.nextInt(VECTORS)];
      Set<Integer> near =
          Set.copyOf(
              list(
                  CoarseVectors.nearest(
                      coarse.distances(asked, VECTORS), VECTORS / 10, _ -> true, false)));
      found += (int) Arrays.stream(exactly(vectors, asked, 10)).filter(near::contains).count();
    }
    assertThat(found).isGreaterThan(990);
  }

  @Test
  void should_name_the_farthest_too() {
    QuantizedVector[] vectors = bunches(new Random(5));
    CoarseVectors coarse = CoarseVectors.of(vectors, VECTORS);

    List<Integer> far =
        list(CoarseVectors.nearest(coarse.distances(vectors[0], VECTORS), 20, _ -> true, true));

    assertThat(far).hasSize(20).doesNotContain(0);
    // Of the other bunches, none is of the vector's own.
    assertThat(far).noneMatch(slot -> slot % 20 == 0);
  }

  @Test
  void should_name_only_what_is_admitted_and_has_a_vector() {
    QuantizedVector[] vectors = bunches(new Random(7));
    vectors[4] = null;
    CoarseVectors coarse = CoarseVectors.of(vectors, VECTORS);

    List<Integer> near =
        list(
            CoarseVectors.nearest(
                coarse.distances(vectors[2], VECTORS), 50, slot -> slot % 2 == 0, false));

    assertThat(near).contains(2).doesNotContain(4).allSatisfy(slot -> assertThat(slot).isEven());
  }

  @Test
  void should_know_vectors_that_come_later() {
    QuantizedVector[] vectors = bunches(new Random(9));
    CoarseVectors coarse = CoarseVectors.of(vectors, 600);
    for (int slot = 600; slot < 1_200; slot++) {
      assertThat(coarse.isOutgrown()).isFalse();
      coarse.add(slot, vectors[slot]);
    }
    assertThat(CoarseVectors.nearest(coarse.distances(vectors[1_100], 1_200), 10, _ -> true, false))
        .contains(1_100);

    coarse.add(1_200, vectors[1_200]);
    assertThat(coarse.isOutgrown()).isTrue();
  }
}
