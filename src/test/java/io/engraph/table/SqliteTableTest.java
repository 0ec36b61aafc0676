package io.engraph.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteTableTest extends TableContract {

  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

  @TempDir Path folder;

  @Override
  protected Table open() {
    return SqliteTable.open(folder.resolve("deep/in/engraph.db"), LOCK_TIMEOUT);
  }

  @Test
  void should_share_a_file_between_two_tables() {
    Path file = folder.resolve("shared.db");
    try (Table one = SqliteTable.open(file, LOCK_TIMEOUT);
        Table two = SqliteTable.open(file, LOCK_TIMEOUT)) {
      Key key = new Key("P", "a");
      one.transact(List.of(Write.put(Item.builder(key).set("n", 1).build(), Condition.absent())));

      assertThat(two.get(key)).isPresent();
      assertThatThrownBy(
              () ->
                  two.transact(
                      List.of(
                          Write.put(Item.builder(key).set("n", 2).build(), Condition.absent()))))
          .isInstanceOf(ConditionFailedException.class);
    }
  }

  @Test
  void should_say_that_a_file_is_no_table() throws IOException {
    Path file = Files.writeString(folder.resolve("text.db"), "this is no database, ".repeat(100));

    assertThatThrownBy(() -> SqliteTable.open(file, LOCK_TIMEOUT))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("text.db");
  }

  @Test
  void should_refuse_work_once_it_is_closed() {
    Table table = SqliteTable.open(folder.resolve("closed.db"), LOCK_TIMEOUT);
    table.close();
    table.close();

    assertThatThrownBy(() -> table.get(new Key("P", "a")))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("closed");
  }

  /** A writer that is killed in the middle of its writes leaves only whole transactions. */
  @Test
  void should_have_every_acknowledged_transaction_whole_after_its_writer_was_killed()
      throws Exception {
    Path file = folder.resolve("killed.db");
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                EndlessWriter.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int acknowledged = 0;
    try (BufferedReader acknowledgements =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      while (acknowledged < 50) {
        String line = acknowledgements.readLine();
        assertThat(line).as("the writer ended after %d transactions", acknowledged).isNotNull();
        acknowledged = Integer.parseInt(line);
      }
    } finally {
      writer.destroyForcibly().waitFor();
    }

    try (Table table = SqliteTable.open(file, LOCK_TIMEOUT)) {
      List<String> rounds = new ArrayList<>();
      table
          .query(PartitionQuery.of(EndlessWriter.PARTITION))
          .items()
          .forEach(item -> rounds.add(item.text("round")));
      assertThat(rounds.size() % EndlessWriter.ITEMS).isZero();
      assertThat(rounds.size() / EndlessWriter.ITEMS).isGreaterThanOrEqualTo(acknowledged);
    }
  }

  /** Writes transactions until it is killed, and prints the number of each once it is done. */
  static final class EndlessWriter {
    static final String PARTITION = "ROUNDS";
    static final int ITEMS = 10;

    private EndlessWriter() {}

    public static void main(String[] arguments) {
      Table table = SqliteTable.open(Path.of(arguments[0]), LOCK_TIMEOUT);
      for (int round = 1; round < 1_000_000; round++) {
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
          writes.add(
              Write.put(
                  Item.builder(new Key(PARTITION, "%07d#%d".formatted(round, i)))
                      .set("round", Integer.toString(round))
                      .build()));
        }
        table.transact(writes);
        System.out.println(round);
      }
    }
  }

  private static boolean holds(Path file, String text) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)
        || (Files.exists(Path.of(file + "-wal"))
            && new String(Files.readAllBytes(Path.of(file + "-wal")), StandardCharsets.ISO_8859_1)
                .contains(text));
  }

  private static void writeAndDelete(Table table) {
    Item item = Item.builder(new Key("p", "s")).set("text", "kumquat").build();
    table.transact(List.of(Write.put(item)));
    table.transact(List.of(Write.delete(item.key())));
  }

  @Test
  void should_write_a_large_file_anew_once_and_at_the_latest_when_it_is_closed(@TempDir Path own)
      throws IOException {
    Path file = own.resolve("large.db");
    try (SqliteTable table =
        SqliteTable.open(file, Duration.ofSeconds(1), 0, Duration.ofHours(1))) {
      writeAndDelete(table);
      table.scrub();
      table.scrub();
      assertThat(table.get(SqliteScrub.DUE)).isPresent();
      assertThat(holds(file, "kumquat")).isTrue();
    }
    assertThat(holds(file, "kumquat")).isFalse();
    try (SqliteTable table = SqliteTable.open(file, Duration.ofSeconds(1))) {
      assertThat(table.get(SqliteScrub.DUE)).isEmpty();
    }
  }

  @Test
  void should_write_anew_what_a_process_that_ended_has_left(@TempDir Path own) throws Exception {
    Path file = own.resolve("left.db");
    Path copy = own.resolve("copy.db");
    try (SqliteTable table =
        SqliteTable.open(file, Duration.ofSeconds(1), 0, Duration.ofHours(1))) {
      writeAndDelete(table);
      table.scrub();
      // As a process leaves it that is killed now.
      Files.copy(file, copy);
      Files.copy(Path.of(file + "-wal"), Path.of(copy + "-wal"));
    }
    assertThat(holds(copy, "kumquat")).isTrue();
    try (SqliteTable table =
        SqliteTable.open(copy, Duration.ofSeconds(1), 0, Duration.ofMillis(1))) {
      for (int i = 0; i < 1_000 && holds(copy, "kumquat"); i++) {
        Thread.sleep(10);
      }
      assertThat(table.get(SqliteScrub.DUE)).isEmpty();
    }
    assertThat(holds(copy, "kumquat")).isFalse();
  }

  @Test
  void should_bring_what_is_written_into_the_file_and_begin_the_journal_anew(@TempDir Path own)
      throws Exception {
    Path file = own.resolve("journal.db");
    String text = "x".repeat(40_000);
    try (SqliteTable table = SqliteTable.open(file, LOCK_TIMEOUT)) {
      // Twenty megabytes in one place, again and again: the journal is over its bound each time.
      for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 500; i++) {
          table.transact(
              List.of(Write.put(Item.builder(new Key("P", "k" + i)).set("text", text).build())));
        }
        for (int i = 0; i < 1_000 && Files.size(file) < 500L * 40_000; i++) {
          Thread.sleep(10);
        }
        assertThat(Files.size(file)).isGreaterThan(500L * 40_000);
      }
      assertThat(Files.size(Path.of(file + "-wal"))).isLessThan(80L << 20);
    }
  }

  @Test
  void should_go_on_reading_and_writing_while_it_is_written_anew(@TempDir Path own)
      throws Exception {
    try (SqliteTable table =
            SqliteTable.open(own.resolve("busy.db"), LOCK_TIMEOUT, 0, Duration.ofMillis(20));
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Integer>> work = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        int number = worker;
        work.add(
            () -> {
              for (int i = 0; i < 150; i++) {
                Key key = new Key("P" + number, "k" + i);
                table.transact(
                    List.of(Write.put(Item.builder(key).set("text", "x".repeat(2_000)).build())));
                assertThat(table.get(key)).isPresent();
                assertThat(table.query(PartitionQuery.of("P" + number)).items()).isNotEmpty();
                if (i % 10 == 9) {
                  table.transact(List.of(Write.delete(key)));
                  table.scrub();
                }
              }
              return number;
            });
      }
      for (Future<Integer> done : threads.invokeAll(work)) {
        done.get();
      }
    }
  }
}
