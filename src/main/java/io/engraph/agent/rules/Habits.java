package io.engraph.agent.rules;

import io.engraph.agent.Consolidated;
import io.engraph.agent.Dossier;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import io.engraph.index.TextAnalysis;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one did at least three times within thirty days with one thing (CogMem): a fact that says
 * how often and when. Consolidation is conditional on specificity: whatever only one of the events
 * has is said in the words of that event, so that no rare qualifier is lost.
 */
final class Habits {

  private static final Duration WITHIN = Duration.ofDays(30);
  private static final int MOST_KEYWORDS = 12;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private static final Comparator<Node> BY_TIME =
      Comparator.comparing(Node::since).thenComparing(Node::id);

  private Habits() {}

  static List<Consolidated.Summary> of(Dossier dossier) {
    Map<NodeId, List<Node>> byConcept = new TreeMap<>();
    for (Dossier.Unit unit : dossier.units()) {
      if (unit.node().kind() == NodeKind.EVENT) {
        unit.about().stream()
            .filter(about -> !about.equals(dossier.entity().id()))
            .distinct()
            .forEach(
                about -> byConcept.computeIfAbsent(about, _ -> new ArrayList<>()).add(unit.node()));
      }
    }
    List<Consolidated.Summary> summaries = new ArrayList<>();
    byConcept.forEach(
        (concept, events) -> {
          Node named = dossier.entities().get(concept);
          if (named != null) {
            clusters(events).forEach(cluster -> summaries.add(summary(dossier, named, cluster)));
          }
        });
    return summaries;
  }

  /** As many as lie within the time from the first of them on, then on from the next. */
  private static List<List<Node>> clusters(List<Node> events) {
    List<Node> inOrder = events.stream().sorted(BY_TIME).toList();
    List<List<Node>> clusters = new ArrayList<>();
    int first = 0;
    while (first < inOrder.size()) {
      int end = first;
      while (end < inOrder.size()
          && end - first < Consolidated.Summary.MOST_MEMBERS
          && !inOrder.get(end).since().isAfter(inOrder.get(first).since().plus(WITHIN))) {
        end++;
      }
      if (end - first >= Consolidated.Summary.LEAST_MEMBERS) {
        clusters.add(inOrder.subList(first, end));
        first = end;
      } else {
        first++;
      }
    }
    return clusters;
  }

  private static Consolidated.Summary summary(Dossier dossier, Node concept, List<Node> events) {
    Map<String, Integer> counts = new HashMap<>();
    for (Node event : events) {
      new HashSet<>(TextAnalysis.terms(event.content()))
          .forEach(term -> counts.merge(term, 1, Integer::sum));
    }
    StringBuilder content =
        new StringBuilder(
            "%s, %s: %d times from %s to %s. %s"
                .formatted(
                    dossier.entity().content(),
                    concept.content(),
                    events.size(),
                    DATE.format(events.getFirst().since()),
                    DATE.format(events.getLast().since()),
                    plainest(events)));
    Set<String> keywords = new LinkedHashSet<>();
    for (Node event : events) {
      boolean isParticular =
          TextAnalysis.terms(event.content()).stream().anyMatch(term -> counts.get(term) == 1);
      if (isParticular && !content.toString().contains(event.content())) {
        content.append(" %s: %s".formatted(DATE.format(event.since()), event.content()));
      }
      keywords.addAll(event.keywords());
    }
    return new Consolidated.Summary(
        concept.id(),
        content.toString(),
        keywords.stream().limit(MOST_KEYWORDS).toList(),
        events.stream().map(Node::id).toList());
  }

  private static String plainest(List<Node> events) {
    return events.stream()
        .map(Node::content)
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }
}
