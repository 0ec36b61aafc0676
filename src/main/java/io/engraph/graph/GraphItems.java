package io.engraph.graph;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.index.TimeSpan;
import io.engraph.table.Index;
import io.engraph.table.Item;
import io.engraph.table.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Nodes, edges, turns and settings of one graph as items, and back. */
final class GraphItems {

  /** Before the name of a ranking channel: how far its weight was moved. */
  private static final String MOVED = "by-";

  private static final String SHARES_POLICY = "sharesPolicy";
  private static final String SCHEMA = "schema";

  /** Marks an edge that is in no index yet. */
  private static final String LATENT = "latent";

  private static final String UNTIL = "until";

  /** Marks an edge that use made. */
  private static final String LEARNED = "learned";

  private static final String ORIGIN_HELPFUL = "originHelpful";
  private static final String ORIGIN_HARMFUL = "originHarmful";
  private static final String ORIGIN_WEIGHT = "originWeight";

  private static final JsonMapper JSON = new JsonMapper();
  private static final TypeReference<Map<String, String>> METADATA = new TypeReference<>() {};

  private final GraphId graph;
  private final Keys keys;

  GraphItems(GraphId graph, Keys keys) {
    this.graph = graph;
    this.keys = keys;
  }

  Item settings(GraphSettings settings) {
    Item.Builder item =
        Item.builder(keys.graph())
            .set("embeddingModel", settings.embeddingModel())
            .set("dimension", settings.dimension())
            .set("utilityRule", settings.utilityRule().name())
            .set("createdAt", settings.createdAt().toString())
            .set(SCHEMA, settings.schema())
            .set(Index.Attributes.TIMELINE, Keys.ALL_GRAPHS)
            .set(
                Index.Attributes.TIME, SortableTime.of(settings.createdAt()) + "#" + graph.value());
    if (settings.sharesPolicy()) {
      item.set(SHARES_POLICY, 1);
    }
    settings.retention().sources().ifPresent(time -> item.set("keepsSources", time.toString()));
    settings.retention().traces().ifPresent(time -> item.set("keepsTraces", time.toString()));
    settings.prior().forEach((channel, by) -> item.set(MOVED + channel, by));
    return item.build();
  }

  static Item learned(Key key, LearnedPolicy policy) {
    Item.Builder item = Item.builder(key).set("version", policy.version());
    policy.millionths().forEach((channel, by) -> item.set(MOVED + channel, by));
    return item.build();
  }

  static LearnedPolicy learned(Item item) {
    return new LearnedPolicy(moved(item), (long) item.number("version"));
  }

  private static Map<String, Long> moved(Item item) {
    return item.attributes().keySet().stream()
        .filter(name -> name.startsWith(MOVED))
        .collect(
            Collectors.toMap(
                name -> name.substring(MOVED.length()), name -> (long) item.number(name)));
  }

  /** The version of the schema that a graph is stored in. */
  static int schema(Item graph) {
    return graph.has(SCHEMA) ? graph.integer(SCHEMA) : SchemaVersion.FIRST;
  }

  /**
   * @throws SchemaVersion.UnknownException if a newer release wrote the graph
   */
  static GraphSettings settings(Item item) {
    GraphId graph = new GraphId(item.key().partition().split("#", 2)[1]);
    int schema = SchemaVersion.require(graph, schema(item));
    return new GraphSettings(
        item.text("embeddingModel"),
        item.integer("dimension"),
        UtilityRule.valueOf(item.text("utilityRule")),
        item.has(SHARES_POLICY),
        moved(item),
        Instant.parse(item.text("createdAt")),
        new Retention(
            item.findText("keepsSources").map(Duration::parse),
            item.findText("keepsTraces").map(Duration::parse)),
        schema);
  }

  Item node(Node node) {
    Item.Builder item =
        Item.builder(keys.node(node.id()))
            .set("kind", node.kind().name())
            .set("subtype", node.subtype())
            .set("content", node.content())
            .set("description", node.description())
            .set("learnedAt", node.learnedAt().toString())
            .set("sources", join(node.sources(), ref -> ref.turn() + " " + ref.session()))
            .set("status", node.status().name())
            .set("version", node.version())
            .set(Index.Attributes.TIMELINE, keys.timeline())
            .set(
                Index.Attributes.TIME,
                SortableTime.of(node.time().map(TimeSpan::start).orElse(node.learnedAt()))
                    + "#"
                    + node.id());
    if (!node.keywords().isEmpty()) {
      item.set("keywords", String.join("\n", node.keywords()));
    }
    node.time()
        .ifPresent(
            time ->
                item.set("start", time.start().toString())
                    .set("end", time.end().toString())
                    .set("precision", time.precision().name()));
    node.claim()
        .ifPresent(
            claim ->
                item.set("claimSource", claim.source().value())
                    .set("claimTarget", claim.target().value())
                    .set("predicate", claim.predicate())
                    .set("sentiment", claim.sentiment().name())
                    .set("confidence", claim.confidence()));
    node.until().ifPresent(until -> item.set(UNTIL, until.toString()));
    return item.build();
  }

