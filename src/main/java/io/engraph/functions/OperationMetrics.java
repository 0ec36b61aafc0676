package io.engraph.functions;

import io.engraph.http.Answers;
import io.engraph.http.ApiAnswer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.PrintStream;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Metrics of what functions did, by operation: how long each step took, what was read and written,
 * how much was learned. The id of the query stands beside them: it is in the caller's hands, in the
 * trace and in the edits, and so leads from one log to the next.
 */
@Singleton
public class OperationMetrics {

  private static final String DIMENSION = "Operation";

  private final Clock clock;
  private final PrintStream out;
  private final boolean isEnabled;

  @Inject
  public OperationMetrics(
      Clock clock,
      @ConfigProperty(name = "engraph.functions.metrics", defaultValue = "true")
          boolean isEnabled) {
    // The log of a function is what it prints.
    this(clock, System.out, isEnabled);
  }

  OperationMetrics(Clock clock, PrintStream out, boolean isEnabled) {
    this.clock = clock;
    this.out = out;
    this.isEnabled = isEnabled;
  }

  /** Counts what an answer tells of; hands the answer on. */
  ApiAnswer of(ApiAnswer answer) {
    if (answer.body() instanceof Answers.Recalled recalled) {
      recalled(recalled);
    } else if (answer.body() instanceof Answers.Ingested ingested) {
      ingested(ingested);
    }
    return answer;
  }

  private void recalled(Answers.Recalled recalled) {
    Map<String, Number> metrics = new LinkedHashMap<>();
    recalled
        .usage()
        .milliseconds()
        .forEach((step, millis) -> metrics.put(capital(step) + "Millis", millis));
    metrics.put("ItemsRead", recalled.usage().itemsRead());
    metrics.put("ItemsWritten", recalled.usage().itemsWritten());
    metrics.put("ContextTokens", recalled.tokens());
    metrics.put("RecalledNodes", recalled.nodes().size());
    metrics.put("Empty", recalled.nodes().isEmpty() ? 1 : 0);
    print("query", metrics, recalled.queryId().map(id -> Map.of("Query", id)).orElse(Map.of()));
  }

  private void ingested(Answers.Ingested ingested) {
    Map<String, Number> metrics = new LinkedHashMap<>();
    ingested
        .observations()
        .forEach(
            turn -> metrics.merge(capital(turn.status()), 1, (one, two) -> one.intValue() + 1));
    metrics.put("Turns", ingested.observations().size());
    print("ingest", metrics, Map.of());
  }

  /**
   * Counts what a completed query has changed.
   *
   * @param query its id
   */
  void reconsolidated(String query, int edits) {
    print("reconsolidate", Map.of("Edits", edits), Map.of("Query", query));
  }

  private static String capital(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private void print(
      String operation, Map<String, ? extends Number> metrics, Map<String, String> properties) {
    if (isEnabled) {
      out.println(MetricLine.of(clock.instant(), DIMENSION, operation, metrics, properties));
    }
  }
}
