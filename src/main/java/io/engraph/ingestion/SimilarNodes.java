package io.engraph.ingestion;

import static java.util.Objects.requireNonNull;

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

/** Nodes that may say the same as a unit in other words: those of its kind that mean most alike. */
final class SimilarNodes {

  /** Of none, for agents that only know equal words. */
  static final SimilarNodes NONE = new SimilarNodes(null, null, null, null);

  private static final int MOST = 4;

  private final Table table;
  private final MemoryGraph graph;
  private final IndexCache indexes;
  private final IndexLog log;

  private SimilarNodes(Table table, MemoryGraph graph, IndexCache indexes, IndexLog log) {
    this.table = table;
    this.graph = graph;
    this.indexes = indexes;
    this.log = log;
  }

  static SimilarNodes of(Table table, MemoryGraph graph, IndexCache indexes, IndexLog log) {
    return new SimilarNodes(
        requireNonNull(table, "table is null"),
        requireNonNull(graph, "graph is null"),
        requireNonNull(indexes, "indexes is null"),
        requireNonNull(log, "log is null"));
  }

  /** The most alike first. */
  List<Node> like(MemoryUnit unit, float[] vector) {
    if (indexes == null) {
      return List.of();
    }
    List<NodeId> nearest =
        indexes.read(table, log, graph.id().value(), index -> nearest(index, unit, vector));
    return graph.nodes(nearest).values().stream()
        .sorted(Comparator.comparingInt(node -> nearest.indexOf(node.id())))
        .toList();
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
