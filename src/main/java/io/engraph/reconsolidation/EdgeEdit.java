package io.engraph.reconsolidation;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.EdgeDecision.Action;
import io.engraph.graph.Evidence;
import java.util.Optional;

/**
 * A change of an edge that was made, with what was there before and after, so that it can be
 * understood and undone.
 *
 * @param edit the edit's id, a ULID
 * @param query the query whose completion made it
 * @param caller who reported on it
 * @param source the edge's source
 * @param relation its relation
 * @param target its target
 * @param action what was done
 * @param confidence how sure it was
 * @param reason why
 * @param before the evidence before; empty if the edge was new
 * @param after the evidence after
 * @param utilityBefore the utility before, 0 to 1; empty if the edge was new
 * @param utilityAfter the utility after, 0 to 1
 * @param madeAt when
 */
public record EdgeEdit(
    String edit,
    String query,
    String caller,
    String source,
    String relation,
    String target,
    Action action,
    double confidence,
    String reason,
    Optional<Counts> before,
    Counts after,
    Optional<Double> utilityBefore,
    double utilityAfter,
    String madeAt) {

  /**
   * Evidence as it is logged; the prior is missing for an edge that was learned.
   *
   * @param isLatent whether the edge was only remembered, and will be there when it is seen again
   * @see Evidence
   */
  public record Counts(
      Optional<Double> prior, double helpful, double harmful, double weight, boolean isLatent) {
    Evidence evidence() {
      return new Evidence(prior.orElse(Evidence.UNIFORM_PRIOR), helpful, harmful, weight, isLatent);
    }

    static Counts of(Evidence evidence) {
      return new Counts(
          Double.isNaN(evidence.prior()) ? Optional.empty() : Optional.of(evidence.prior()),
          evidence.helpful(),
          evidence.harmful(),
          evidence.weight(),
          evidence.isLatent());
    }
  }

  public EdgeEdit {
    requireNonNull(edit, "edit is null");
    requireNonNull(query, "query is null");
    requireNonNull(caller, "caller is null");
    requireNonNull(source, "source is null");
    requireNonNull(relation, "relation is null");
    requireNonNull(target, "target is null");
    requireNonNull(action, "action is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(before, "before is null");
    requireNonNull(after, "after is null");
    requireNonNull(utilityBefore, "utilityBefore is null");
    requireNonNull(madeAt, "madeAt is null");
  }
}
