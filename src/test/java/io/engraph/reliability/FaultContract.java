package io.engraph.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.graph.GraphId;
import io.engraph.graph.SourceRef;
import io.engraph.reliability.FaultyTable.Rates;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.Table;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random workloads under faults end in the very memory that the same workload makes without any:
 * every acknowledged turn is stored once and found, every edge has seen what it has there, and
 * nothing points to what is not there.
 *
 * <p>Each failure names its seed; {@code -Dengraph.faults.from=SEED -Dengraph.faults.seeds=1} has
 * it again.
 */
abstract class FaultContract {

  private static final int STEPS = 12;
  private static final Rates RATES = new Rates(.003, .05, .04, .04, .06);

  private static final long FIRST = Long.getLong("engraph.faults.from", 1);

  /** A table, another one at each call, without anything of that graph. */
  protected abstract Table open(GraphId graph);

  /** How many seeds are tried where nobody says how many. */
  static LongStream seeds(long usual) {
    return LongStream.range(FIRST, FIRST + Long.getLong("engraph.faults.seeds", usual));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void should_end_in_the_memory_that_there_is_without_faults(long seed) {
    GraphId graph = new GraphId("faults-%d".formatted(seed));
    List<Workload.Step> steps = Workload.of(seed, STEPS);
    Client calm =
        new Client(graph, new FaultyTable(open(graph), new Random(0), Rates.NONE), new Random(0));
    steps.forEach(calm::carryOut);
    calm.settle();

    Client faulty =
        new Client(graph, new FaultyTable(open(graph), new Random(seed), RATES), new Random(seed));
    steps.forEach(faulty::carryOut);
    faulty.table().rates(Rates.NONE);
    faulty.settle();

    StoredState state = StoredState.of(faulty.table().stored());
    assertThat(faulty.told()).isEqualTo(calm.told());
    assertThat(faulty.recalled()).isEqualTo(calm.recalled());
    assertThat(state.problems()).isEmpty();
    assertThat(state.differences(StoredState.of(calm.table().stored()))).isEmpty();
    assertThat(state.turns()).isEqualTo(faulty.told());
    for (Map.Entry<SourceRef, String> turn : faulty.told().entrySet()) {
      assertThat(found(faulty, graph, turn.getValue()))
          .as("what a question in the words of turn %s finds", turn.getKey())
          .contains(turn.getValue());
    }
    for (SourceRef turn : faulty.forgotten()) {
      assertThat(state.turns()).doesNotContainKey(turn);
    }
  }

  private static List<String> found(Client client, GraphId graph, String words) {
    Recall recall = client.memory().retrieval().recall(graph, RecallQuery.of(words));
    return recall.nodes().stream().map(one -> one.node().content()).toList();
  }

  @Test
  void should_have_met_faults_and_deaths() {
    // A workload that nothing happens to would prove nothing.
    GraphId graph = new GraphId("faults-met");
    Client client =
        new Client(graph, new FaultyTable(open(graph), new Random(7), RATES), new Random(7));
    Workload.of(7, 40).forEach(client::carryOut);
    assertThat(client.deaths()).isGreaterThan(5);
    assertThat(client.told()).isNotEmpty();
    assertThat(client.forgotten()).isNotEmpty();
    assertThat(client.recalled()).isNotEmpty();
  }
}
