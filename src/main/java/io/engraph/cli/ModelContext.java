package io.engraph.cli;

import io.engraph.mcp.McpMessages;
import io.engraph.mcp.MemoryPort;
import io.engraph.mcp.MemoryTools;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A memory as a server of the Model Context Protocol on standard input and output, for an agent of
 * a desktop: a message a line, as the protocol has it.
 */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = "Offer a memory to an agent by the Model Context Protocol, on standard input.")
final class ModelContext implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Where where;

  @Option(
      names = "--graph",
      description = "the graph of the memory (default: ${DEFAULT-VALUE})",
      defaultValue = "me")
  private String graph;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (Memory memory = where.open();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      McpMessages messages =
          new McpMessages(new MemoryTools(port(memory), graph, Clock.systemUTC()));
      String line = in.readLine();
      while (line != null) {
        if (!line.isBlank()) {
          messages.answer(line).ifPresent(out::println);
          out.flush();
        }
        line = in.readLine();
      }
    }
    return 0;
  }

  private static MemoryPort port(Memory memory) {
    return (method, path, parameters, body) -> {
      Reply reply = memory.send(method, path, parameters, body.orElse(null));
      return new MemoryPort.Answer(reply.status(), reply.body());
    };
  }
}
