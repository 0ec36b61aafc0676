package io.engraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line with the application as it is built. */
class CommandLineIT {

  @TempDir Path folder;

  @Test
  void should_serve_until_it_is_stopped() throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    System.setProperty("engraph.server", System.getProperty("engraph.test.application"));
    Thread server =
        Thread.ofPlatform()
            .start(
                () ->
                    CommandLineAccess.run(
                        new StringWriter(),
                        new StringWriter(),
                        "serve",
                        "--port",
                        String.valueOf(port),
                        "--file",
                        folder.resolve("memory.db").toString()));
    String address = "http://localhost:" + port;

    assertThat(answers(address, true)).isTrue();
    // Its model is loaded then: stopped while it loads, the library's own hook would crash the
    // process.
    Path chat = Files.writeString(folder.resolve("chat.jsonl"), "{\"text\": \"I keep bees.\"}");
    StringWriter out = new StringWriter();
    int code =
        CommandLineAccess.run(
            out, new StringWriter(), "ingest", "me", chat.toString(), "--server", address);
    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo("1 integrated\n");
    server.interrupt();
    server.join(30_000);
    assertThat(server.isAlive()).isFalse();
    assertThat(answers(address, false)).isFalse();
  }

  @Test
  void should_run_as_it_is_built() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh", "engraph", "list", "--file", folder.resolve("memory.db").toString())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(out).isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  /** Waits for what is wanted, and says what is. */
  private static boolean answers(String address, boolean wanted) throws InterruptedException {
    boolean answers = !wanted;
    for (int i = 0; i < 200 && answers != wanted; i++) {
      Thread.sleep(100);
      answers =
          CommandLineAccess.run(new StringWriter(), new StringWriter(), "list", "--server", address)
              == 0;
    }
    return answers;
  }
}
