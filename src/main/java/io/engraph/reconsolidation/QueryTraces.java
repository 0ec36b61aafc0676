package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.type.TypeReference;
import io.engraph.agent.AgentReport;
import io.engraph.graph.GraphId;
import io.engraph.graph.Keys;
import io.engraph.graph.Mentions;
import io.engraph.graph.SortableTime;
import io.engraph.index.QuantizedVector;
import io.engraph.reconsolidation.StoredQuery.Status;
import io.engraph.table.Condition;
import io.engraph.table.Index;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Value;
import io.engraph.table.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The query traces of one graph, one item each, which expire. */
public final class QueryTraces {

  private static final TypeReference<List<EdgeEdit>> EDITS = new TypeReference<>() {};
  private static final TypeReference<List<LessonChange>> LESSONS = new TypeReference<>() {};

  /** Traces are large, and a page of them is read whole. */
  private static final int TRACES_AT_ONCE = 100;

  private static final String STATUS = "status";
  private static final String VECTOR = "vector";
  private static final String SCALE = "scale";
  private static final String EXPIRES_AT = "expiresAt";

  private final Table table;
  private final Keys keys;

  public QueryTraces(Table table, GraphId graph) {
    this.table = requireNonNull(table, "table is null");
    this.keys = new Keys(graph);
  }

  /**
   * The write that keeps a new trace until {@code expiresAt}; its id is of no other query.
   *
   * @param vector the embedding of the question, if it says anything
   */
  public Write keep(QueryTrace trace, Optional<QuantizedVector> vector, Instant expiresAt) {
    Item.Builder item =
        Item.builder(keys.trace(trace.query()))
            .set(STATUS, Status.ANSWERED.name())
            .set("trace", JsonText.write(trace))
            .set(EXPIRES_AT, expiresAt.getEpochSecond())
            .set(Index.Attributes.TIMELINE, keys.queries())
            .set(Index.Attributes.TIME, trace.query());
    vector.ifPresent(one -> item.set(VECTOR, one.values()).set(SCALE, one.scale()));
    return Write.put(item.build());
  }

  /**
   * The query of that id, if it was asked of this graph and has not expired.
   *
   * @param time asked once the table has answered
   */
  public Optional<StoredQuery> find(String query, InstantSource time) {
    if (!Ulids.isValid(query)) {
      return Optional.empty();
    }
    return table
        .get(keys.trace(query))
        .filter(item -> item.number(EXPIRES_AT) > time.instant().getEpochSecond())
        .map(QueryTraces::decode);
  }

  private static StoredQuery decode(Item item) {
    return new StoredQuery(
        Status.valueOf(item.text(STATUS)),
        JsonText.read(item.text("trace"), QueryTrace.class),
        feedback(item),
        item.findBinary(VECTOR)
            .map(values -> new QuantizedVector(values, (float) item.number(SCALE))),
        item.findText("edits").map(json -> JsonText.read(json, EDITS)).orElse(List.of()),
        item.findText("policyEdit").map(json -> JsonText.read(json, PolicyEdit.class)),
        item.findText("questionEdit").map(json -> JsonText.read(json, QuestionEdit.class)),
        item.findText("lessons").map(json -> JsonText.read(json, LESSONS)).orElse(List.of()),
        item.findNumber("dropped").map(Double::intValue).orElse(0),
        item.findText("agent")
            .map(json -> JsonText.read(json, AgentReport.class))
            .orElse(AgentReport.NONE));
  }

  private static Optional<RecordedFeedback> feedback(Item item) {
    return item.findText("feedback").map(json -> JsonText.read(json, RecordedFeedback.class));
  }

  /** The write that completes a query, on the condition that no feedback on it was taken before. */
  Write complete(String query, RecordedFeedback feedback) {
    return Write.set(
        keys.trace(query),
        Map.of(
            STATUS,
            Value.of(Status.COMPLETED.name()),
            "feedback",
            Value.of(JsonText.write(feedback)),
            Index.Attributes.TIMELINE,
            Value.of(keys.completedQueries()),
            Index.Attributes.TIME,
            Value.of(SortableTime.of(Instant.parse(feedback.reportedAt())) + "#" + query)),
        Condition.equal(STATUS, Value.of(Status.ANSWERED.name())));
  }

