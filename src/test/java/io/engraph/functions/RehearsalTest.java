package io.engraph.functions;

import static io.engraph.functions.TestFunctions.invoke;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.engraph.MemoryFixture;
import io.engraph.embedding.EmbeddingModel;
import io.engraph.graph.GraphId;
import io.engraph.graph.MemoryGraph;
import io.engraph.table.MeteredTable;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a function does before its picture is taken. */
class RehearsalTest {

  @TempDir Path folder;
  private MemoryFixture fixture;

  @BeforeEach
  void open() {
    fixture = MemoryFixture.in(folder, Map.of());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** The model of the fixture, which tells what it is asked for. */
  private EmbeddingModel told(List<String> calls) {
    InvocationHandler tell =
        (_, method, arguments) -> {
          calls.add(method.getName());
          return method.invoke(fixture.embedding(), arguments);
        };
    return (EmbeddingModel)
        Proxy.newProxyInstance(
            EmbeddingModel.class.getClassLoader(), new Class<?>[] {EmbeddingModel.class}, tell);
  }

  @Test
  void should_use_the_model_and_the_table_and_answer_an_event() {
    List<String> calls = new ArrayList<>();
    MeteredTable table = new MeteredTable(fixture.table());
    new Rehearsal(table, told(calls), () -> calls.add("event")).beforeCheckpoint(null);

    assertThat(calls).containsSubsequence("load", "embedPassages", "event");
    assertThat(new MemoryGraph(fixture.table(), new GraphId(Rehearsal.GRAPH)).settings()).isEmpty();
  }

  @Test
  void should_be_asked_for_where_a_picture_is_taken_and_nowhere_else() {
    Rehearsal rehearsal = new Rehearsal(fixture.table(), fixture.embedding(), () -> {});
    assertThat(rehearsal.register(Map.of())).isFalse();
    assertThat(rehearsal.register(Map.of("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand"))).isFalse();
    assertThat(rehearsal.register(Map.of("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start"))).isTrue();
  }

  @Test
  void should_not_keep_a_function_from_starting() {
    Rehearsal failing =
        new Rehearsal(
            fixture.table(),
            fixture.embedding(),
            () -> {
              throw new IllegalStateException("no event");
            });
    assertThatCode(() -> failing.beforeCheckpoint(null)).doesNotThrowAnyException();
  }

  @Test
  void should_leave_nothing_behind_in_any_function() throws IOException {
    TestFunctions functions = TestFunctions.on(fixture, Map.of());
    functions.ingestion().rehearse();
    functions.retrieval().rehearse();
    functions.modelContext().rehearse();

    // No rehearsal counts as a request.
    assertThat(functions.printed().size()).isZero();
    assertThat(invoke(functions.retrieval(), "{\"operation\": \"graphs\"}").get("graphs"))
        .isEmpty();
    invoke(
        functions.retrieval(),
        "{\"operation\": \"query\", \"graph\": \"g\", \"text\": \"What was said?\"}");
    assertThat(functions.printed().size()).isPositive();
  }
}
