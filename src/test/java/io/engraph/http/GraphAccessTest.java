package io.engraph.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphAccessTest {

  private static final GraphAccess ANA = GraphAccess.to(List.of("ana", "team-7"));

  @ParameterizedTest
  @ValueSource(strings = {"ana", "ana~", "ana~work", "ana~work~2026", "team-7", "team-7~x"})
  void should_admit_what_is_named_and_what_is_under_it(String graph) {
    assertThat(ANA.admits(graph)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "an", "anabel", "ana-2", "ana.", "ANA", "Ana~", "~ana", "team-70", "team", "*"
      })
  void should_not_admit_what_only_begins_alike(String graph) {
    assertThat(ANA.admits(graph)).isFalse();
  }

  @Test
  void should_admit_nothing_by_a_name_that_could_be_under_anothers() {
    GraphAccess access = GraphAccess.to(List.of("ana~work", "", "~"));

    assertThat(access.admits("ana~work")).isFalse();
    assertThat(access.admits("ana")).isFalse();
    assertThat(access.admits("")).isFalse();
    assertThat(access.admits("~x")).isFalse();
  }

  @Test
  void should_admit_nothing_without_a_name_and_all_where_nobody_asks() {
    assertThat(GraphAccess.to(List.of()).admits("ana")).isFalse();
    assertThat(GraphAccess.ALL.admits("ana")).isTrue();
  }

  @Test
  void should_say_which_graph_is_not_admitted() {
    assertThatThrownBy(() -> ANA.require("ben"))
        .isInstanceOf(ForbiddenException.class)
        .hasMessage("your token does not admit the graph ben");
  }
}
