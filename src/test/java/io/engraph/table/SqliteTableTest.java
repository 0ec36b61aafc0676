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
}
