package io.engraph.retrieval;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.SourceRef;
import io.engraph.index.TimeSpan;
import io.engraph.index.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes nodes as the text that an agent puts before its model, a line each with its time and its
 * sources, within a budget of tokens. A node that does not fit is left out, and the next is tried.
 */
final class ContextWriter {

  /**
   * A context.
   *
   * @param text the lines
   * @param tokens how many tokens they are
   * @param nodes the nodes that are in it, in order
   */
  record Context(String text, int tokens, List<Node> nodes) {}

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  private ContextWriter() {}

  /** Loads the encoding that tokens are counted by. */
  static void prime() {
    int _ = Tokens.count("-");
  }

  /**
   * Writes.
   *
   * @param older the nodes of which another one says something newer
   */
  static Context write(List<Node> nodes, Set<NodeId> older, int maxTokens) {
    String text = "";
    int tokens = 0;
    List<Node> written = new ArrayList<>();
    for (Node node : nodes) {
      String longer = text + line(node, older.contains(node.id()));
      int count = Tokens.count(longer);
      if (count <= maxTokens) {
        text = longer;
        tokens = count;
        written.add(node);
      }
    }
    return new Context(text, tokens, written);
  }

  private static String line(Node node, boolean isOlder) {
    String time = node.time().map(span -> "[" + time(span) + "] ").orElse("");
    String description = node.description().isEmpty() ? "" : node.description() + ": ";
    String status = isOlder ? " (older)" : "";
    if (node.status() != NodeStatus.CURRENT) {
      status =
          " (%s%s)"
              .formatted(
                  node.status().name().toLowerCase(Locale.ROOT),
                  node.until().map(end -> " " + DAY.format(end)).orElse(""));
    }
    String sources =
        node.sources().stream()
            .limit(3)
            .map(ContextWriter::source)
            .collect(Collectors.joining("; "));
    // A memory is one line, so that none can pass for two.
    String content = node.content().strip().replaceAll("\\s*\\R\\s*", " ");
    return "- %s%s%s%s (%s)\n".formatted(time, description, content, status, sources);
  }

  private static String source(SourceRef ref) {
    return "%s, turn %d".formatted(ref.session(), ref.turn());
  }

  private static String time(TimeSpan span) {
    Instant lastDay = span.end().minusNanos(1);
    return switch (span.precision()) {
      case INSTANT -> MINUTE.format(span.start());
      case DAY -> DAY.format(span.start());
      case MONTH -> DAY.format(span.start()).substring(0, 7);
      case YEAR -> DAY.format(span.start()).substring(0, 4);
      case RANGE -> DAY.format(span.start()) + " to " + DAY.format(lastDay);
      case RECURRING ->
          "every %d days from %s"
              .formatted(
                  Duration.between(span.start(), span.end()).toDays(), DAY.format(span.start()));
    };
  }
}
