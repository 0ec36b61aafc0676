package io.engraph.graph;

import io.engraph.table.Index;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.PartitionQuery;
import io.engraph.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a new graph begins with: the mean of how far the weights of the ranking channels have moved
 * in the graphs of this deployment that have learned and allow it. Weights are all that is shared:
 * nothing that was said or asked, and not in which graph.
 */
public final class PolicyPrior {

  /** The newest graphs: reads stay few, however many graphs there are. */
  private static final int MOST_GRAPHS = 100;

  private PolicyPrior() {}

  /**
   * The mean, in millionths by the channel's name; empty where no graph has learned.
   *
   * @param embeddingModel the model of the new graph: weights that another model was learned with
   *     do not carry over
   */
  public static Map<String, Long> of(Table table, String embeddingModel) {
    List<Key> keys = new ArrayList<>();
    table
        .query(PartitionQuery.of(Index.TIMELINE, Keys.ALL_GRAPHS).descending().atMost(MOST_GRAPHS))
        .items()
        .forEach(
            graph -> {
              keys.add(graph.key());
              keys.add(Keys.policyBeside(graph.key()));
            });
    Map<Key, Item> items = new HashMap<>();
    table.getAll(keys).forEach(item -> items.put(item.key(), item));
    List<Map<String, Double>> moved = new ArrayList<>();
    for (int i = 0; i < keys.size(); i += 2) {
      Item graph = items.get(keys.get(i));
      Item policy = items.get(keys.get(i + 1));
      boolean isKnown = graph != null && GraphItems.schema(graph) <= SchemaVersion.CURRENT;
      if (isKnown && policy != null) {
        GraphSettings settings = GraphItems.settings(graph);
        if (settings.sharesPolicy() && settings.embeddingModel().equals(embeddingModel)) {
          moved.add(settings.shifts(GraphItems.learned(policy)));
        }
      }
    }
    Map<String, Long> mean = new TreeMap<>();
    for (Map<String, Double> one : moved) {
      one.forEach(
          (channel, by) ->
              mean.merge(channel, LearnedPolicy.millionths(by / moved.size()), Long::sum));
    }
    mean.values().removeIf(by -> by == 0);
    return mean;
  }
}
