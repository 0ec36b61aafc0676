package io.engraph.functions;

import io.engraph.agent.AgentReport.Usage;
import io.engraph.agent.llm.ModelObserver;
import io.quarkus.arc.DefaultBean;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.PrintStream;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Metrics of a model in CloudWatch: lines of its embedded metric format, which the log of a
 * function carries, so that nothing is called for them. Namespace Engraph, by decision.
 */
@Singleton
@DefaultBean
public class ModelMetrics implements ModelObserver {

  private static final String DIMENSION = "Decision";

  private final Clock clock;
  private final PrintStream out;

  @Inject
  public ModelMetrics(Clock clock) {
    // The log of a function is what it prints.
    this(clock, System.out);
  }

  ModelMetrics(Clock clock, PrintStream out) {
    this.clock = clock;
    this.out = out;
  }

  @Override
  public void asked(String decision, Usage usage) {
    Map<String, Long> metrics = new LinkedHashMap<>();
    metrics.put("ModelCalls", (long) usage.calls());
    metrics.put("PromptTokens", usage.promptTokens());
    metrics.put("CachedTokens", usage.cachedTokens());
    metrics.put("CompletionTokens", usage.completionTokens());
    print(decision, metrics, Map.of());
  }

  @Override
  public void degraded(String decision, String reason) {
    print(decision, Map.of("Degraded", 1L), Map.of("Reason", reason));
  }

  private void print(String decision, Map<String, Long> metrics, Map<String, String> properties) {
    out.println(MetricLine.of(clock.instant(), DIMENSION, decision, metrics, properties));
  }
}
