package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.TreeMap;

/**
 * A step of a graph's retrieval policy that was taken, so that it can be understood and undone.
 *
 * @param edit the edit's id, a ULID
 * @param query the query whose completion made it
 * @param caller who reported on it
 * @param step by how many millionths it moved the weight of each channel, before what one caller
 *     may move is limited
 * @param before how far these weights had moved from those that the graph began with
 * @param after how far they have then
 * @param madeAt when
 */
public record PolicyEdit(
    String edit,
    String query,
    String caller,
    Map<String, Long> step,
    Map<String, Double> before,
    Map<String, Double> after,
    String madeAt) {

  public PolicyEdit {
    requireNonNull(edit, "edit is null");
    requireNonNull(query, "query is null");
    requireNonNull(caller, "caller is null");
    step = new TreeMap<>(step);
    before = new TreeMap<>(before);
    after = new TreeMap<>(after);
    requireNonNull(madeAt, "madeAt is null");
  }
}
