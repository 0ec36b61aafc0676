package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.AgentReport;
import io.engraph.agent.Intent;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.reconsolidation.QueryTrace;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a memory answers.
 *
 * @param trace what happened; empty for a graph that nobody has written to
 * @param intent what the question was taken to ask for
 * @param nodes what was recalled, best first
 * @param walked the edges that led to it
 * @param context the same as text, within the token budget
 * @param tokens the tokens of that text
 * @param usage what it cost
 */
public record Recall(
    Optional<QueryTrace> trace,
    Intent intent,
    List<RecalledNode> nodes,
    List<QueryTrace.Walked> walked,
    String context,
    int tokens,
    Usage usage) {

  /**
   * A node that was recalled.
   *
   * @param node the node
   * @param score its score
   * @param access how well it was reached, at most 1
   * @param similarity how like the question it is, 0 to 1
   * @param path what the best way to it brought along, 0 to 1
   * @param hop how many edges it is away from what the search found
   * @param supersededBy the node that says something newer of the same, where one was recalled too
   */
  public record RecalledNode(
      Node node,
      double score,
      double access,
      double similarity,
      double path,
      int hop,
      Optional<NodeId> supersededBy) {
    public RecalledNode {
      requireNonNull(node, "node is null");
      requireNonNull(supersededBy, "supersededBy is null");
    }
  }

  /**
   * What a recall cost.
   *
   * @param itemsRead items of the table that were read
   * @param itemsWritten items that were written
   * @param agent what the agent's decisions took
   * @param milliseconds the time that each step took, in the order of the steps
   */
  public record Usage(
      long itemsRead, long itemsWritten, AgentReport agent, Map<String, Double> milliseconds) {
    public Usage {
      milliseconds = Collections.unmodifiableMap(new LinkedHashMap<>(milliseconds));
    }
  }

  public Recall {
    requireNonNull(trace, "trace is null");
    requireNonNull(intent, "intent is null");
    nodes = List.copyOf(nodes);
    walked = List.copyOf(walked);
    requireNonNull(context, "context is null");
    requireNonNull(usage, "usage is null");
  }
}
