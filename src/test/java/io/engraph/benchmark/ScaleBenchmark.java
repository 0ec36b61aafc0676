package io.engraph.benchmark;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.agent.EntityMention;
import io.engraph.graph.Edge;
import io.engraph.graph.EdgeKey;
import io.engraph.graph.GraphId;
import io.engraph.graph.GraphSettings;
import io.engraph.graph.MemoryGraph;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.graph.SourceRef;
import io.engraph.graph.UtilityRule;
import io.engraph.index.IndexEntry;
import io.engraph.index.IndexLog;
import io.engraph.index.QuantizedVector;
import io.engraph.index.TimeSpan;
import io.engraph.retrieval.Recall;
import io.engraph.retrieval.RecallQuery;
import io.engraph.table.Chunks;
import io.engraph.table.SqliteTable;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * What a question takes as a graph grows, on the embedded table and without its embedding: time,
 * items read, the memory of the index, and the load of the index from cold. Each of four speakers
 * is a hub with a quarter of all turns at its edges. Sizes by {@code ENGRAPH_SCALE}, such as
 * 1000,10000.
 */
public final class ScaleBenchmark {

  private static final String SIZES = "1000,10000,100000,1000000";
  private static final int TURNS_OF_SESSION = 25;
  private static final int AT_ONCE = 16;

  /** Questions before those that count, by which the JVM's compiler has done most of its work. */
  private static final int WARM_UP = 1_000;

  private static final int QUESTIONS = 300;
  private static final Instant START = Instant.parse("2020-01-01T00:00:00Z");

  private ScaleBenchmark() {}

  /** What was measured of one size. */
  private record Measured(
      int nodes,
      double coldMillis,
      double p50,
      double p99,
      double itemsRead,
      long mostItemsRead,
      double indexMegabytes,
      int hubEdges) {}

  public static void main(String[] arguments) throws IOException {
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    String sizes = Optional.ofNullable(System.getenv("ENGRAPH_SCALE")).orElse(SIZES);
    List<Measured> measured = new ArrayList<>();
    System.out.printf(
        "%10s %10s %12s %9s %9s %11s %11s %10s%n",
        "nodes", "hub edges", "cold index", "p50", "p99", "items read", "most read", "index");
    for (String size : sizes.split(",", -1)) {
      Measured one = measure(Integer.parseInt(size.strip()));
      measured.add(one);
      System.out.printf(
          Locale.ROOT,
          "%10d %10d %9.0f ms %6.1f ms %6.1f ms %11.1f %11d %7.1f MB%n",
          one.nodes,
          one.hubEdges,
          one.coldMillis,
          one.p50,
          one.p99,
          one.itemsRead,
          one.mostItemsRead,
          one.indexMegabytes);
    }
    LineChart chart =
        new LineChart("What a question takes as a graph grows", "nodes", "milliseconds, or items");
    chart.line("p50, ms", points(measured, Measured::p50));
    chart.line("p99, ms", points(measured, Measured::p99));
    chart.line("items read", points(measured, Measured::itemsRead));
    chart.write(out.resolve("scale.svg"));
    new JsonMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(
            out.resolve("scale.json").toFile(),
            measured.stream().map(ScaleBenchmark::json).toList());
  }

  private static List<double[]> points(
      List<Measured> measured, java.util.function.ToDoubleFunction<Measured> value) {
    return measured.stream()
        .map(one -> new double[] {one.nodes, value.applyAsDouble(one)})
        .toList();
  }

