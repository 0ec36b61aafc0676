package io.engraph.benchmark;

import io.engraph.graph.GraphId;
import io.engraph.table.EmulatedTable;
import io.engraph.table.Table;
import java.time.Clock;

/**
 * Fills a graph of a table on a running emulator with the turns of {@link ScaleBenchmark}, embedded
 * as if by the local model: {@code EmulatorGraph TABLE GRAPH TURNS}.
 */
public final class EmulatorGraph {

  private static final String LOCAL_MODEL = "e5-small-v2-q";

  private EmulatorGraph() {}

  public static void main(String[] arguments) {
    try (Table table = EmulatedTable.open(arguments[0], Clock.systemUTC())) {
      ScaleBenchmark.fill(
          table, new GraphId(arguments[1]), Integer.parseInt(arguments[2]), LOCAL_MODEL);
    }
  }
}
