package io.engraph.mcp;

import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The command line, on standard input and output. */
class McpStdioTest extends McpContract {

  @TempDir private Path folder;

  @Override
  protected McpTransport transport() {
    return new StdioMcpTransport.Builder()
        .command(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.engraph.cli.Engraph",
                "mcp",
                "--graph",
                graph(),
                "--file",
                folder.resolve("engraph.db").toString()))
        .build();
  }

  @Override
  protected String graph() {
    return "desktop";
  }
}
