package io.engraph.cli;

import io.engraph.cli.Engraph.MemoryCommand;
import io.engraph.graph.GraphId;
import io.engraph.table.Table;
import io.engraph.transfer.Export;
import io.engraph.transfer.Import;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that take graphs out of a table and into one. */
final class Transfers {

  private Transfers() {}

  private static GraphId graph(String name) {
    try {
      return new GraphId(name);
    } catch (IllegalArgumentException e) {
      throw new CommandException("no graph can be called that: " + e.getMessage());
    }
  }

  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = "Write all of a graph to a file, as lines of JSON.")
  static final class ExportGraph extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Parameters(index = "1", paramLabel = "FILE")
    private Path file;

    @Override
    public Integer call() throws IOException {
      int lines;
      try (LocalMemory memory = where().local();
          ProgressBar progress = new ProgressBar(err(), "exporting", 0);
          Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
        lines =
            new Export(memory.table(), graph(graph), LocalMemory.ulids(), progress::at)
                .write(writer);
      }
      console().line("%d lines", lines);
      return 0;
    }
  }

  @Command(
      name = "import",
      mixinStandardHelpOptions = true,
      description = "Read what export wrote into a graph, the same or another one.")
  static final class ImportGraph extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Parameters(index = "1", paramLabel = "FILE")
    private Path file;

    @Override
    public Integer call() throws IOException {
      int lines;
      try (LocalMemory memory = where().local();
          ProgressBar progress = new ProgressBar(err(), "importing", 0);
          Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        lines =
            new Import(memory.table(), graph(graph), memory.embedding(), progress::at).read(reader);
      }
      console().line("%d lines", lines);
      return 0;
    }
  }

  @Command(
      name = "move",
      mixinStandardHelpOptions = true,
      description = "Copy a graph to another file or to a table of DynamoDB, or back.")
  static final class Move extends MemoryCommand {

    @Parameters(index = "0", paramLabel = "GRAPH")
    private String graph;

    @Option(
        names = "--to",
        required = true,
        paramLabel = "FILE|dynamodb:TABLE",
        description = "where it goes")
    private String to;

    @Option(names = "--as", paramLabel = "GRAPH", description = "its name there")
    private String as;

    @Override
    public Integer call() throws IOException {
      Path between = Files.createTempFile("engraph-", ".jsonl");
      PrintWriter err = err();
      try (LocalMemory memory = where().local();
          Table target = Where.table(to)) {
        try (ProgressBar progress = new ProgressBar(err, "exporting", 0);
            Writer writer = Files.newBufferedWriter(between, StandardCharsets.UTF_8)) {
          new Export(memory.table(), graph(graph), LocalMemory.ulids(), progress::at).write(writer);
        }
        try (ProgressBar progress = new ProgressBar(err, "importing", 0);
            Reader reader = Files.newBufferedReader(between, StandardCharsets.UTF_8)) {
          int lines =
              new Import(target, graph(as == null ? graph : as), memory.embedding(), progress::at)
                  .read(reader);
          console().line("%d lines", lines);
        }
      } finally {
        Files.deleteIfExists(between);
      }
      return 0;
    }
  }
}