  private static Map<String, Object> json(Measured one) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("nodes", one.nodes);
    json.put("hubEdges", one.hubEdges);
    json.put("coldIndexMillis", one.coldMillis);
    json.put("p50", one.p50);
    json.put("p99", one.p99);
    json.put("itemsRead", one.itemsRead);
    json.put("mostItemsRead", one.mostItemsRead);
    json.put("indexMegabytes", one.indexMegabytes);
    return json;
  }

  private static Measured measure(int size) throws IOException {
    Path file = Files.createTempDirectory("engraph-scale").resolve("engraph.db");
    GraphId graph = new GraphId("scale");
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(10))) {
      fill(table, graph, size, new Synthetic.RandomEmbedding().name());
      // A minute later the index log has nothing that a warm memory must read again.
      Clock later = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1));
      EmbeddedMemory memory =
          EmbeddedMemory.on(
              table,
              new Synthetic.RandomEmbedding(),
              later,
              Map.of("engraph.index.max-mebibytes", "8192"));
      IndexLog log = new IndexLog(graph.value(), new Ulids(later, new SecureRandom()));
      long start = System.nanoTime();
      long bytes = memory.indexes().read(table, log, graph.value(), index -> index.bytes());
      double cold = (System.nanoTime() - start) / 1e6;
      Random random = new Random(11);
      double[] times = new double[QUESTIONS];
      long read = 0;
      long most = 0;
      for (int i = -WARM_UP; i < QUESTIONS; i++) {
        String question =
            "What did %s say of %s?".formatted(Synthetic.name(random), Synthetic.words(random, 3));
        long began = System.nanoTime();
        Recall recall = memory.retrieval().recall(graph, RecallQuery.of(question));
        double total = (System.nanoTime() - began) / 1e6;
        if (i >= 0) {
          times[i] = total - recall.usage().milliseconds().get("embed");
          read += recall.usage().itemsRead();
          most = Math.max(most, recall.usage().itemsRead());
        }
      }
      Arrays.sort(times);
      return new Measured(
          size,
          cold,
          times[QUESTIONS / 2],
          times[QUESTIONS * 99 / 100],
          (double) read / QUESTIONS,
          most,
          bytes / 1e6,
          size / Synthetic.NAMES.size());
    }
  }

  /**
   * Turns with their speakers and their order, as ingestion makes them, straight into the table.
   *
   * @param model the name of the model that the graph is said to be embedded by
   */
  static void fill(Table table, GraphId id, int size, String model) {
    MemoryGraph graph = new MemoryGraph(table, id);
    Synthetic.RandomEmbedding embedding = new Synthetic.RandomEmbedding();
    IndexLog log = new IndexLog(id.value(), new Ulids(Clock.systemUTC(), new SecureRandom()));
    GraphSettings settings =
        new GraphSettings(
            model, embedding.dimension(), UtilityRule.BETA_POSTERIOR, false, Map.of(), START);
    List<Write> writes = new ArrayList<>();
    writes.add(graph.create(settings));
    for (String name : Synthetic.NAMES) {
      EntityMention mention = EntityMention.person(name);
      writes.add(
          graph.create(
              node(
                  mention.node(),
                  NodeKind.ENTITY,
                  Optional.of(Node.PERSON),
                  name,
                  "",
                  Optional.empty(),
                  List.of())));
      writes.add(
          log.upsert(
              IndexEntry.ofEntity(mention.node().value(), name, List.of(mention.node().value()))));
    }
    Random random = new Random(7);
    NodeId previous = null;
    for (int turn = 0; turn < size; turn++) {
      String name = Synthetic.NAMES.get(turn % Synthetic.NAMES.size());
      String text =
          "There was talk of %s.".formatted(Synthetic.words(random, 8 + random.nextInt(12)));
      NodeId episode = NodeId.numbered(NodeKind.EPISODE, 0, "turn", String.valueOf(turn));
      SourceRef ref =
          new SourceRef("session-" + turn / TURNS_OF_SESSION, 1 + turn % TURNS_OF_SESSION);
      Optional<TimeSpan> time = Optional.of(TimeSpan.at(START.plusSeconds(60L * turn)));
      NodeId speaker = EntityMention.person(name).node();
      writes.add(
          graph.create(
              node(episode, NodeKind.EPISODE, Optional.empty(), text, name, time, List.of(ref))));
      writes.add(edge(graph, settings, EdgeKey.of(speaker, Relation.PARTICIPATED_IN, episode)));
      if (previous != null && ref.turn() > 1) {
        writes.add(edge(graph, settings, EdgeKey.of(previous, Relation.PRECEDES, episode)));
      }
      previous = episode;
      writes.add(
          log.upsert(
              new IndexEntry(
                  episode.value(),
                  NodeKind.EPISODE.name(),
                  Optional.of(new IndexEntry.Position(ref.session(), ref.turn(), 0)),
                  List.of(speaker.value()),
                  time,
                  IndexEntry.terms(name + ": " + text),
                  Optional.of(QuantizedVector.of(embedding.embedQuery(text))),
                  true,
                  false,
                  Optional.empty())));
      if (turn % AT_ONCE == AT_ONCE - 1) {
        Chunks.transact(table, writes);
        writes.clear();
      }
    }
    Chunks.transact(table, writes);
  }

  private static Write edge(MemoryGraph graph, GraphSettings settings, EdgeKey key) {
    return graph.create(Edge.of(key, UtilityRule.vouched(0.5)), settings.utilityRule());
  }

  private static Node node(
      NodeId id,
      NodeKind kind,
      Optional<String> subtype,
      String content,
      String description,
      Optional<TimeSpan> time,
      List<SourceRef> sources) {
    return new Node(
        id,
        kind,
        subtype,
        content,
        description,
        List.of(),
        time,
        time.map(TimeSpan::start).orElse(START),
        sources,
        NodeStatus.CURRENT,
        Optional.empty(),
        1);
  }
}
