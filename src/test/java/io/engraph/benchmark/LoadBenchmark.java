package io.engraph.benchmark;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * A running server under load: nine questions to one turn that is remembered, in a graph of 500
 * turns, by 1, 8 and 64 clients. First each client asks again as soon as it has its answer: the
 * most that the server does. Then requests come at seven tenths of that rate, whether or not others
 * are answered, and a time is counted from when its request was due: a server that stalls is not
 * asked less for it (coordinated omission, Tene).
 */
public final class LoadBenchmark {

  private static final int TURNS = 500;
  private static final int AT_ONCE = 50;
  private static final int TURN_EVERY = 10;
  private static final double SHARE = 0.7;
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final Duration MEASURED = Duration.ofSeconds(15);
  private static final int[] CLIENTS = {1, 8, 64};

  private final URI graph;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final Clients clients = new Clients(this::request);

  private LoadBenchmark(String server) {
    this.graph = URI.create(server + "/v1/graphs/load");
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path out =
        Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/bench"));
    LoadBenchmark benchmark = new LoadBenchmark(System.getenv("ENGRAPH_SERVER"));
    benchmark.fill();
    benchmark.clients.closed(8, WARM_UP);
    List<Map<String, Object>> measured = new ArrayList<>();
    System.out.printf(
        "%8s %14s %14s %9s %9s %9s %9s%n",
        "clients", "most a second", "asked a second", "p50", "p99", "p99.9", "failed");
    for (int clients : CLIENTS) {
      double most = benchmark.clients.closed(clients, MEASURED);
      benchmark.failures.set(0);
      Histogram times = benchmark.clients.open(clients, SHARE * most, MEASURED);
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("clients", clients);
      row.put("mostASecond", most);
      row.put("askedASecond", SHARE * most);
      for (double percentile : new double[] {50, 99, 99.9}) {
        row.put("p" + percentile, times.getValueAtPercentile(percentile) / 1e3);
      }
      row.put("failed", benchmark.failures.get());
      measured.add(row);
      System.out.printf(
          Locale.ROOT,
          "%8d %14.1f %14.1f %6.1f ms %6.1f ms %6.1f ms %9d%n",
          clients,
          most,
          SHARE * most,
          (Double) row.get("p50.0"),
          (Double) row.get("p99.0"),
          (Double) row.get("p99.9"),
          benchmark.failures.get());
    }
    LineChart chart = new LineChart("Under load", "clients", "milliseconds");
    chart.line("p50", points(measured, "p50.0"));
    chart.line("p99", points(measured, "p99.0"));
    String name = arguments.length > 1 ? "load-" + arguments[1] : "load";
    chart.write(out.resolve(name + ".svg"));
    new JsonMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(out.resolve(name + ".json").toFile(), measured);
  }

  private static List<double[]> points(List<Map<String, Object>> rows, String value) {
    return rows.stream()
        .map(row -> new double[] {(Integer) row.get("clients"), (Double) row.get(value)})
        .toList();
  }

  private static String turn(Random random, int number) {
    return """
        {"id": "%d", "session": "s%d", "speaker": "%s", "text": "There was talk of %s.", "at": "2026-03-04T09:30:00Z"}"""
        .formatted(number, number / 25, Synthetic.name(random), Synthetic.words(random, 12));
  }

  private void fill() throws IOException, InterruptedException {
    Random random = new Random(7);
    for (int first = 0; first < TURNS; first += AT_ONCE) {
      List<String> turns = new ArrayList<>();
      for (int i = first; i < first + AT_ONCE; i++) {
        turns.add(turn(random, i));
      }
      send("/observations", "{\"observations\": [%s]}".formatted(String.join(",", turns)));
    }
  }

  private void send(String path, String body) throws IOException, InterruptedException {
    HttpResponse<Void> response =
        client.send(
            HttpRequest.newBuilder(URI.create(graph + path))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(60))
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.discarding());
    if (response.statusCode() >= 300) {
      failures.incrementAndGet();
    }
  }

  private void request() throws InterruptedException {
    int number = requests.incrementAndGet();
    Random random = new Random(number);
    try {
      if (number % TURN_EVERY == 0) {
        send("/observations", "{\"observations\": [%s]}".formatted(turn(random, TURNS + number)));
      } else {
        send(
            "/queries",
            "{\"text\": \"What did %s say of %s?\"}"
                .formatted(Synthetic.name(random), Synthetic.words(random, 3)));
      }
    } catch (IOException e) {
      failures.incrementAndGet();
    }
  }
}