  static Node node(Item item) {
    String partition = item.key().partition();
    return new Node(
        new NodeId(partition.substring(partition.lastIndexOf('#') + 1)),
        NodeKind.valueOf(item.text("kind")),
        item.findText("subtype"),
        item.text("content"),
        item.text("description"),
        item.findText("keywords").map(GraphItems::lines).orElse(List.of()),
        item.findText("start")
            .map(
                start ->
                    new TimeSpan(
                        Instant.parse(start),
                        Instant.parse(item.text("end")),
                        TimeSpan.Precision.valueOf(item.text("precision")))),
        Instant.parse(item.text("learnedAt")),
        lines(item.text("sources")).stream().map(GraphItems::sourceRef).toList(),
        NodeStatus.valueOf(item.text("status")),
        item.findText("claimSource")
            .map(
                source ->
                    new Claim(
                        new NodeId(source),
                        new NodeId(item.text("claimTarget")),
                        item.text("predicate"),
                        Claim.Sentiment.valueOf(item.text("sentiment")),
                        item.findNumber("confidence").orElse(Claim.USUAL_CONFIDENCE))),
        item.findText(UNTIL).map(Instant::parse),
        item.integer("version"));
  }

  Item edge(Edge edge, UtilityRule rule) {
    Evidence evidence = edge.evidence();
    Item.Builder item =
        Item.builder(keys.edge(edge.key()))
            .set("description", edge.description())
            .set("helpful", evidence.helpful())
            .set("harmful", evidence.harmful())
            .set("weight", evidence.weight())
            .set("version", edge.version());
    if (evidence.isLatent()) {
      // In no index that ranks edges, but found by the node that it leads to, when that one goes.
      item.set(LATENT, 1)
          .set(Index.Attributes.TIMELINE, keys.latentTo(edge.key().target()))
          .set(Index.Attributes.TIME, edge.key().toString());
    } else {
      item.set(Index.Attributes.INCOMING, keys.adjacency(edge.key().target()))
          .set(Index.Attributes.UTILITY_ORDER, utilityOrder(edge, rule));
    }
    if (!Double.isNaN(evidence.prior())) {
      item.set("prior", evidence.prior());
    }
    edge.origin()
        .ifPresent(
            origin ->
                origin
                    .evidence()
                    .ifPresentOrElse(
                        before ->
                            item.set(ORIGIN_HELPFUL, before.helpful())
                                .set(ORIGIN_HARMFUL, before.harmful())
                                .set(ORIGIN_WEIGHT, before.weight()),
                        () -> item.set(LEARNED, 1)));
    return item.build();
  }

  /**
   * The more useful, the earlier; equally useful edges in the order of the node at their other end,
   * whichever end they are read from.
   */
  private static String utilityOrder(Edge edge, UtilityRule rule) {
    EdgeKey key = edge.key();
    return String.format(
        Locale.ROOT,
        "%.9f#%s#%s#%s",
        1 - rule.utility(edge.evidence()),
        key.source(),
        key.target(),
        key.relation().label());
  }

  static Edge edge(Item item) {
    return new Edge(
        Keys.parseEdge(item.key()),
        item.text("description"),
        new Evidence(
            item.findNumber("prior").orElse(Evidence.UNIFORM_PRIOR),
            item.number("helpful"),
            item.number("harmful"),
            item.number("weight"),
            item.has(LATENT)),
        item.integer("version"),
        origin(item));
  }

  private static Optional<Edge.Origin> origin(Item item) {
    if (item.has(LEARNED)) {
      return Optional.of(new Edge.Origin(Optional.empty()));
    }
    return item.findNumber(ORIGIN_HELPFUL)
        .map(
            helpful ->
                new Edge.Origin(
                    Optional.of(
                        new Evidence(
                            item.findNumber("prior").orElse(Evidence.UNIFORM_PRIOR),
                            helpful,
                            item.number(ORIGIN_HARMFUL),
                            item.number(ORIGIN_WEIGHT)))));
  }

  Item turn(SourceTurn turn) {
    Item.Builder item =
        Item.builder(keys.turn(turn.ref()))
            .set("identity", turn.identity())
            .set("observationId", turn.observationId())
            .set("speaker", turn.speaker())
            .set("text", turn.text())
            .set("at", turn.at().toString())
            .set("state", turn.state().name())
            .set("nodes", join(turn.nodes(), NodeId::value));
    if (!turn.metadata().isEmpty()) {
      item.set("metadata", writeJson(turn.metadata()));
    }
    if (turn.state() == SourceTurn.State.PENDING) {
      item.set(Index.Attributes.TIMELINE, keys.pendingTurns())
          .set(
              Index.Attributes.TIME,
              SortableTime.of(turn.at().toInstant())
                  + "#%s#%d".formatted(turn.ref().session(), turn.ref().turn()));
    }
    return item.build();
  }

  static SourceTurn turn(Item item) {
    return new SourceTurn(
        turnRef(item),
        item.text("identity"),
        item.findText("observationId"),
        item.findText("speaker"),
        item.text("text"),
        OffsetDateTime.parse(item.text("at")),
        item.findText("metadata").map(GraphItems::readMetadata).orElse(Map.of()),
        SourceTurn.State.valueOf(item.text("state")),
        lines(item.text("nodes")).stream().map(NodeId::new).toList());
  }

  static SourceRef turnRef(Item item) {
    String session = item.key().partition().split("#", 3)[2];
    return new SourceRef(session, Keys.turnNumber(item.key().sort()));
  }

  private static SourceRef sourceRef(String line) {
    int space = line.indexOf(' ');
    return new SourceRef(line.substring(space + 1), Integer.parseInt(line.substring(0, space)));
  }

  private static <T> String join(List<T> values, java.util.function.Function<T, String> text) {
    return values.stream().map(text).collect(Collectors.joining("\n"));
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split("\n", -1));
  }

  private static String writeJson(Map<String, String> map) {
    try {
      return JSON.writeValueAsString(map);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of text is always JSON", e);
    }
  }

  private static Map<String, String> readMetadata(String json) {
    try {
      return JSON.readValue(json, METADATA);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("stored metadata is no JSON", e);
    }
  }
}
