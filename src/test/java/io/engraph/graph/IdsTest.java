package io.engraph.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

  private static final NodeId A = NodeId.of(NodeKind.ENTITY, "a");
  private static final NodeId B = NodeId.of(NodeKind.ENTITY, "b");

  @ParameterizedTest
  @ValueSource(strings = {"a", "team.memory_1~x-Y", "0123456789"})
  void should_take_a_graph_id_of_its_form(String id) {
    assertThat(new GraphId(id).value()).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a#b", "a/b", "ä", "a\n", "%41"})
  void should_refuse_another_graph_id(String id) {
    assertThatThrownBy(() -> new GraphId(id)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void should_refuse_a_graph_id_of_129_letters() {
    assertThat(new GraphId("a".repeat(128)).value()).hasSize(128);
    assertThatThrownBy(() -> new GraphId("a".repeat(129)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void should_give_the_same_thing_the_same_node_id_and_others_others() {
    assertThat(NodeId.of(NodeKind.ENTITY, "a")).isEqualTo(A);
    assertThat(A).isNotEqualTo(B);
    assertThat(NodeId.of(NodeKind.FACT, "a").value()).isNotEqualTo(A.value());
    assertThat(NodeId.of(NodeKind.ENTITY, "ab", "c"))
        .isNotEqualTo(NodeId.of(NodeKind.ENTITY, "a", "bc"));
    assertThat(NodeId.numbered(NodeKind.EPISODE, 12, "x").value()).endsWith("-12");
    assertThat(NodeId.isValid(NodeId.numbered(NodeKind.EPISODE, 12, "x").value())).isTrue();
    assertThat(NodeId.isValid("entity-xyz")).isFalse();
  }

  @Test
  void should_have_one_key_for_both_directions_of_a_symmetric_relation() {
    assertThat(EdgeKey.of(A, Relation.CORRELATES, B))
        .isEqualTo(EdgeKey.of(B, Relation.CORRELATES, A));
    assertThat(EdgeKey.of(A, Relation.PRECEDES, B))
        .isNotEqualTo(EdgeKey.of(B, Relation.PRECEDES, A));
  }

  @Test
  void should_refuse_an_edge_from_a_node_to_itself() {
    assertThatThrownBy(() -> EdgeKey.of(A, Relation.PRECEDES, A))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void should_have_22_relations_of_four_kinds_of_which_three_are_symmetric() {
    assertThat(Relation.values()).hasSize(22);
    assertThat(Relation.values())
        .filteredOn(Relation::isSymmetric)
        .containsExactlyInAnyOrder(
            Relation.CONTRADICTS, Relation.CORRELATES, Relation.ANALOGOUS_TO);
    for (Relation relation : Relation.values()) {
      assertThat(Relation.find(relation.label())).contains(relation);
    }
    assertThat(Relation.find("knows")).isEmpty();
    assertThat(Relation.PRECEDES.kind()).isEqualTo(RelationKind.CAUSAL);
  }

  @Test
  void should_sort_times_as_text_from_year_1_to_9999() {
    assertThat(SortableTime.of(Instant.parse("1969-12-31T23:59:59.5Z")))
        .isEqualTo("1969-12-31T23:59:59.500000000Z")
        .isLessThan(SortableTime.of(Instant.parse("1970-01-01T00:00:00Z")));
    assertThat(SortableTime.of(SortableTime.EARLIEST))
        .isLessThan(SortableTime.of(SortableTime.LATEST));
    assertThatThrownBy(() -> SortableTime.of(Instant.parse("-0001-01-01T00:00:00Z")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
