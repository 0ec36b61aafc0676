package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.graph.GraphId;
import io.engraph.reconsolidation.QueryTraces;
import io.engraph.reconsolidation.Reconsolidation;
import io.engraph.reconsolidation.TraceCompleted;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * The function that learns, invoked by the table's stream with completed traces, or directly with
 * {@code {"graph", "query"}}. Records are taken in order; the first that fails is named, and it and
 * those after it are delivered again. When that is the very first, the batch fails as a whole,
 * which comes to the same.
 */
@Singleton
@Named("reconsolidation")
public class ReconsolidationFunction implements RequestStreamHandler {

  private static final Logger LOG = Logger.getLogger(ReconsolidationFunction.class);

  private final Reconsolidation reconsolidation;
  private final OperationMetrics metrics;

  public ReconsolidationFunction(Reconsolidation reconsolidation, OperationMetrics metrics) {
    this.reconsolidation = reconsolidation;
    this.metrics = metrics;
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Invocations.within(context, () -> handle(input, output));
  }

  private void handle(InputStream input, OutputStream output) throws IOException {
    JsonNode event = FunctionEvents.read(input);
    if (FunctionEvents.isRecords(event)) {
      FunctionEvents.writeBatch(reconsolidateAll(event.get("Records")), output);
    } else {
      int edits =
          handle(
              new TraceCompleted(
                  new GraphId(event.path("graph").asText()), event.path("query").asText()));
      FunctionEvents.writeCount("edits", edits, output);
    }
  }

  private int handle(TraceCompleted completed) {
    int edits = reconsolidation.handle(completed).size();
    metrics.reconsolidated(completed.query(), edits);
    return edits;
  }

  /** The sequence number of the first record that failed; empty if none did. */
  private List<String> reconsolidateAll(JsonNode records) {
    for (int i = 0; i < records.size(); i++) {
      JsonNode change = records.get(i).path("dynamodb");
      try {
        String partition = change.path("Keys").path("pk").path("S").asText();
        LOG.debugf("reconsolidated with %d edits", handle(QueryTraces.completed(partition)));
      } catch (RuntimeException e) {
        // The stream delivers it again, then parks it; what it says stays out of the log.
        LOG.warnf(
            "record %s failed with %s",
            change.path("SequenceNumber").asText(), e.getClass().getName());
        if (i == 0) {
          throw e;
        }
        return List.of(change.path("SequenceNumber").asText());
      }
    }
    return List.of();
  }
}
