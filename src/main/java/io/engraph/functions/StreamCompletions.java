package io.engraph.functions;

import io.engraph.reconsolidation.Feedback;
import io.engraph.reconsolidation.TraceCompleted;
import io.quarkus.arc.DefaultBean;
import jakarta.inject.Singleton;

/** In the cloud the table's stream carries completed traces, so there is nothing to do for them. */
@Singleton
@DefaultBean
public class StreamCompletions implements Feedback.Completions {

  @Override
  public void completed(TraceCompleted event) {}
}
