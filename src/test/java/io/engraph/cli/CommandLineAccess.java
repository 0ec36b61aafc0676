package io.engraph.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs commands for tests of other packages. */
public final class CommandLineAccess {

  private CommandLineAccess() {}

  public static int run(StringWriter out, StringWriter err, String... arguments) {
    return Engraph.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
  }
}
