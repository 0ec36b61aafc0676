package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A lesson that was made, retired, or both: one in the place of another; so that it can be
 * understood and undone.
 *
 * @param edit the edit's id, a ULID
 * @param query the query whose outcome taught it
 * @param caller who reported on it
 * @param made the lesson that was made
 * @param evidence the nodes that the new lesson rests on
 * @param retired the lesson that does not hold any more
 * @param madeAt when
 */
public record LessonChange(
    String edit,
    String query,
    String caller,
    Optional<String> made,
    List<String> evidence,
    Optional<String> retired,
    String madeAt) {

  public LessonChange {
    requireNonNull(edit, "edit is null");
    requireNonNull(query, "query is null");
    requireNonNull(caller, "caller is null");
    requireNonNull(made, "made is null");
    evidence = List.copyOf(evidence);
    requireNonNull(retired, "retired is null");
    requireNonNull(madeAt, "madeAt is null");
  }
}
