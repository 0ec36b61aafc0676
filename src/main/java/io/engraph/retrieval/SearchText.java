package io.engraph.retrieval;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.Intent;
import io.engraph.agent.SeedPlan;
import io.engraph.agent.TimeFocus;
import io.engraph.index.QuantizedVector;

/**
 * A seed plan together with what its question asks for and the vector of its query.
 *
 * @param plan what to search by
 * @param intent what kind of thing the question asks for
 * @param focus which state of affairs it asks for
 * @param vector the embedding of the plan's query
 */
record SearchText(SeedPlan plan, Intent intent, TimeFocus focus, QuantizedVector vector) {
  SearchText {
    requireNonNull(plan, "plan is null");
    requireNonNull(intent, "intent is null");
    requireNonNull(focus, "focus is null");
    requireNonNull(vector, "vector is null");
  }
}
