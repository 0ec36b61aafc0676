package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.SeedPlan;
import io.engraph.index.QuantizedVector;

/**
 * A seed plan together with the vector of its query.
 *
 * @param plan what to search by
 * @param vector the embedding of the plan's query
 */
record SearchText(SeedPlan plan, QuantizedVector vector) {
  SearchText {
    requireNonNull(plan, "plan is null");
    requireNonNull(vector, "vector is null");
  }
}
