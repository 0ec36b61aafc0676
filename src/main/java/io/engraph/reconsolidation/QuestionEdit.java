package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A question that was remembered, so that it can be understood and undone.
 *
 * @param edit the edit's id, a ULID
 * @param query the query that it was
 * @param caller who reported on it
 * @param node the node that was made
 * @param evidence the nodes that it was linked to
 * @param madeAt when
 */
public record QuestionEdit(
    String edit, String query, String caller, String node, List<String> evidence, String madeAt) {

  public QuestionEdit {
    requireNonNull(edit, "edit is null");
    requireNonNull(query, "query is null");
    requireNonNull(caller, "caller is null");
    requireNonNull(node, "node is null");
    evidence = List.copyOf(evidence);
    requireNonNull(madeAt, "madeAt is null");
  }
}
