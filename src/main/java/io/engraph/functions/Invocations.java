package io.engraph.functions;

import io.engraph.http.ApiAnswer;
import java.util.function.Supplier;

/** Answers an invocation with a problem document when it fails, as the local server does. */
final class Invocations {

  private Invocations() {}

  static ApiAnswer guarded(Supplier<ApiAnswer> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return ApiAnswer.of(e);
    }
  }
}
