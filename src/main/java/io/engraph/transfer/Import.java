package io.engraph.transfer;

import static java.util.Objects.requireNonNull;

import io.engraph.embedding.EmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.SchemaVersion;
import io.engraph.graph.SourceTurn;
import io.engraph.index.IndexLog;
import io.engraph.index.QuantizedVector;
import io.engraph.table.Chunks;
import io.engraph.table.Item;
import io.engraph.table.Table;
import io.engraph.table.Write;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Reads what {@link Export} wrote into a graph, the same or another one, on any engine. Doing it
 * again changes nothing. Where the embedding model is another one, everything is embedded anew.
 */
public final class Import {

  private static final int ITEMS_AT_ONCE = 50;

  private final Table table;
  private final MemoryGraph graph;
  private final Portable portable;
  private final EmbeddingModel embedding;
  private final IntConsumer progress;
  private boolean isOfOtherModel;

  /**
   * @param embedding the model that the graph is asked with from then on
   * @param progress hears how many lines are read
   */
  public Import(Table table, GraphId graph, EmbeddingModel embedding, IntConsumer progress) {
    this.table = requireNonNull(table, "table is null");
    this.graph = new MemoryGraph(table, graph);
    this.portable = new Portable(graph);
    this.embedding = requireNonNull(embedding, "embedding is null");
    this.progress = requireNonNull(progress, "progress is null");
  }

  /**
   * Reads a graph; the reader stays open.
   *
   * @return how many lines were read
   * @throws TransferException if a line is none of an export: what was before it is imported
   * @throws io.engraph.graph.ModelMismatchException if the graph is there and was made with another
   *     model than the one that it is to be asked with
   */
  public int read(Reader reader) {
    Optional<GraphSettings> there = graph.settings();
    there.ifPresent(
        settings -> settings.requireModel(graph.id(), embedding.name(), embedding.dimension()));
    try {
      BufferedReader in = new BufferedReader(reader);
      Portable.requireHeader(Optional.ofNullable(in.readLine()));
      List<Write> batch = new ArrayList<>();
      int number = 1;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        Item item = portable.item(line, number);
        if (isOfOtherModel && IndexLog.hasVector(item)) {
          // Its node has to be there to be read.
          flush(batch);
        }
        batch.add(Write.put(fitted(item)));
        if (batch.size() == ITEMS_AT_ONCE) {
          flush(batch);
        }
        progress.accept(number);
      }
      flush(batch);
      return number;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void flush(List<Write> batch) {
    Chunks.transact(table, List.copyOf(batch));
    batch.clear();
  }

  /** The item as the graph that is imported into needs it. */
  private Item fitted(Item item) {
    if (item.key().equals(graph.keys().graph())) {
      SchemaVersion.require(graph.id(), (int) item.findNumber("schema").orElse(1d).doubleValue());
      isOfOtherModel =
          !item.text("embeddingModel").equals(embedding.name())
              || item.integer("dimension") != embedding.dimension();
      return isOfOtherModel
          ? with(item, Map.of("embeddingModel", embedding.name()), embedding.dimension())
          : item;
    }
    if (isOfOtherModel && IndexLog.hasVector(item)) {
      return graph
          .node(new NodeId(item.text("node")))
          .map(node -> IndexLog.withVector(item, QuantizedVector.of(embed(node))))
          .orElse(item);
    }
    return item;
  }

  private float[] embed(Node node) {
    if (node.kind() == NodeKind.QUESTION) {
      return embedding.embedQuery(node.content());
    }
    Optional<String> speaker =
        node.sources().isEmpty()
            ? Optional.empty()
            : graph.turns(node.sources().subList(0, 1)).values().stream()
                .findFirst()
                .flatMap(SourceTurn::speaker);
    String text = speaker.map(name -> name + ": " + node.content()).orElse(node.content());
    return embedding.embedPassages(List.of(text)).getFirst();
  }

  private static Item with(Item item, Map<String, String> texts, int dimension) {
    Item.Builder changed = Item.builder(item.key());
    item.attributes().forEach(changed::set);
    texts.forEach(changed::set);
    return changed.set("dimension", dimension).set("schema", SchemaVersion.CURRENT).build();
  }
}
