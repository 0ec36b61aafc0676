package io.engraph.index;

import io.engraph.table.TableException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the index knows of a node as one attribute: a cold index reads thousands of them, and what
 * an attribute costs there is its name, its type and its objects, not its bytes.
 *
 * <p>In order: the form (a byte, 1), the kind, what there is (two bytes, one bit each), then of
 * that the place in the session (name, turn, part), the time, the time spoken of (each as start,
 * end and precision), the moment learned and the embedding (scale, dimension, a byte each), at last
 * the entities and the terms with a byte of their count. Texts are UTF-8 after their length in
 * bytes; a moment is its second, as a long, and its nanosecond, as an int; numbers are big-endian.
 */
final class PackedEntry {

  private static final int FORM = 1;
  private static final int POSITION = 1;
  private static final int TIME = 1 << 1;
  private static final int TELLS = 1 << 2;
  private static final int LEARNED = 1 << 3;
  private static final int VECTOR = 1 << 4;
  private static final int SPOKEN = 1 << 5;
  private static final int ASKS = 1 << 6;
  private static final int CLAIMS = 1 << 7;

  private PackedEntry() {}

  /** The entry without its node's id. */
  static byte[] pack(IndexEntry entry) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(640);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORM);
      writeText(out, entry.kind());
      out.writeShort(parts(entry));
      if (entry.position().isPresent()) {
        IndexEntry.Position position = entry.position().get();
        writeText(out, position.session());
        out.writeInt(position.turn());
        out.writeInt(position.part());
      }
      if (entry.time().isPresent()) {
        writeSpan(out, entry.time().get());
      }
      if (entry.tells().isPresent()) {
        writeSpan(out, entry.tells().get());
      }
      if (entry.learned().isPresent()) {
        writeMoment(out, entry.learned().get());
      }
      if (entry.vector().isPresent()) {
        QuantizedVector vector = entry.vector().get();
        out.writeFloat(vector.scale());
        out.writeShort(vector.dimension());
        out.write(vector.values());
      }
      out.writeShort(entry.entities().size());
      for (String entity : entry.entities()) {
        writeText(out, entity);
      }
      // In an order, so that the same entry has the same bytes.
      Map<String, Integer> terms = new TreeMap<>(entry.terms());
      out.writeInt(terms.size());
      for (Map.Entry<String, Integer> term : terms.entrySet()) {
        writeText(out, term.getKey());
        out.writeByte(term.getValue());
      }
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot be written", e);
    }
    return bytes.toByteArray();
  }

  /**
   * @param node the id of the node that the entry is of
   * @throws TableException if these bytes are no entry
   */
  static IndexEntry unpack(String node, byte[] packed) {
    try {
      return read(node, ByteBuffer.wrap(packed));
    } catch (BufferUnderflowException | IllegalArgumentException | DateTimeException e) {
      throw new TableException("the index entry of node %s cannot be read".formatted(node), e);
    }
  }

  private static IndexEntry read(String node, ByteBuffer in) {
    byte form = in.get();
    if (form != FORM) {
      throw new IllegalArgumentException("the form must be 1, but is " + form);
    }
    String kind = readText(in);
    int parts = in.getShort();
    Optional<IndexEntry.Position> position =
        has(parts, POSITION)
            ? Optional.of(new IndexEntry.Position(readText(in), in.getInt(), in.getInt()))
            : Optional.empty();
    Optional<TimeSpan> time = has(parts, TIME) ? Optional.of(readSpan(in)) : Optional.empty();
    Optional<TimeSpan> tells = has(parts, TELLS) ? Optional.of(readSpan(in)) : Optional.empty();
    Optional<Instant> learned =
        has(parts, LEARNED) ? Optional.of(readMoment(in)) : Optional.empty();
    Optional<QuantizedVector> vector =
        has(parts, VECTOR) ? Optional.of(readVector(in)) : Optional.empty();
    List<String> entities = new ArrayList<>();
    for (int left = in.getShort(); left > 0; left--) {
      entities.add(readText(in));
    }
    Map<String, Integer> terms = new HashMap<>();
    for (int left = in.getInt(); left > 0; left--) {
      terms.put(readText(in), Byte.toUnsignedInt(in.get()));
    }
    return new IndexEntry(
        node,
        kind,
        position,
        entities,
        time,
        terms,
        vector,
        has(parts, SPOKEN),
        has(parts, ASKS),
        tells,
        has(parts, CLAIMS),
        learned);
  }

  private static int parts(IndexEntry entry) {
    return part(entry.position().isPresent(), POSITION)
        | part(entry.time().isPresent(), TIME)
        | part(entry.tells().isPresent(), TELLS)
        | part(entry.learned().isPresent(), LEARNED)
        | part(entry.vector().isPresent(), VECTOR)
        | part(entry.spoken(), SPOKEN)
        | part(entry.asks(), ASKS)
        | part(entry.claims(), CLAIMS);
  }

  private static int part(boolean isThere, int bit) {
    return isThere ? bit : 0;
  }

  private static boolean has(int parts, int bit) {
    return (parts & bit) != 0;
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("a text has %d bytes".formatted(length));
    }
    String text =
        new String(in.array(), in.arrayOffset() + in.position(), length, StandardCharsets.UTF_8);
    in.position(in.position() + length);
    return text;
  }

  private static void writeSpan(DataOutputStream out, TimeSpan span) throws IOException {
    writeMoment(out, span.start());
    writeMoment(out, span.end());
    writeText(out, span.precision().name());
  }

  private static TimeSpan readSpan(ByteBuffer in) {
    return new TimeSpan(readMoment(in), readMoment(in), TimeSpan.Precision.valueOf(readText(in)));
  }

  private static void writeMoment(DataOutputStream out, Instant moment) throws IOException {
    out.writeLong(moment.getEpochSecond());
    out.writeInt(moment.getNano());
  }

  private static Instant readMoment(ByteBuffer in) {
    return Instant.ofEpochSecond(in.getLong(), in.getInt());
  }

  private static QuantizedVector readVector(ByteBuffer in) {
    float scale = in.getFloat();
    byte[] values = new byte[Short.toUnsignedInt(in.getShort())];
    in.get(values);
    return new QuantizedVector(values, scale);
  }
}
