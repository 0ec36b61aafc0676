package io.engraph.forgetting;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.GraphId;
import io.engraph.graph.NodeId;
import io.engraph.graph.SourceRef;
import io.engraph.table.Index;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A deletion, or a part of a large one, as it is kept until it is done: what it takes along has to
 * be known before anything of it is gone.
 *
 * @param id the id of the whole deletion
 * @param part the number of the part, from 0
 * @param graph the graph
 * @param isWhole whether all of the graph goes
 * @param turns the turns that go
 * @param nodes the nodes that go
 * @param isPlanned whether the nodes are all that go, not just those that are named
 */
record Deletion(
    String id,
    int part,
    GraphId graph,
    boolean isWhole,
    List<SourceRef> turns,
    List<NodeId> nodes,
    boolean isPlanned) {

  /** The timeline partition that lists the deletions of all graphs. */
  private static final String ALL = "DELETIONS";

  private static final String PREFIX = "DELETION#";

  Deletion {
    requireNonNull(id, "id is null");
    requireNonNull(graph, "graph is null");
    turns = List.copyOf(turns);
    nodes = List.copyOf(nodes);
  }

  /** The same, knowing all the nodes that go. */
  Deletion planned(Collection<NodeId> all) {
    return new Deletion(id, part, graph, isWhole, turns, List.copyOf(all), true);
  }

  /** Its key, by which one deletion is told from another. */
  Key key() {
    return new Key(PREFIX + graph, "%s#%04d".formatted(id, part));
  }

  Write write() {
    Item.Builder item =
        Item.builder(key())
            .set(Index.Attributes.TIMELINE, ALL)
            .set(Index.Attributes.TIME, "%s#%04d".formatted(id, part))
            .set(
                "turns", join(turns.stream().map(ref -> ref.turn() + " " + ref.session()).toList()))
            .set("nodes", join(nodes.stream().map(NodeId::value).toList()));
    if (isWhole) {
      item.set("whole", 1);
    }
    if (isPlanned) {
      item.set("planned", 1);
    }
    return Write.put(item.build());
  }

  private static String join(List<String> lines) {
    return lines.stream().collect(Collectors.joining("\n"));
  }

  Write finished() {
    return Write.delete(key());
  }

  /** Whether any part of a deletion is still going on. */
  static boolean isRunning(Table table, GraphId graph, String id) {
    return !table
        .query(
            PartitionQuery.of(PREFIX + graph)
                .within(io.engraph.table.SortRange.prefix(id + "#"))
                .atMost(1)
                .consistently())
        .items()
        .isEmpty();
  }

  /** All that are going on, the earliest first. */
  static List<Deletion> all(Table table) {
    List<Key> keys = new ArrayList<>();
    PartitionQuery query = PartitionQuery.of(Index.TIMELINE, ALL);
    Page page = table.query(query);
    while (true) {
      page.items().forEach(item -> keys.add(item.key()));
      if (page.next().isEmpty()) {
        break;
      }
      page = table.query(query.after(page.next().get()));
    }
    return table.getAll(keys).stream()
        .map(Deletion::of)
        .sorted((one, two) -> one.key().sort().compareTo(two.key().sort()))
        .toList();
  }

  private static Deletion of(Item item) {
    String[] sort = item.key().sort().split("#", 2);
    return new Deletion(
        sort[0],
        Integer.parseInt(sort[1]),
        new GraphId(item.key().partition().substring(PREFIX.length())),
        item.has("whole"),
        lines(item.text("turns")).stream().map(Deletion::ref).toList(),
        lines(item.text("nodes")).stream().map(NodeId::new).toList(),
        item.has("planned"));
  }

  private static SourceRef ref(String line) {
    int space = line.indexOf(' ');
    return new SourceRef(line.substring(space + 1), Integer.parseInt(line.substring(0, space)));
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split("\n", -1));
  }
}
