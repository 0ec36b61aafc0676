package io.engraph.ingestion;

import io.engraph.agent.MemoryUnit;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.index.CompactIndex;
import io.engraph.index.IndexCache;
import io.engraph.index.IndexLog;
import io.engraph.index.QuantizedVector;
import io.engraph.table.Table;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Finds nodes that may say the same as a unit in other words. */
@FunctionalInterface
interface SimilarNodes {

  /** For agents that only know equal words. */
  SimilarNodes NONE = (_, _) -> List.of();

  int MOST = 4;

  /** The nodes of its kind that mean most alike, the most alike first. */
  List<Node> like(MemoryUnit unit, float[] vector);

  /** Finds them in the index of a graph. */
  static SimilarNodes in(Table table, MemoryGraph graph, IndexCache indexes, IndexLog log) {
    return (unit, vector) -> {
      List<NodeId> nearest =
          indexes.read(table, log, graph.id().value(), index -> nearest(index, unit, vector));
      return graph.nodes(nearest).values().stream()
          .sorted(Comparator.comparingInt(node -> nearest.indexOf(node.id())))
          .toList();
    };
  }

  private static List<NodeId> nearest(CompactIndex index, MemoryUnit unit, float[] vector) {
    float[] cosines = index.denseScores(QuantizedVector.of(vector));
    return IntStream.range(0, cosines.length)
        .boxed()
        .filter(slot -> !Float.isNaN(cosines[slot]))
        .filter(slot -> index.entry(slot).kind().equals(unit.kind().name()))
        .sorted(
            Comparator.comparingDouble((Integer slot) -> -cosines[slot])
                .thenComparing(slot -> index.entry(slot).node()))
        .limit(MOST)
        .map(slot -> new NodeId(index.entry(slot).node()))
        .toList();
  }
}
