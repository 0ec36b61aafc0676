package io.engraph.functions;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Runs a function of the JVM build in a custom runtime: takes one event from the Runtime API,
 * answers it, and ends. It is for emulators that start a process for each event, and may hand a
 * process that asks for another one the same again. On AWS the Java runtime, or a native
 * executable, does this.
 */
public final class SingleInvocation {

  private static final String HANDLER = "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler";

  private SingleInvocation() {}

  public static void main(String[] arguments) throws Exception {
    String api =
        "http://%s/2018-06-01/runtime/invocation/"
            .formatted(System.getenv("AWS_LAMBDA_RUNTIME_API"));
    // The container's extension has this class, and only functions have the extension.
    RequestStreamHandler handler =
        Class.forName(HANDLER)
            .asSubclass(RequestStreamHandler.class)
            .getDeclaredConstructor()
            .newInstance();
    HttpURLConnection next = open(api + "next");
    byte[] event;
    try (InputStream in = next.getInputStream()) {
      event = in.readAllBytes();
    }
    String id = next.getHeaderField("Lambda-Runtime-Aws-Request-Id");
    try {
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      handler.handleRequest(new ByteArrayInputStream(event), answer, null);
      post(api + id + "/response", answer.toByteArray());
    } catch (IOException | RuntimeException e) {
      post(
          api + id + "/error",
          "{\"errorMessage\": \"the handler failed\", \"errorType\": \"%s\"}"
              .formatted(e.getClass().getName())
              .getBytes(StandardCharsets.UTF_8));
    }
    // Without hooks: a model that is still being loaded must not be closed under its loading.
    Runtime.getRuntime().halt(0);
  }

  private static HttpURLConnection open(String address) throws IOException {
    return (HttpURLConnection) URI.create(address).toURL().openConnection();
  }

  private static void post(String address, byte[] body) throws IOException {
    HttpURLConnection connection = open(address);
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    int status = connection.getResponseCode();
    if (status >= 300) {
      throw new IOException("the Runtime API answered %d".formatted(status));
    }
  }
}
