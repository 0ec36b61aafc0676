import com.sun.net.httpserver.HttpServer;
import io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * Keeps one function in a running process, as a warm sandbox does: each event that is posted is handed
 * to its handler. Run it with the unpacked zip of the function as its class path.
 */
public final class WarmFunction {

  private WarmFunction() {}

  public static void main(String[] arguments) throws Exception {
    QuarkusStreamHandler handler = new QuarkusStreamHandler();
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    HttpServer server = HttpServer.create(address, 0);
    server.createContext(
        "/",
        exchange -> {
          ByteArrayOutputStream answer = new ByteArrayOutputStream();
          int status = 200;
          try {
            handler.handleRequest(exchange.getRequestBody(), answer, null);
          } catch (Exception e) {
            e.printStackTrace();
            status = 500;
            answer.reset();
            answer.writeBytes(
                ("{\"errorMessage\": \"the handler failed\", \"errorType\": \""
                        + e.getClass().getName()
                        + "\"}")
                    .getBytes(StandardCharsets.UTF_8));
          }
          exchange.sendResponseHeaders(status, answer.size() == 0 ? -1 : answer.size());
          try (var body = exchange.getResponseBody()) {
            answer.writeTo(body);
          }
        });
    // A sandbox has one event at a time.
    server.setExecutor(Executors.newSingleThreadExecutor());
    server.start();
    System.out.println("ready");
  }
}
