package io.engraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that serves, with the application as it is built. */
class ServeIT {

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
    server.interrupt();
    server.join(30_000);
    assertThat(server.isAlive()).isFalse();
    assertThat(answers(address, false)).isFalse();
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
