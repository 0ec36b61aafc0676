package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.Context;
import io.engraph.endpoint.Deadline;
import io.engraph.http.ApiAnswer;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Supplier;
import org.jboss.logging.MDC;

/** Answers an invocation with a problem document when it fails, as the local server does. */
final class Invocations {

  private Invocations() {}

  /** Work of an invocation. */
  interface Work {
    void run() throws IOException;
  }

  /**
   * Does work that has to be over when the function is ended.
   *
   * @param context null where an emulator's bootstrap has none: then nothing sets an end
   */
  static void within(Context context, Work work) throws IOException {
    if (context == null) {
      work.run();
      return;
    }
    // Every line that is logged meanwhile says to which invocation it belongs.
    MDC.put("requestId", context.getAwsRequestId());
    try {
      Deadline.<Void, IOException>before(
          Instant.now().plusMillis(context.getRemainingTimeInMillis()),
          () -> {
            work.run();
            return null;
          });
    } finally {
      MDC.remove("requestId");
    }
  }

  static ApiAnswer guarded(Supplier<ApiAnswer> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return ApiAnswer.of(e);
    }
  }
}
