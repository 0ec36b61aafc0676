package io.engraph.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MentionsTest {

  private static final String EPISODE = "episode-0123456789abcdef01234567-0";
  private static final String ENTITY = "entity-ffffffffffffffffffffffff";

  private final Mentions mentions = new Mentions(List.of(EPISODE, ENTITY));

  @Test
  void should_find_an_id_wherever_it_stands() {
    assertThat(mentions.in(EPISODE)).isTrue();
    assertThat(mentions.in("[\"" + ENTITY + "\"]")).isTrue();
    // As JSON writes a line's end before it.
    assertThat(mentions.in("one\\n" + ENTITY + "|about|x")).isTrue();
    assertThat(mentions.in("-----" + ENTITY + "-12")).isTrue();
  }

  @Test
  void should_not_take_what_is_like_an_id_for_it() {
    assertThat(mentions.in("")).isFalse();
    assertThat(mentions.in("a - b")).isFalse();
    assertThat(mentions.in("episode-0123456789abcdef01234567-1")).isFalse();
    assertThat(mentions.in("claim-ffffffffffffffffffffffff")).isFalse();
    assertThat(mentions.in("entity-fffffffffffffffffffffff")).isFalse();
    assertThat(mentions.in("entity-FFFFFFFFFFFFFFFFFFFFFFFF")).isFalse();
    assertThat(new Mentions(List.of()).in(ENTITY)).isFalse();
  }

  @Test
  void should_find_what_a_look_for_each_of_the_ids_finds() {
    Random random = new Random(3);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      // Few parts, so that digests are shared by kinds and numbers.
      NodeKind kind = random.nextBoolean() ? NodeKind.EPISODE : NodeKind.CLAIM;
      String part = String.valueOf(random.nextInt(6));
      ids.add(
          random.nextBoolean()
              ? NodeId.of(kind, part).value()
              : NodeId.numbered(kind, random.nextInt(12), part).value());
    }
    List<String> wanted = ids.subList(0, 8);
    Mentions some = new Mentions(wanted);
    for (String id : ids) {
      String text = "x-%s-y %s".formatted(id, random.nextBoolean() ? id : "");
      assertThat(some.in(text)).as(text).isEqualTo(wanted.stream().anyMatch(text::contains));
    }
  }
}
