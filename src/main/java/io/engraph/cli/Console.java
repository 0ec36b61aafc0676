package io.engraph.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes answers for people, as tables, or for programs, as JSON. */
final class Console {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final int WIDEST = 100;

  private final PrintWriter out;
  private final boolean isJson;

  Console(PrintWriter out, boolean isJson) {
    this.out = out;
    this.isJson = isJson;
  }

  boolean isJson() {
    return isJson;
  }

  void json(JsonNode node) {
    try {
      out.println(JSON.writeValueAsString(node));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is always JSON", e);
    }
    out.flush();
  }

  void line(String format, Object... arguments) {
    out.println(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments));
    out.flush();
  }

  /** Columns as wide as their widest cell; the last one is cut where it is too long. */
  void table(List<String> heads, List<List<String>> rows) {
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < heads.size(); column++) {
      int widest = heads.get(column).length();
      for (List<String> row : rows) {
        widest = Math.max(widest, row.get(column).length());
      }
      widths.add(widest);
    }
    row(heads, widths);
    rows.forEach(row -> row(row, widths));
    out.flush();
  }

  private void row(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column).replaceAll("\\s+", " ");
      if (column == cells.size() - 1) {
        line.append(cell.length() > WIDEST ? cell.substring(0, WIDEST - 1) + "…" : cell);
      } else {
        line.append(cell).append(" ".repeat(widths.get(column) - cell.length() + 2));
      }
    }
    out.println(line.toString().stripTrailing());
  }
}
