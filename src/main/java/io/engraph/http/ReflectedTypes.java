package io.engraph.http;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.engraph.agent.AgentReport;
import io.engraph.agent.CompletedRecall;
import io.engraph.agent.EdgeDecision;
import io.engraph.graph.Claim;
import io.engraph.reconsolidation.EdgeEdit;
import io.engraph.reconsolidation.EditLog;
import io.engraph.reconsolidation.FeedbackReport;
import io.engraph.reconsolidation.LessonChange;
import io.engraph.reconsolidation.PolicyEdit;
import io.engraph.reconsolidation.QueryTrace;
import io.engraph.reconsolidation.QuestionEdit;
import io.engraph.reconsolidation.RecordedFeedback;
import io.engraph.reconsolidation.Undo;
import io.engraph.retrieval.Recall;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What is written and read as JSON of the packages below, which know nothing of the container: in a
 * native executable only what is registered can be. Requests and answers are registered where they
 * are declared.
 */
@RegisterForReflection(
    targets = {
      AgentReport.class,
      Claim.class,
      CompletedRecall.class,
      EdgeDecision.class,
      EdgeEdit.class,
      EditLog.class,
      FeedbackReport.class,
      LessonChange.class,
      PolicyEdit.class,
      QueryTrace.class,
      QuestionEdit.class,
      Recall.class,
      RecordedFeedback.class,
      Undo.class,
      // Names the fields of the client's requests to endpoints; the client registers all else.
      PropertyNamingStrategies.SnakeCaseStrategy.class
    })
final class ReflectedTypes {
  private ReflectedTypes() {}
}
