package io.engraph.agent.llm;

import static java.util.Objects.requireNonNull;

import io.engraph.agent.AgentSession;
import io.engraph.agent.Agents;
import io.engraph.agent.rules.RulesAgent;
import io.engraph.endpoint.ApiKey;
import io.engraph.graph.GraphId;
import io.engraph.table.Table;
import java.time.Clock;
import java.util.List;

/**
 * A language model behind the decisions. What it cannot take, it leaves to rules: no answer, one
 * that cannot be used after one repair, no tokens left for the graph today. Nothing of a session is
 * kept beyond it.
 */
public final class ModelAgents implements Agents {

  static final String EXTRACT = "extract";
  static final String INTEGRATE = "integrate";
  static final String PLAN = "plan";
  static final String JUDGE = "judge";
  static final String RECONSOLIDATE = "reconsolidate";
  static final String REFLECT = "reflect";
  static final String CONSOLIDATE = "consolidate";

  /** The decisions that a model may take. */
  public static final List<String> DECISIONS =
      List.of(EXTRACT, INTEGRATE, PLAN, JUDGE, RECONSOLIDATE, REFLECT, CONSOLIDATE);

  private final Endpoint endpoint;
  private final DailyTokens tokens;
  private final ModelConfig config;
  private final ModelObserver observer;
  private final RulesAgent rules = new RulesAgent();

  /**
   * @throws IllegalArgumentException if the configuration names no model, or a decision that there
   *     is none of
   */
  public ModelAgents(Table table, ModelConfig config, Clock clock, ModelObserver observer) {
    this.observer = requireNonNull(observer, "observer is null");
    this.config = requireNonNull(config, "config is null");
    config
        .decisions()
        .forEach(
            decision -> {
              if (!DECISIONS.contains(decision)) {
                throw new IllegalArgumentException(
                    "engraph.agent.decisions has %s, but may only have %s"
                        .formatted(decision, DECISIONS));
              }
            });
    this.endpoint =
        new Endpoint(config, new ApiKey(config.apiKey(), config.apiKeyParameter()), clock);
    this.tokens = new DailyTokens(table, clock);
  }

  @Override
  public AgentSession open(GraphId graph) {
    return new ModelSession(graph, endpoint, tokens, config, rules, observer);
  }

  @Override
  public void prime() {
    rules.prime();
    config.decisions().forEach(Prompt::of);
  }
}
