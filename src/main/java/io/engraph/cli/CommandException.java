package io.engraph.cli;

/** Thrown when a command cannot do what it was asked for; the message is for whoever typed it. */
final class CommandException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CommandException(String message) {
    super(message);
  }
}
