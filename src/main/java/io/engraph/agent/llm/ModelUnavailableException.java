package io.engraph.agent.llm;

/** The model could not be asked; the message says why, without anything that was said. */
final class ModelUnavailableException extends RuntimeException {
  ModelUnavailableException(String message) {
    super(message);
  }

  ModelUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
