package io.engraph.transfer;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.NodeId;
import io.engraph.index.IndexLog;
import io.engraph.table.Item;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * Writes everything of a graph as lines of JSON: its settings and policy, turns, nodes with their
 * edges and evidence, what the index has of them, edits. Of the same graph it writes the same
 * bytes. Traces of queries are not a graph's own, and expire: they stay.
 */
public final class Export {

  private final Table table;
  private final MemoryGraph graph;
  private final Portable portable;
  private final Ulids ulids;
  private final IntConsumer progress;
  private int lines;

  /**
   * @param progress hears how many lines are written
   */
  public Export(Table table, GraphId graph, Ulids ulids, IntConsumer progress) {
    this.table = requireNonNull(table, "table is null");
    this.graph = new MemoryGraph(table, graph);
    this.portable = new Portable(graph);
    this.ulids = requireNonNull(ulids, "ulids is null");
    this.progress = requireNonNull(progress, "progress is null");
  }

  /**
   * Writes the graph; the writer stays open.
   *
   * @return how many lines were written
   * @throws TransferException if there is no such graph
   */
  public int write(Writer writer) {
    if (graph.settings().isEmpty()) {
      throw new TransferException("there is no graph %s".formatted(graph.id()));
    }
    try {
      BufferedWriter out = new BufferedWriter(writer);
      line(out, Portable.header());
      partition(out, graph.keys().settings());
      Map<String, String> newest = new HashMap<>();
      Set<String> nodes = new TreeSet<>();
      Set<String> sessions = new TreeSet<>();
      IndexLog log = new IndexLog(graph.id().value(), ulids);
      log.scan(
          table,
          item -> {
            newest.merge(item.text("node"), item.key().sort(), Export::later);
            nodes.add(item.text("node"));
            item.findText("session").ifPresent(sessions::add);
          });
      for (String session : sessions) {
        partition(out, graph.keys().session(session));
      }
      for (String node : nodes) {
        partition(out, graph.keys().adjacency(new NodeId(node)));
      }
      // Of each node the newest that the index has; of one that is gone, that it is.
      log.scan(
          table,
          item -> {
            if (item.key().sort().equals(newest.get(item.text("node")))) {
              line(out, portable.line(item));
            }
          });
      partition(out, graph.keys().edits());
      out.flush();
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void partition(BufferedWriter out, String partition) {
    PartitionQuery query = PartitionQuery.of(partition).consistently();
    Page page = table.query(query);
    while (true) {
      for (Item item : page.items()) {
        line(out, portable.line(item));
      }
      if (page.next().isEmpty()) {
        return;
      }
      page = table.query(query.after(page.next().get()));
    }
  }

  private static String later(String one, String two) {
    return one.compareTo(two) >= 0 ? one : two;
  }

  private void line(BufferedWriter out, String text) {
    try {
      out.write(text);
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    progress.accept(++lines);
  }
}
