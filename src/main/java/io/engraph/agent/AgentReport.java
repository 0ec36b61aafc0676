package io.engraph.agent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the decisions of an operation took.
 *
 * @param usage the tokens by decision, such as {@code plan}; empty when no model was asked
 * @param degraded decisions that the model could not take, so that rules took them, with the reason
 */
public record AgentReport(Map<String, Usage> usage, List<Degradation> degraded) {

  /** Of an agent that asks no model. */
  public static final AgentReport NONE = new AgentReport(Map.of(), List.of());

  /**
   * What a model was asked.
   *
   * @param calls how often, repairs and repeated attempts included
   * @param promptTokens the tokens of what was sent
   * @param cachedTokens those of them that the model had in its cache
   * @param completionTokens the tokens of what came back
   */
  public record Usage(int calls, long promptTokens, long cachedTokens, long completionTokens) {
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    public Usage plus(Usage other) {
      return new Usage(
          calls + other.calls,
          promptTokens + other.promptTokens,
          cachedTokens + other.cachedTokens,
          completionTokens + other.completionTokens);
    }

    public long tokens() {
      return promptTokens + completionTokens;
    }
  }

  /**
   * A decision that rules took in the model's place.
   *
   * @param decision its name
   * @param reason why, without anything that was said
   */
  public record Degradation(String decision, String reason) {}

  /** This with other decisions that were not taken as they should have been. */
  public AgentReport and(List<Degradation> others) {
    List<Degradation> all = new ArrayList<>(degraded);
    all.addAll(others);
    return new AgentReport(usage, all);
  }

  public AgentReport {
    usage = Collections.unmodifiableMap(new LinkedHashMap<>(usage));
    degraded = List.copyOf(degraded);
  }
}
