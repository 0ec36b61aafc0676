package io.engraph.embedding;

/** The embedding model could not be loaded or asked. */
public final class EmbeddingException extends RuntimeException {

  public EmbeddingException(String message, Throwable cause) {
    super(message, cause);
  }
}
