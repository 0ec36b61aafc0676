package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.GraphId;
import io.engraph.graph.Keys;
import io.engraph.graph.Mentions;
import io.engraph.table.Condition;
import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.Page;
import io.engraph.table.PartitionQuery;
import io.engraph.table.SortRange;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.engraph.table.Value;
import io.engraph.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The log of everything that reconsolidation has changed in one graph, in the order of time. */
public final class EditLog {

  private static final String STATE = "state";
  private static final String MADE = "MADE";
  private static final String UNDONE = "UNDONE";
  private static final String EDGE = "edit";
  private static final String POLICY = "policyEdit";
  private static final String QUESTION = "questionEdit";
  private static final String LESSON = "lesson";
  private static final String UNDO = "undo";

  private final Table table;
  private final String partition;

  /**
   * One entry of the log: an edit of an edge or of the policy, a question that was remembered, a
   * lesson that was made or retired, or what was undone.
   *
   * @param id its id, a ULID
   * @param isUndone whether the edit was taken back
   */
  public record Entry(
      String id,
      boolean isUndone,
      Optional<EdgeEdit> edge,
      Optional<PolicyEdit> policy,
      Optional<QuestionEdit> question,
      Optional<LessonChange> lesson,
      Optional<UndoEdit> undo) {

    Optional<String> query() {
      return edge.map(EdgeEdit::query)
          .or(() -> policy.map(PolicyEdit::query))
          .or(() -> question.map(QuestionEdit::query))
          .or(() -> lesson.map(LessonChange::query));
    }

    Optional<String> caller() {
      return edge.map(EdgeEdit::caller)
          .or(() -> policy.map(PolicyEdit::caller))
          .or(() -> question.map(QuestionEdit::caller))
          .or(() -> lesson.map(LessonChange::caller));
    }
  }

  /**
   * What was undone.
   *
   * @param edits the ids of the edits
   * @param reason by what they were chosen
   * @param madeAt when
   */
  public record UndoEdit(List<String> edits, String reason, String madeAt) {
    public UndoEdit {
      edits = List.copyOf(edits);
    }
  }

  /**
   * Which edits are meant; empty fields do not choose.
   *
   * @param query those that this query made
   * @param caller those that this caller's reports made
   * @param from those from then on
   * @param to those until then
   */
  public record Selection(
      Optional<String> query,
      Optional<String> caller,
      Optional<Instant> from,
      Optional<Instant> to) {

    public Selection {
      requireNonNull(query, "query is null");
      requireNonNull(caller, "caller is null");
      requireNonNull(from, "from is null");
      requireNonNull(to, "to is null");
    }

    public boolean isEmpty() {
      return query.isEmpty() && caller.isEmpty() && from.isEmpty() && to.isEmpty();
    }

    boolean holds(Entry entry) {
      return (query.isEmpty() || query.equals(entry.query()))
          && (caller.isEmpty() || caller.equals(entry.caller()))
          && (from.isEmpty() || entry.id().compareTo(Ulids.least(from.get())) >= 0)
          && (to.isEmpty() || entry.id().compareTo(Ulids.least(to.get())) < 0);
    }
  }

  public EditLog(Table table, GraphId graph) {
    this.table = requireNonNull(table, "table is null");
    this.partition = new Keys(graph).edits();
  }

  /**
   * Entries that a selection holds, in the order of time.
   *
   * @param after the id of the last entry that was read before
   * @param limit the most entries
   */
  public List<Entry> list(Selection selection, Optional<String> after, int limit) {
    List<Entry> entries = new ArrayList<>();
    PartitionQuery query = PartitionQuery.of(partition).consistently();
    if (after.isPresent()) {
      query = query.within(new SortRange.From(after.get()));
    }
    Page page = table.query(query);
    while (true) {
      for (Item item : page.items()) {
        Entry entry = decode(item);
        boolean isNew = after.isEmpty() || !entry.id().equals(after.get());
        if (isNew && selection.holds(entry)) {
          entries.add(entry);
          if (entries.size() == limit) {
            return entries;
          }
        }
      }
      if (page.next().isEmpty()) {
        return entries;
      }
      page = table.query(query.after(page.next().get()));
    }
  }

  /** The writes that remove every entry of those queries, or that speaks of any of those nodes. */
  public List<Write> deletions(Set<String> queries, Set<String> nodes) {
    List<Write> deletions = new ArrayList<>();
    Mentions mentions = new Mentions(nodes);
    PartitionQuery query = PartitionQuery.of(partition).consistently();
    Page page = table.query(query);
    while (true) {
      for (Item item : page.items()) {
        boolean isOf = decode(item).query().filter(queries::contains).isPresent();
        if (isOf || item.speaks(mentions::in)) {
          deletions.add(Write.delete(item.key()));
        }
      }
      if (page.next().isEmpty()) {
        return deletions;
      }
      page = table.query(query.after(page.next().get()));
    }
  }

  Write write(EdgeEdit edit) {
    return write(edit.edit(), EDGE, edit);
  }

  Write write(PolicyEdit edit) {
    return write(edit.edit(), POLICY, edit);
  }

  Write write(QuestionEdit edit) {
    return write(edit.edit(), QUESTION, edit);
  }

  Write write(LessonChange change) {
    return write(change.edit(), LESSON, change);
  }

  Write write(String id, UndoEdit edit) {
    return write(id, UNDO, edit);
  }

  private Write write(String id, String kind, Object edit) {
    return Write.put(
        Item.builder(new Key(partition, id))
            .set(STATE, MADE)
            .set(kind, JsonText.write(edit))
            .build(),
        Condition.absent());
  }

  /** Marks an edit as undone, on the condition that it is not yet. */
  Write undone(String id) {
    return Write.set(
        new Key(partition, id),
        Map.of(STATE, Value.of(UNDONE)),
        Condition.equal(STATE, Value.of(MADE)));
  }

  private static Entry decode(Item item) {
    return new Entry(
        item.key().sort(),
        item.text(STATE).equals(UNDONE),
        item.findText(EDGE).map(json -> JsonText.read(json, EdgeEdit.class)),
        item.findText(POLICY).map(json -> JsonText.read(json, PolicyEdit.class)),
        item.findText(QUESTION).map(json -> JsonText.read(json, QuestionEdit.class)),
        item.findText(LESSON).map(json -> JsonText.read(json, LessonChange.class)),
        item.findText(UNDO).map(json -> JsonText.read(json, UndoEdit.class)));
  }
}
