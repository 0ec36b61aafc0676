package io.engraph.functions;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;

/**
 * A line of CloudWatch's embedded metric format: the log of a function carries it, so that nothing
 * is called for a metric. Namespace Engraph.
 */
final class MetricLine {

  private static final String NAMESPACE = "Engraph";
  private static final JsonMapper JSON = new JsonMapper();

  private MetricLine() {}

  /**
   * The line.
   *
   * @param dimension what the metrics are told apart by, such as Operation
   * @param value what they are of, such as query
   * @param metrics the metrics; names that end in Millis are in milliseconds, others are counts
   * @param properties what stands beside them, to be searched for, and is no metric
   */
  static String of(
      Instant time,
      String dimension,
      String value,
      Map<String, ? extends Number> metrics,
      Map<String, String> properties) {
    ObjectNode line = JSON.createObjectNode();
    ObjectNode head = line.putObject("_aws").put("Timestamp", time.toEpochMilli());
    ObjectNode directive =
        head.putArray("CloudWatchMetrics").addObject().put("Namespace", NAMESPACE);
    directive.putArray("Dimensions").addArray().add(dimension);
    ArrayNode definitions = directive.putArray("Metrics");
    line.put(dimension, value);
    metrics.forEach(
        (name, number) -> {
          definitions
              .addObject()
              .put("Name", name)
              .put("Unit", name.endsWith("Millis") ? "Milliseconds" : "Count");
          line.set(name, JSON.valueToTree(number));
        });
    properties.forEach(line::put);
    return line.toString();
  }
}
