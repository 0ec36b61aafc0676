package io.engraph.cli;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.engraph.EmbeddedMemory;
import io.engraph.consolidation.ConsolidationConfig;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.http.ApiAnswer;
import io.engraph.http.ApiRequest;
import io.engraph.http.ConsolidationApi;
import io.engraph.http.ForgettingApi;
import io.engraph.http.GraphAccess;
import io.engraph.http.IngestionApi;
import io.engraph.http.RecallApi;
import io.engraph.http.WholeApi;
import io.engraph.table.Table;
import io.engraph.table.Ulids;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A memory in a table that this process has opened: a file, or a table of DynamoDB. */
final class LocalMemory implements Memory {

  private static final JsonMapper JSON = new JsonMapper();

  private final Table table;
  private final EmbeddingModel embedding;
  private final WholeApi api;

  LocalMemory(Table table, EmbeddingModel embedding, Map<String, String> properties) {
    this.table = requireNonNull(table, "table is null");
    this.embedding = requireNonNull(embedding, "embedding is null");
    Clock clock = Clock.systemUTC();
    EmbeddedMemory memory = EmbeddedMemory.on(table, embedding, clock, properties);
    this.api =
        new WholeApi(
            new IngestionApi(memory.ingestion()),
            new RecallApi(
                table,
                memory.retrieval(),
                memory.feedback(),
                memory.undo(),
                memory.indexes(),
                ulids(),
                clock),
            new ConsolidationApi(
                memory.consolidation(),
                memory.forgetting(),
                table,
                new SmallRyeConfigBuilder()
                    .withMapping(ConsolidationConfig.class)
                    .build()
                    .getConfigMapping(ConsolidationConfig.class),
                clock),
            new ForgettingApi(memory.forgetting(), table));
  }

  Table table() {
    return table;
  }

  EmbeddingModel embedding() {
    return embedding;
  }

  static Ulids ulids() {
    return new Ulids(Clock.systemUTC(), new SecureRandom());
  }

  @Override
  public Reply send(
      String method, List<String> path, Map<String, String> parameters, JsonNode body) {
    byte[] bytes = body == null ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
    List<String> whole = Stream.concat(Stream.of("v1", "graphs"), path.stream()).toList();
    ApiAnswer answer =
        api.answer(new ApiRequest(method, whole, parameters, bytes, GraphAccess.ALL));
    try {
      return new Reply(answer.status(), JSON.readTree(answer.json()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    table.close();
  }
}
