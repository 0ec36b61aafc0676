package io.engraph.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.SourceRef;
import io.engraph.index.TimeSpan;
import io.engraph.index.Tokens;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContextWriterTest {

  private static Node node(int number, String content, NodeStatus status) {
    Instant at = Instant.parse("2026-03-04T10:05:00Z");
    return new Node(
        NodeId.of(NodeKind.EPISODE, "n" + number),
        NodeKind.EPISODE,
        Optional.empty(),
        content,
        "Ana",
        List.of(),
        Optional.of(TimeSpan.at(at)),
        at,
        List.of(new SourceRef("s", number)),
        status,
        Optional.empty(),
        1);
  }

  @Test
  void should_write_a_line_for_each_memory_with_its_time_speaker_and_source() {
    ContextWriter.Context context =
        ContextWriter.write(
            List.of(
                node(1, "I live in Lisbon.", NodeStatus.CURRENT),
                node(2, "I live\n\n in Porto.", NodeStatus.SUPERSEDED)),
            Set.of(),
            1_000);

    assertThat(context.text())
        .isEqualTo(
            """
            - [2026-03-04 10:05] Ana: I live in Lisbon. (s, turn 1)
            - [2026-03-04 10:05] Ana: I live in Porto. (superseded) (s, turn 2)
            """);
    assertThat(context.tokens()).isEqualTo(Tokens.count(context.text()));
  }

  @Test
  void should_leave_out_what_does_not_fit_and_go_on() {
    ContextWriter.Context context =
        ContextWriter.write(
            List.of(
                node(1, "word ".repeat(200), NodeStatus.CURRENT),
                node(2, "short", NodeStatus.CURRENT)),
            Set.of(),
            60);

    assertThat(context.nodes())
        .extracting(one -> one.sources().getFirst().turn())
        .containsExactly(2);
  }

  @Test
  void should_never_exceed_the_budget_by_a_token() {
    Random random = new Random(4);
    List<Node> nodes =
        IntStream.range(1, 30)
            .mapToObj(i -> node(i, "w ".repeat(1 + random.nextInt(40)), NodeStatus.CURRENT))
            .toList();
    for (int budget = 1; budget < 400; budget += 7) {
      ContextWriter.Context context = ContextWriter.write(nodes, Set.of(), budget);
      assertThat(Tokens.count(context.text())).isLessThanOrEqualTo(budget);
      assertThat(context.tokens()).isEqualTo(Tokens.count(context.text()));
    }
  }

  @Test
  void should_count_text_that_looks_like_a_control_token_as_text() {
    assertThat(Tokens.count("<|endoftext|>")).isGreaterThan(1);
    assertThat(Tokens.count("")).isZero();
  }
}
