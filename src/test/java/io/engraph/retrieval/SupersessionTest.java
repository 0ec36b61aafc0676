package io.engraph.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.MemoryFixture;
import io.engraph.graph.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupersessionTest {

  @TempDir Path folder;

  private MemoryFixture fixture;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static List<String> texts(Recall recall) {
    return recall.nodes().stream().map(one -> one.node().content()).toList();
  }

  private static List<String> superseded(Recall recall) {
    return recall.nodes().stream()
        .filter(one -> one.supersededBy().isPresent())
        .map(Recall.RecalledNode::node)
        .map(Node::content)
        .toList();
  }

  @Test
  void should_lead_with_the_newest_and_mark_the_older_ones() {
    fixture.say(
        "s",
        "Ana: I live in Porto near the river.",
        "Ben: The violin lessons begin in October.",
        "Ana: I live in Lisbon.",
        "Ana: I live in Faro near the river.");

    Recall recall = fixture.ask("Where does Ana live, near the river in Porto?");

    assertThat(texts(recall).getFirst()).isEqualTo("I live in Faro near the river.");
    assertThat(superseded(recall))
        .containsExactlyInAnyOrder("I live in Porto near the river.", "I live in Lisbon.");
    assertThat(recall.context()).contains("I live in Porto near the river. (older)");
    assertThat(recall.context()).doesNotContain("I live in Faro near the river. (older)");
  }

  @Test
  void should_still_find_the_older_one_for_a_question_about_the_past() {
    fixture.say("s", "Ana: I live in Porto by the river.", "Ana: I live in Lisbon.");

    Recall recall = fixture.ask("Where by the river did Ana live before?");

    assertThat(texts(recall).getFirst()).isEqualTo("I live in Porto by the river.");
    assertThat(superseded(recall)).containsExactly("I live in Porto by the river.");
  }

  @Test
  void should_not_set_what_one_says_against_what_another_says() {
    fixture.say("s", "Ana: I live in Porto.", "Ben: I live in Lisbon.");

    assertThat(superseded(fixture.ask("Who lives in Porto or Lisbon?"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "true, the office is on king street, the office is on mill street",
    "true, i work as a nurse, i work as a pilot now",
    "true, porto was founded by ada, porto was founded by the king of spain",
    "false, i really like tea, i really like coffee",
    "false, the capital of ghana is accra, the capital of romania is bucharest",
    "false, the office is on king street, the office is on king street",
    "false, the office is on king street, the office is on king street today",
    "false, ana lives in porto, ben lives in porto",
    "false, i am here, i am there"
  })
  void should_tell_a_new_state_from_another_matter(boolean isOne, String older, String newer) {
    assertThat(
            Supersession.saysOtherwise(
                List.of(older.split(" ", -1)), List.of(newer.split(" ", -1))))
        .isEqualTo(isOne);
  }
}
