package io.engraph.agent.llm;

/** An answer of a model that cannot be used; the message says where and what was expected. */
final class InvalidAnswerException extends RuntimeException {
  InvalidAnswerException(String message) {
    super(message);
  }
}
