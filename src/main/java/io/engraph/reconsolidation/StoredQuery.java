package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.AgentReport;
import io.engraph.index.QuantizedVector;
import java.util.List;
import java.util.Optional;

/**
 * A query as it is kept: its trace, the feedback on it, and what that changed.
 *
 * @param status how far it has come
 * @param trace what happened when it was asked
 * @param feedback how the answer went, once it was reported
 * @param vector the embedding of the question
 * @param edits what reconsolidation changed; empty until then
 * @param policyEdit how it moved the retrieval policy, if it did
 * @param questionEdit how it was remembered, if it was
 * @param lessons what it taught to do
 * @param dropped decisions that were not carried out, such as those on nodes that are gone
 * @param agent what the decisions of reconsolidation took
 */
public record StoredQuery(
    Status status,
    QueryTrace trace,
    Optional<RecordedFeedback> feedback,
    Optional<QuantizedVector> vector,
    List<EdgeEdit> edits,
    Optional<PolicyEdit> policyEdit,
    Optional<QuestionEdit> questionEdit,
    List<LessonChange> lessons,
    int dropped,
    AgentReport agent) {

  /** How far a query has come. */
  public enum Status {
    /** It was answered. */
    ANSWERED,
    /** Its feedback has come: this is the event that starts reconsolidation. */
    COMPLETED,
    /** Its feedback has changed the graph, and never will again. */
    RECONSOLIDATED
  }

  public StoredQuery {
    requireNonNull(status, "status is null");
    requireNonNull(trace, "trace is null");
    requireNonNull(feedback, "feedback is null");
    requireNonNull(vector, "vector is null");
    edits = List.copyOf(edits);
    requireNonNull(policyEdit, "policyEdit is null");
    lessons = List.copyOf(lessons);
    requireNonNull(agent, "agent is null");
    requireNonNull(questionEdit, "questionEdit is null");
  }
}
