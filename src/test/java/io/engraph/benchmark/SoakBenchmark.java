package io.engraph.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * A running server under mixed traffic for a long time: as much as eight clients get answered, then
 * in five rounds that again and seven tenths of it by due times, then far more clients at once than
 * it takes, then one again. In four graphs they ask (6 of 10), remember, report, list and explain,
 * and forget whole sessions as fast as they tell new ones, so that what is kept stays the same and
 * what grows is a leak.
 */
public final class SoakBenchmark {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final int GRAPHS = 4;
  private static final int SESSIONS_KEPT = 5;
  private static final int TURNS_OF_SESSION = 50;
  private static final int CLIENTS = 8;

  /** So many that none is missing while some wait for a deletion. */
  private static final int ENOUGH_CLIENTS = 64;

  private static final int TOO_MANY_CLIENTS = 600;
  private static final double SHARE = 0.7;
  private static final Duration SAMPLED_EVERY = Duration.ofSeconds(20);
  private static final int ROUNDS = 5;
  private static final Duration MOST_AGAIN = Duration.ofSeconds(20);
  private static final Duration AT_SHARE = Duration.ofSeconds(40);
  private static final int UNAVAILABLE = 503;

  private final String server;
  private final String pid;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicInteger number = new AtomicInteger();
  private final Map<Integer, AtomicLong> statuses = new ConcurrentHashMap<>();
  private final Map<String, Histogram> times = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> unanswered = new ConcurrentHashMap<>();
  private final AtomicInteger withoutRetryAfter = new AtomicInteger();
  private final Map<Integer, ConcurrentLinkedDeque<Integer>> sessions = new ConcurrentHashMap<>();
  private final Map<Integer, ConcurrentLinkedDeque<String[]>> queries = new ConcurrentHashMap<>();
  private final Map<Integer, AtomicInteger> told = new ConcurrentHashMap<>();
  private final Clients clients = new Clients(this::mixed);
  private volatile boolean isTimed;

  private SoakBenchmark(String server, String pid) {
    this.server = server;
    this.pid = pid;
    for (int graph = 0; graph < GRAPHS; graph++) {
      sessions.put(graph, new ConcurrentLinkedDeque<>());
      queries.put(graph, new ConcurrentLinkedDeque<>());
      told.put(graph, new AtomicInteger());
    }
  }

  /**
   * What the server's process takes.
   *
   * @param minutes since the start
   * @param mebibytes its memory
   * @param files its open files
   */
  private record Sample(double minutes, double mebibytes, long files) {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path out = Files.createDirectories(Path.of(arguments[0]));
    Duration time = Duration.parse(arguments[1]);
    String name = arguments[2];
    SoakBenchmark soak =
        new SoakBenchmark(System.getenv("ENGRAPH_SERVER"), System.getenv("ENGRAPH_SERVER_PID"));
    Map<String, Object> result = soak.run(time);
    System.out.println(JSON.writeValueAsString(result));
    JSON.writeValue(out.resolve("soak-%s.json".formatted(name)).toFile(), result);
  }

