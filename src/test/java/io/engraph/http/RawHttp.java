package io.engraph.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Sends requests that no client library would send, as they are. */
final class RawHttp {

  private static final int PATIENCE = 10_000;
  private static final int REST = 500;

  private RawHttp() {}

  /**
   * An answer.
   *
   * @param status the status; 0 if the server closed the connection without one
   * @param text all that came, as text
   */
  record Answer(int status, String text) {}

  static Answer send(URI server, HostileRequests.Request request) throws IOException {
    StringBuilder head = new StringBuilder();
    head.append(request.method()).append(' ').append(request.path()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(server.getAuthority()).append("\r\nConnection: close\r\n");
    request.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: ").append(request.body().length).append("\r\n\r\n");
    return send(server, head.toString().getBytes(StandardCharsets.UTF_8), request.body());
  }

  static Answer send(URI server, byte[] head, byte[] body) throws IOException {
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(PATIENCE);
      OutputStream out = socket.getOutputStream();
      out.write(head);
      try {
        out.write(body);
        out.flush();
      } catch (IOException e) {
        // It may answer and close before it has read everything.
      }
      byte[] answer = readAll(socket);
      String text = new String(answer, StandardCharsets.UTF_8);
      String[] line = text.split(" ", 3);
      return new Answer(line.length > 1 ? Integer.parseInt(line[1]) : 0, text);
    }
  }

  private static byte[] readAll(Socket socket) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[1 << 16];
    try {
      int read = socket.getInputStream().read(some);
      while (read >= 0) {
        all.writeBytes(Arrays.copyOf(some, read));
        // A connection may be kept open after the answer.
        socket.setSoTimeout(REST);
        read = socket.getInputStream().read(some);
      }
    } catch (IOException e) {
      // Kept open, or reset, since it did not want the rest of the body: what came counts.
    }
    return all.toByteArray();
  }
}
