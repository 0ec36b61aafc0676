package io.engraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command, on a file. */
class EngraphTest {

  private static final String CONVERSATION =
      """
      {"id": "1", "session": "s", "speaker": "Ana", "text": "I keep bees on the roof.", "at": "2026-03-04T09:00:00Z"}
      {"id": "2", "session": "s", "speaker": "Ben", "text": "The trams are loud today.", "at": "2026-03-04T09:01:00Z"}
      {"id": "3", "session": "s", "speaker": "Ana", "text": "I live in Porto near the river.", "at": "2026-03-04T09:02:00Z"}
      {"id": "4", "session": "t", "speaker": "Ana", "text": "I live in Lisbon now.", "at": "2026-03-08T09:02:00Z"}
      """;

  @TempDir Path folder;

  /** What a command wrote, and its exit code. */
  private record Run(int code, String out, String err) {
    JsonNode json() throws IOException {
      return new JsonMapper().readTree(out);
    }
  }

  private Run run(String... arguments) {
    return runOn(folder.resolve("memory.db"), arguments);
  }

  private static Run runOn(Path file, String... arguments) {
    return runPlain(
        Stream.concat(Arrays.stream(arguments), Stream.of("--file", file.toString()))
            .toArray(String[]::new));
  }

  private static Run runPlain(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Engraph.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
    return new Run(code, out.toString(), err.toString());
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @BeforeEach
  void ingest() throws IOException {
    Run run = run("ingest", "me", write("chat.jsonl", CONVERSATION).toString());
    assertThat(run.err).isEmpty();
    assertThat(run.out).isEqualTo("4 integrated\n");
    assertThat(run.code).isZero();
  }

  @Test
  void should_say_that_it_has_all_of_a_file_already() {
    assertThat(run("ingest", "me", folder.resolve("chat.jsonl").toString(), "--json").out)
        .contains("\"duplicate\" : 4");
  }

  @Test
  void should_ask_for_people_for_programs_and_for_prompts() throws IOException {
    Run people = run("ask", "me", "Who", "keeps", "bees?", "--limit", "2");
    assertThat(people.out)
        .contains("SCORE", "EPISODE", "2026-03-04", "I keep bees on the roof.", "query ");
    assertThat(people.out.lines().count()).isLessThanOrEqualTo(4);
    JsonNode json = run("ask", "me", "Who keeps bees?", "--json").json();
    assertThat(json.path("nodes").get(0).path("text").asText()).contains("bees");
    assertThat(run("ask", "me", "Who keeps bees?", "--context").out).startsWith("- [2026-03-04");
    assertThat(
            run(
                    "ask",
                    "me",
                    "Where does Ana live?",
                    "--at",
                    "2026-03-05T00:00:00Z",
                    "--as-of",
                    "valid")
                .out)
        .contains("Porto")
        .doesNotContain("Lisbon");
  }

  @Test
  void should_take_feedback_and_show_why_and_what() throws IOException {
    JsonNode asked = run("ask", "me", "bees", "--json").json();
    String query = asked.path("queryId").asText();
    String node = asked.path("nodes").get(0).path("id").asText();

    assertThat(run("feedback", "me", query, node, "x").out).isEqualTo("taken\nignored: x\n");
    assertThat(run("feedback", "me", query, node).code).isEqualTo(1);
    assertThat(run("show", "me", query).json().path("status").asText()).isEqualTo("RECONSOLIDATED");
    assertThat(run("show", "me", node).out).contains("EPISODE " + node, "RELATION", "bees");
    assertThat(run("show", "me", "episode-000000000000000000000000-0").code).isEqualTo(1);
  }

  @Test
  void should_list_and_count() throws IOException {
    assertThat(run("list").out).isEqualTo("me\n");
    assertThat(run("list", "me", "--kind", "episode", "--text", "TRAMS").out)
        .contains("The trams are loud today.")
        .doesNotContain("bees");
    assertThat(run("list", "me", "--limit", "2", "--json").json()).hasSize(2);
    assertThat(run("stats", "me").out).contains("EPISODE", "4", "embedding");
    assertThat(run("stats", "me", "--json").json().path("nodes").path("EPISODE").asInt())
        .isEqualTo(4);
  }

  @Test
  void should_put_in_order() {
    assertThat(run("consolidate", "me").out).isEqualTo("1 changes\n");
    assertThat(run("ask", "me", "Where does Ana live?", "--kind", "FACT").out)
        .contains("SUPERSEDED");
  }

  @Test
  void should_forget_after_saying_what() {
    assertThat(run("forget", "me", "--about", "ana", "--dry-run").out)
        .startsWith("planned: 3 turns")
        .contains("s, turn 1", "t, turn 1");
    assertThat(run("forget", "me", "--about", "nobody").err).contains("nobody");
    assertThat(run("forget", "me", "--session", "s", "--turn", "1").out)
        .startsWith("done: 1 turns");
    assertThat(run("ask", "me", "Who keeps bees?").out).doesNotContain("bees");
    assertThat(run("forget", "me", "--session", "s").out).startsWith("done: 2 turns");
    assertThat(run("forget", "me").code).isEqualTo(1);
    assertThat(run("forget", "me", "--all").out).startsWith("done");
    assertThat(run("list").out).isEmpty();
  }

  @Test
  void should_export_import_and_move() throws IOException {
    Path first = folder.resolve("first.jsonl");
    Path second = folder.resolve("second.jsonl");
    Path other = folder.resolve("other.db");

    assertThat(run("export", "me", first.toString()).out).endsWith(" lines\n");
    assertThat(runOn(other, "import", "you", first.toString()).code).isZero();
    assertThat(runOn(other, "export", "you", second.toString()).code).isZero();
    assertThat(second).hasSameTextualContentAs(first);
    assertThat(run("move", "me", "--to", folder.resolve("third.db").toString(), "--as", "we").code)
        .isZero();
    assertThat(runOn(folder.resolve("third.db"), "ask", "we", "bees").out).contains("bees");
    assertThat(run("import", "me", write("bad.jsonl", "{}").toString()).err).contains("line 1");
    assertThat(run("export", "nobody", first.toString()).err).contains("nobody");
    assertThat(runPlain("export", "me", first.toString(), "--server", "http://localhost:1").code)
        .isEqualTo(1);
  }

  @Test
  void should_measure() throws IOException {
    assertThat(run("bench", "me", "bees", "--times", "3", "--json").json().path("times").asInt())
        .isEqualTo(3);
    assertThat(run("bench", "me", "bees", "--times", "2").out).contains("p50", "p99");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"role\": \"system\", \"content\": \"Be nice.\"}, {\"role\": \"user\", \"content\": \"I paint boats.\"}]",
        "{\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"I paint boats.\"}]}]}",
        "{\"results\": [{\"id\": \"m1\", \"memory\": \"I paint boats.\", \"user_id\": \"ana\", \"created_at\": \"2026-01-02T03:04:05.123-08:00\"}]}",
        "{\"episodes\": [{\"uuid\": \"e1\", \"content\": \"I paint boats.\", \"group_id\": \"g\", \"valid_at\": \"2026-01-02 03:04:05\"}]}",
        "{\"edges\": [{\"uuid\": \"f1\", \"fact\": \"I paint boats.\", \"valid_at\": null, \"created_at\": 1767323045}]}",
        "{\"text\": \"I paint boats.\"}\n\n{\"text\": \" \"}\n"
      })
  void should_read_what_others_export(String text) throws IOException {
    Run run = run("ingest", "others", write("export.json", text).toString());

    assertThat(run.err).isEmpty();
    assertThat(run.out).isEqualTo("1 integrated\n");
    assertThat(run("list", "others", "--kind", "EPISODE").out).contains("I paint boats.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"text\": 1}", "not json\n"})
  void should_refuse_what_has_no_messages(String text) throws IOException {
    Run run = run("ingest", "others", write("export.json", text).toString());

    assertThat(run.code).isEqualTo(1);
    assertThat(run.err).isNotBlank();
    assertThat(run("list").out).isEqualTo("me\n");
  }

  @Test
  void should_say_what_is_wrong() {
    assertThat(runPlain().code).isEqualTo(2);
    assertThat(runPlain("dance").code).isEqualTo(2);
    assertThat(runPlain("ask").code).isEqualTo(2);
    assertThat(runPlain("--help").out)
        .contains(
            List.of(
                "serve",
                "ingest",
                "ask",
                "feedback",
                "show",
                "list",
                "consolidate",
                "forget",
                "export",
                "import",
                "move",
                "stats",
                "bench"));
    assertThat(run("stats", "nobody").code).isEqualTo(1);
    assertThat(run("ask", "me", "x", "--limit", "0").err).contains("limit");
    assertThat(runPlain("stats", "me", "--server", "http://localhost:1").err).contains("localhost");
  }
}
