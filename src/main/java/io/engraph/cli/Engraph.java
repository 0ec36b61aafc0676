package io.engraph.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command line of a memory. Exit codes: 0 done, 1 the memory refused or something failed, 2 the
 * command was not understood.
 */
@Command(
    name = "engraph",
    mixinStandardHelpOptions = true,
    version = "engraph 0.1",
    description = "Long-term memory for agents.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      Commands.Serve.class,
      Commands.Ingest.class,
      Commands.Ask.class,
      Commands.GiveFeedback.class,
      Commands.Show.class,
      Commands.ListNodes.class,
      Commands.Consolidate.class,
      Commands.Forget.class,
      Transfers.ExportGraph.class,
      Transfers.ImportGraph.class,
      Transfers.Move.class,
      Commands.Stats.class,
      Commands.Bench.class,
      ModelContext.class
    })
public final class Engraph {

  private Engraph() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments, writer(System.out), writer(System.err)));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /**
   * Runs a command.
   *
   * @return its exit code
   */
  static int run(String[] arguments, PrintWriter out, PrintWriter err) {
    CommandLine line = new CommandLine(new Engraph());
    line.setOut(out);
    line.setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (thrown, _, _) -> {
          err.println(
              thrown instanceof CommandException || thrown.getMessage() == null
                  ? thrown.getMessage()
                  : "%s: %s".formatted(thrown.getClass().getSimpleName(), thrown.getMessage()));
          return CommandLine.ExitCode.SOFTWARE;
        });
    if (arguments.length == 0) {
      line.usage(out);
      return CommandLine.ExitCode.USAGE;
    }
    return line.execute(arguments);
  }

  /** What every command has: where the memory is, and how to write what it answers. */
  abstract static class MemoryCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;
    @Mixin private Where where;

    @Option(names = "--json", description = "write JSON, for programs")
    private boolean json;

    final Where where() {
      return where;
    }

    final Console console() {
      return new Console(spec.commandLine().getOut(), json);
    }

    final PrintWriter err() {
      return spec.commandLine().getErr();
    }

    /** Writes a problem, if the reply is one. */
    final boolean isRefused(Reply reply) {
      if (!reply.isProblem()) {
        return false;
      }
      if (json) {
        console().json(reply.body());
      }
      JsonNode body = reply.body();
      err()
          .println(
              "%s%s%s"
                  .formatted(
                      body.path("title").asText("refused with %d".formatted(reply.status())),
                      body.hasNonNull("field") ? ", " + body.get("field").asText() : "",
                      body.hasNonNull("expected")
                          ? ": expected " + body.get("expected").asText()
                          : body.hasNonNull("detail") ? ": " + body.get("detail").asText() : ""));
      return true;
    }
  }
}