  private Map<String, Object> run(Duration time) throws IOException, InterruptedException {
    Map<String, Object> result = new LinkedHashMap<>();
    List<Sample> samples = new ArrayList<>();
    long start = System.nanoTime();
    boolean[] isOver = {false};
    Thread sampler =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!isOver[0]) {
                    samples.add(sample(start));
                    try {
                      Thread.sleep(SAMPLED_EVERY);
                    } catch (InterruptedException e) {
                      return;
                    }
                  }
                });
    double most = clients.closed(CLIENTS, time);
    result.put("minutes", time.toMinutes());
    result.put("clients", CLIENTS);
    result.put("answeredASecond", most);
    result.put("statuses", Map.copyOf(statuses));
    result.put("turnsTold", told.values().stream().mapToInt(AtomicInteger::get).sum());
    statuses.clear();

    // In rounds: how fast a machine of others is changes by the minute, so seven tenths are those
    // of what it did just before.
    Map<String, Map<Integer, Long>> statusesOfRounds = new LinkedHashMap<>();
    List<Map<String, Double>> rounds = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      rounds.add(round(statusesOfRounds, round));
    }
    isOver[0] = true;
    sampler.interrupt();
    sampler.join();
    result.put("roundsAt70Percent", rounds);
    result.put("p50MillisecondsMedian", median(rounds, "p50Milliseconds"));
    result.put("p99MillisecondsMedian", median(rounds, "p99Milliseconds"));
    result.put("p99OverP50Median", median(rounds, "p99OverP50"));
    Map<String, List<Double>> ofKinds = new TreeMap<>();
    times.forEach(
        (kind, of) ->
            ofKinds.put(
                kind,
                List.of(of.getValueAtPercentile(50) / 1e3, of.getValueAtPercentile(99) / 1e3)));
    result.put("p50AndP99OfKindsFromWhenTheyWereSent", ofKinds);
    result.put("statusesOfRounds", statusesOfRounds);
    // The first fifth is warming up: what comes after it should stay as it is.
    List<Sample> warm = samples.subList(samples.size() / 5, samples.size());
    result.put("mebibytesFirst", mean(warm.subList(0, Math.max(1, warm.size() / 4))));
    result.put(
        "mebibytesLast",
        mean(warm.subList(warm.size() - Math.max(1, warm.size() / 4), warm.size())));
    result.put("filesFirst", warm.getFirst().files());
    result.put("filesLast", warm.getLast().files());
    result.put("filesMost", warm.stream().mapToLong(Sample::files).max().orElse(0));
    result.put("samples", samples);

    statuses.clear();
    new Clients(this::question).closed(TOO_MANY_CLIENTS, Duration.ofSeconds(10));
    result.put("unansweredOfKinds", Map.copyOf(unanswered));
    result.put("overloadClients", TOO_MANY_CLIENTS);
    result.put("overloadStatuses", Map.copyOf(statuses));
    result.put("overloadRefusedWithoutRetryAfter", withoutRetryAfter.get());
    Thread.sleep(2_000);
    statuses.clear();
    Histogram after = new Clients(this::question).open(1, 5, Duration.ofSeconds(10));
    result.put("afterOverloadStatuses", Map.copyOf(statuses));
    result.put("afterOverloadP50Milliseconds", after.getValueAtPercentile(50) / 1e3);
    return result;
  }

  /** As much as gets answered, then seven tenths of that by due times. */
  private Map<String, Double> round(Map<String, Map<Integer, Long>> statusesOfRounds, int number)
      throws InterruptedException {
    double most = clients.closed(CLIENTS, MOST_AGAIN);
    statusesOfRounds.put("most " + number, counts());
    isTimed = true;
    Histogram all = clients.open(ENOUGH_CLIENTS, SHARE * most, AT_SHARE);
    isTimed = false;
    statusesOfRounds.put("seven tenths " + number, counts());
    return Map.of(
        "most", most,
        "asked", SHARE * most,
        "p50Milliseconds", all.getValueAtPercentile(50) / 1e3,
        "p99Milliseconds", all.getValueAtPercentile(99) / 1e3,
        "p99OverP50", (double) all.getValueAtPercentile(99) / all.getValueAtPercentile(50));
  }

  private Map<Integer, Long> counts() {
    Map<Integer, Long> counts = new TreeMap<>();
    statuses.forEach((status, count) -> counts.put(status, count.get()));
    statuses.clear();
    return counts;
  }

  private static double median(List<Map<String, Double>> rounds, String figure) {
    return rounds.stream().map(round -> round.get(figure)).sorted().toList().get(rounds.size() / 2);
  }

  private static double mean(List<Sample> samples) {
    return samples.stream().mapToDouble(Sample::mebibytes).average().orElse(0);
  }

  private Sample sample(long start) {
    try (Stream<Path> files = Files.list(Path.of("/proc", pid, "fd"))) {
      double kibibytes =
          Files.readAllLines(Path.of("/proc", pid, "status")).stream()
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
              .findFirst()
              .orElse(0);
      return new Sample((System.nanoTime() - start) / 60e9, kibibytes / 1_024, files.count());
    } catch (IOException e) {
      return new Sample((System.nanoTime() - start) / 60e9, 0, 0);
    }
  }

  private void question() throws InterruptedException {
    int own = number.incrementAndGet();
    ask(own % GRAPHS, new Random(own));
  }

  /** One of the requests of the mix. */
  private void mixed() throws InterruptedException {
    int own = number.incrementAndGet();
    Random random = new Random(own);
    int graph = random.nextInt(GRAPHS);
    switch (random.nextInt(20)) {
      case 0, 1 -> tell(graph, own, random);
      case 2, 3 -> report(graph);
      case 4 -> send("GET", graph, "/nodes?limit=20", null);
      case 5 -> explain(graph);
      case 6 -> send("GET", graph, "", null);
      case 7 -> send("GET", graph, "/edits", null);
      default -> ask(graph, random);
    }
  }

  private void tell(int graph, int own, Random random) throws InterruptedException {
    ConcurrentLinkedDeque<Integer> kept = sessions.get(graph);
    int session = told.get(graph).incrementAndGet() / TURNS_OF_SESSION;
    send(
        "POST",
        graph,
        "/observations",
        "{\"observations\": [{\"id\": \"%d\", \"session\": \"s%d\", \"speaker\": \"%s\", \"text\": \"There was talk of %s.\", \"at\": \"2026-03-04T09:30:00Z\"}]}"
            .formatted(own, session, Synthetic.name(random), Synthetic.words(random, 12)));
    if (!kept.contains(session)) {
      kept.add(session);
    }
    // The oldest goes when there are too many.
    if (kept.size() > SESSIONS_KEPT) {
      Integer oldest = kept.poll();
      if (oldest != null) {
        send("DELETE", graph, "/sessions/s" + oldest, null);
      }
    }
  }

  private void ask(int graph, Random random) throws InterruptedException {
    String answer =
        send(
            "POST",
            graph,
            "/queries",
            "{\"text\": \"What did %s say of %s?\"}"
                .formatted(Synthetic.name(random), Synthetic.words(random, 3)));
    try {
      JsonNode recalled = JSON.readTree(answer);
      String node = recalled.path("nodes").path(0).path("id").asText();
      if (!node.isEmpty()) {
        ConcurrentLinkedDeque<String[]> asked = queries.get(graph);
        asked.add(new String[] {recalled.path("queryId").asText(), node});
        if (asked.size() > 50) {
          asked.poll();
        }
      }
    } catch (IOException e) {
      // Counted by its status.
    }
  }

  private void report(int graph) throws InterruptedException {
    String[] asked = queries.get(graph).poll();
    if (asked != null) {
      send(
          "POST",
          graph,
          "/queries/%s/feedback".formatted(asked[0]),
          "{\"influence\": [\"%s\"], \"outcome\": \"helpful\"}".formatted(asked[1]));
    }
  }

  private void explain(int graph) throws InterruptedException {
    String[] asked = queries.get(graph).peek();
    if (asked != null) {
      send("GET", graph, "/queries/" + asked[0], null);
    }
  }

  private static String kind(String method, String path) {
    if (!method.equals("POST")) {
      return method.equals("GET") ? "read" : "forget";
    }
    if (path.endsWith("/feedback")) {
      return "report";
    }
    return path.equals("/queries") ? "ask" : "remember";
  }

  private String send(String method, int graph, String path, String body)
      throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("%s/v1/graphs/soak-%d%s".formatted(server, graph, path)))
            .timeout(Duration.ofSeconds(60))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    int status = 0;
    String answer = "{}";
    long sent = System.nanoTime();
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      status = response.statusCode();
      answer = response.body();
      if (status == UNAVAILABLE && response.headers().firstValue("Retry-After").isEmpty()) {
        withoutRetryAfter.incrementAndGet();
      }
    } catch (IOException e) {
      // No answer: status 0.
      unanswered.computeIfAbsent(kind(method, path), _ -> new AtomicLong()).incrementAndGet();
    }
    // 404 is what was forgotten meanwhile, or not told yet.
    statuses.computeIfAbsent(status, _ -> new AtomicLong()).incrementAndGet();
    if (isTimed) {
      times
          .computeIfAbsent(kind(method, path), _ -> new ConcurrentHistogram(3))
          .recordValue((System.nanoTime() - sent) / 1_000);
    }
    return answer;
  }
}