  /** The write that marks a query as reconsolidated, on the condition that nobody else has. */
  Write reconsolidated(
      String query,
      List<EdgeEdit> edits,
      Optional<PolicyEdit> policyEdit,
      Optional<QuestionEdit> questionEdit,
      List<LessonChange> lessons,
      int dropped,
      AgentReport report) {
    Map<String, Value> changed = new HashMap<>();
    changed.put(STATUS, Value.of(Status.RECONSOLIDATED.name()));
    changed.put(Index.Attributes.TIMELINE, Value.of(keys.queries()));
    changed.put(Index.Attributes.TIME, Value.of(query));
    changed.put("edits", Value.of(JsonText.write(edits)));
    policyEdit.ifPresent(edit -> changed.put("policyEdit", Value.of(JsonText.write(edit))));
    questionEdit.ifPresent(edit -> changed.put("questionEdit", Value.of(JsonText.write(edit))));
    if (!lessons.isEmpty()) {
      changed.put("lessons", Value.of(JsonText.write(lessons)));
    }
    changed.put("agent", Value.of(JsonText.write(report)));
    changed.put("dropped", Value.of(dropped));
    return new Write.Update(
        keys.trace(query),
        changed,
        Map.of(),
        Set.of(),
        Condition.equal(STATUS, Value.of(Status.COMPLETED.name())));
  }

  /**
   * The event that a trace's item stands for.
   *
   * @param partition the item's partition key
   * @throws IllegalArgumentException if no trace has such a key
   */
  public static TraceCompleted completed(String partition) {
    String[] parts = partition.split("#", 3);
    if (parts.length != 3 || !parts[0].equals("QUERY") || !Ulids.isValid(parts[2])) {
      throw new IllegalArgumentException("this is no key of a query's trace");
    }
    return new TraceCompleted(new GraphId(parts[1]), parts[2]);
  }

  /**
   * A query whose trace speaks of some nodes.
   *
   * @param query its id
   * @param feedback what was reported of it
   */
  public record Named(String query, Optional<RecordedFeedback> feedback) {}

  /** The queries whose traces speak of any of those nodes, whatever their status. */
  public List<Named> naming(Set<String> nodes) {
    Mentions mentions = new Mentions(nodes);
    List<Key> all = keys();
    List<Named> naming = new ArrayList<>();
    for (int from = 0; from < all.size(); from += TRACES_AT_ONCE) {
      int to = Math.min(all.size(), from + TRACES_AT_ONCE);
      table.getAll(all.subList(from, to)).stream()
          .filter(item -> item.speaks(mentions::in))
          .forEach(item -> naming.add(new Named(query(item.key()), feedback(item))));
    }
    return naming;
  }

  /** The ids of all queries whose traces are kept. */
  public List<String> all() {
    return keys().stream().map(QueryTraces::query).toList();
  }

  private List<Key> keys() {
    // A trace goes from the one list to the other when it is completed, and back when it is worked
    // in: looked at in this order none is missed, and what is met twice counts once.
    Set<Key> traces = new LinkedHashSet<>();
    for (String partition : List.of(keys.queries(), keys.completedQueries(), keys.queries())) {
      PartitionQuery query = PartitionQuery.of(Index.TIMELINE, partition);
      Page page = table.query(query);
      while (true) {
        page.items().forEach(item -> traces.add(item.key()));
        if (page.next().isEmpty()) {
          break;
        }
        page = table.query(query.after(page.next().get()));
      }
    }
    return List.copyOf(traces);
  }

  private static String query(Key trace) {
    return trace.partition().split("#", 3)[2];
  }

  /** The ids of queries whose traces have expired, the earliest first, at most a page of them. */
  public List<String> expired(Instant now) {
    List<String> expired = new ArrayList<>();
    for (String partition : List.of(keys.queries(), keys.completedQueries())) {
      Page page = table.query(PartitionQuery.of(Index.TIMELINE, partition).atMost(TRACES_AT_ONCE));
      table.getAll(page.items().stream().map(Item::key).toList()).stream()
          .filter(item -> item.number(EXPIRES_AT) <= now.getEpochSecond())
          .forEach(item -> expired.add(query(item.key())));
    }
    return expired;
  }

  /** Removes a trace. */
  public Write delete(String query) {
    return Write.delete(keys.trace(query));
  }

  /** Completed queries that wait to be reconsolidated, the earliest first. */
  public List<String> completed(int limit) {
    return table
        .query(PartitionQuery.of(Index.TIMELINE, keys.completedQueries()).atMost(limit))
        .items()
        .stream()
        .map(item -> query(item.key()))
        .toList();
  }
}
