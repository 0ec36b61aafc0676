package io.engraph.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A server of its own process, on a free port of this machine, with its state in a folder. */
public final class PrivateServer implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final String address;

  private PrivateServer(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Starts the packaged application on new state. */
  public static PrivateServer start(Path application) throws IOException, InterruptedException {
    return start(application, Files.createTempDirectory("engraph"));
  }

  /** Starts the packaged application on the state of {@code folder}, and waits until it answers. */
  public static PrivateServer start(Path application, Path folder)
      throws IOException, InterruptedException {
    int port = freePort();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dquarkus.http.port=" + port,
                "-Dengraph.table.file=" + folder.resolve("engraph.db"),
                "-jar",
                application.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile())
            .start();
    PrivateServer server = new PrivateServer(process, "http://127.0.0.1:" + port);
    server.awaitAnswer(folder);
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitAnswer(Path folder) throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/graphs/none")).build();
    Instant end = Instant.now().plus(PATIENCE);
    while (process.isAlive() && Instant.now().isBefore(end)) {
      try {
        http.send(request, HttpResponse.BodyHandlers.discarding());
        return;
      } catch (IOException e) {
        Thread.sleep(Duration.ofMillis(50));
      }
    }
    process.destroyForcibly();
    throw new IOException(
        "the server did not start:\n" + Files.readString(folder.resolve("server.log")));
  }

  public String address() {
    return address;
  }

  /** Ends the server at once, as a crash would. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
