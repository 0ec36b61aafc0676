package io.engraph.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqliteSelectTest {

  @Test
  void should_find_the_first_text_after_a_prefix() {
    assertThat(SqliteSelect.successor("A#")).contains("A$");
    assertThat(SqliteSelect.successor("é")).contains("ê");
    assertThat(SqliteSelect.successor("a\uD7FF")).contains("a\uE000");
    assertThat(SqliteSelect.successor("a\uDBFF\uDFFF")).contains("b");
    assertThat(SqliteSelect.successor("\uDBFF\uDFFF")).isEmpty();
  }
}
