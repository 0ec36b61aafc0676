package io.engraph.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.engraph.table.Item;
import io.engraph.table.Key;
import io.engraph.table.TableException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IndexLogCodecTest {

  private static final String ULID = "01M8PZTF66WK7DKP31NW6V1T3T";
  private static final Instant EARLY = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATE = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private static final IndexEntry BARE =
      new IndexEntry(
          "n", "FACT", Optional.empty(), List.of(), Optional.empty(), Map.of(), Optional.empty());

  private static final IndexEntry FULL =
      new IndexEntry(
          "episode-1",
          "EPISODE",
          Optional.of(new IndexEntry.Position("Größe 🐝 \u0000", 1_000_000, 3)),
          List.of("entity-1", "entity-2"),
          Optional.of(new TimeSpan(EARLY, LATE, TimeSpan.Precision.RANGE)),
          Map.of("bee", 1, "蜂", IndexEntry.MAX_TERM_COUNT, "rőf", 128),
          Optional.of(new QuantizedVector(new byte[] {-128, -1, 0, 1, 127}, 0.0125f)),
          true,
          true,
          Optional.of(TimeSpan.at(Instant.parse("1969-07-20T20:17:40.5Z"))),
          true,
          Optional.of(Instant.parse("2026-03-04T09:30:00Z")));

  static Stream<IndexEntry> entries() {
    return Stream.of(
        BARE,
        FULL,
        IndexEntry.ofEntity("e", "Ana", List.of("e", "f")),
        FULL.withTerms(Map.of()),
        new IndexEntry(
            "n",
            "FACT",
            Optional.empty(),
            List.of(),
            Optional.of(TimeSpan.at(EARLY)),
            Map.of("roof", 2),
            Optional.empty(),
            false,
            true,
            Optional.empty()));
  }

  private static Item encoded(IndexEntry entry) {
    return IndexLogCodec.encode("INDEX#g#0", new IndexLogRecord.Upsert(ULID, entry));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void should_read_what_was_written(IndexEntry entry) {
    assertThat(IndexLogCodec.decode(encoded(entry)))
        .isEqualTo(new IndexLogRecord.Upsert(ULID, entry));
  }

  @Test
  void should_write_the_same_entry_in_the_same_bytes() {
    assertThat(encoded(FULL)).isEqualTo(encoded(FULL.withTerms(Map.copyOf(FULL.terms()))));
  }

  @Test
  void should_let_the_session_be_seen_without_unpacking() {
    assertThat(encoded(FULL).findText("session")).contains("Größe 🐝 \u0000");
  }

  @Test
  void should_refuse_bytes_that_break_off_anywhere() {
    byte[] whole = PackedEntry.pack(FULL);

    IntStream.range(0, whole.length)
        .forEach(
            length ->
                assertThatThrownBy(() -> PackedEntry.unpack("n", Arrays.copyOf(whole, length)))
                    .as("%d bytes of %d", length, whole.length)
                    .isInstanceOf(TableException.class));
  }

  @Test
  void should_refuse_a_form_that_it_does_not_know() {
    byte[] packed = PackedEntry.pack(BARE);
    packed[0] = 2;

    assertThatThrownBy(() -> PackedEntry.unpack("n", packed))
        .isInstanceOf(TableException.class)
        .hasMessage("the index entry of node n cannot be read");
  }

  @Test
  void should_read_an_entry_of_the_first_versions() {
    Item stored =
        Item.builder(new Key("INDEX#g#0", ULID))
            .set("node", "episode-1")
            .set("kind", "EPISODE")
            .set("session", "s")
            .set("turn", 4)
            .set("part", 1)
            .set("entities", "entity-1 entity-2")
            .set("start", "2026-03-04T09:30:00Z")
            .set("end", "2026-03-04T09:30:00Z")
            .set("precision", "INSTANT")
            .set("tells-start", "2025-01-01T00:00:00Z")
            .set("tells-end", "2026-01-01T00:00:00Z")
            .set("tells-precision", "YEAR")
            .set("spoken", 1)
            .set("learned", "2026-03-05T00:00:00Z")
            .set("terms", "bee\t2 roof")
            .set("vector", new byte[] {1, -2})
            .set("scale", 0.5)
            .build();

    assertThat(IndexLogCodec.decode(stored))
        .isEqualTo(
            new IndexLogRecord.Upsert(
                ULID,
                new IndexEntry(
                    "episode-1",
                    "EPISODE",
                    Optional.of(new IndexEntry.Position("s", 4, 1)),
                    List.of("entity-1", "entity-2"),
                    Optional.of(TimeSpan.at(Instant.parse("2026-03-04T09:30:00Z"))),
                    Map.of("bee", 2, "roof", 1),
                    Optional.of(new QuantizedVector(new byte[] {1, -2}, 0.5f)),
                    true,
                    false,
                    Optional.of(
                        new TimeSpan(
                            Instant.parse("2025-01-01T00:00:00Z"),
                            Instant.parse("2026-01-01T00:00:00Z"),
                            TimeSpan.Precision.YEAR)),
                    false,
                    Optional.of(Instant.parse("2026-03-05T00:00:00Z")))));
  }
}
