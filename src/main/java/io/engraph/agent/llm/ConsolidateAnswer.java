package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.agent.Consolidated;
import io.engraph.agent.Dossier;
import io.engraph.graph.Claim;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import io.engraph.graph.NodeKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How what is known of an entity is put in order, as a model decides it. */
final class ConsolidateAnswer {

  private static final int SHOWN_UNITS = 60;
  private static final int SHOWN_LETTERS = 300;
  private static final int MAX_CONTENT = 1_000;
  private static final int MAX_KEYWORDS = 12;
  private static final int MAX_KEYWORD = 60;

  private ConsolidateAnswer() {}

  /** The newest units by their labels, as they were learned. */
  private static Map<String, Dossier.Unit> units(Dossier dossier) {
    List<Dossier.Unit> shown =
        dossier.units().stream()
            .filter(unit -> !unit.node().subtype().equals(Optional.of(Node.CONSOLIDATED)))
            .toList();
    Map<String, Dossier.Unit> labels = new LinkedHashMap<>();
    shown
        .subList(Math.max(0, shown.size() - SHOWN_UNITS), shown.size())
        .forEach(unit -> labels.put("n" + (labels.size() + 1), unit));
    return labels;
  }

  private static Map<String, NodeId> alike(Dossier dossier) {
    Map<String, NodeId> labels = new LinkedHashMap<>();
    dossier.alike().forEach(node -> labels.put("e" + (labels.size() + 1), node.id()));
    return labels;
  }

  static String data(Dossier dossier) {
    StringBuilder data = new StringBuilder();
    data.append("entity: ").append(TolerantJson.quoted(dossier.entity().content())).append('\n');
    units(dossier)
        .forEach(
            (label, unit) ->
                data.append(
                    "%s %s, learned %s: %s%n"
                        .formatted(
                            label,
                            unit.node().kind(),
                            unit.node().learnedAt(),
                            TolerantJson.quoted(Shown.of(unit.node(), SHOWN_LETTERS)))));
    alike(dossier)
        .forEach(
            (label, id) ->
                data.append("other entity %s: ".formatted(label))
                    .append(TolerantJson.quoted(name(dossier, id)))
                    .append('\n'));
    return data.toString();
  }

  private static String name(Dossier dossier, NodeId id) {
    return dossier.alike().stream()
        .filter(node -> node.id().equals(id))
        .map(Node::content)
        .findFirst()
        .orElse("");
  }

  static List<Consolidated> read(JsonNode answer, Dossier dossier) {
    Map<String, Dossier.Unit> units = units(dossier);
    Fields fields = Fields.of(answer).require("replaced");
    List<Consolidated> decisions = new ArrayList<>();
    Set<NodeId> gone = new HashSet<>();
    for (Fields pair : fields.objects("same")) {
      Node kept = unit(pair, "kept", units).node();
      Node other = unit(pair, "gone", units).node();
      if (isOfOneSource(kept, other) && !gone.contains(kept.id()) && gone.add(other.id())) {
        decisions.add(new Consolidated.Same(kept.id(), other.id()));
      }
    }
    for (Fields pair : fields.objects("replaced")) {
      Node older = unit(pair, "older", units).node();
      Node newer = unit(pair, "newer", units).node();
      // What was learned later takes the place of what was learned before, never the other way
      // round.
      if (isOfOneSource(older, newer)
          && newer.learnedAt().isAfter(older.learnedAt())
          && !gone.contains(older.id())
          && !gone.contains(newer.id())) {
        decisions.add(
            new Consolidated.Superseded(
                older.id(),
                newer.id(),
                newer.since().isAfter(older.since()) ? newer.since() : newer.learnedAt()));
      }
    }
    for (Fields pair : fields.objects("conflicting")) {
      Node one = unit(pair, "one", units).node();
      Node other = unit(pair, "other", units).node();
      if (!one.equals(other) && !gone.contains(one.id()) && !gone.contains(other.id())) {
        decisions.add(new Consolidated.Conflicting(one.id(), other.id()));
      }
    }
    for (Fields habit : fields.objects("habits")) {
      habit(habit, units, dossier).ifPresent(decisions::add);
    }
    Map<String, NodeId> others = alike(dossier);
    for (String label : fields.texts("same_entities", others.size(), 20)) {
      NodeId other = others.get(label);
      if (other == null) {
        throw new InvalidAnswerException("same_entities must have other entities that were shown");
      }
      boolean isFull = name(dossier, other).length() > dossier.entity().content().length();
      decisions.add(
          isFull
              ? new Consolidated.Alias(dossier.entity().id(), other)
              : new Consolidated.Alias(other, dossier.entity().id()));
    }
    return decisions;
  }

  /** Claims of different sources, and claims and facts, are never put together. */
  private static boolean isOfOneSource(Node one, Node other) {
    return !one.equals(other)
        && one.kind() == other.kind()
        && one.claim().map(Claim::source).equals(other.claim().map(Claim::source));
  }

  private static Optional<Consolidated.Summary> habit(
      Fields fields, Map<String, Dossier.Unit> units, Dossier dossier) {
    List<Dossier.Unit> members = new ArrayList<>();
    for (String label : fields.texts("members", Consolidated.Summary.MOST_MEMBERS, 20)) {
      Dossier.Unit unit = units.get(label);
      if (unit == null) {
        throw new InvalidAnswerException(
            "%s.members must have memories that were shown".formatted(fields.path()));
      }
      if (!members.contains(unit) && unit.node().kind() == NodeKind.EVENT) {
        members.add(unit);
      }
    }
    Optional<NodeId> concept =
        members.stream()
            .flatMap(unit -> unit.about().stream())
            .filter(about -> !about.equals(dossier.entity().id()))
            .filter(about -> dossier.entities().containsKey(about))
            .filter(about -> members.stream().allMatch(unit -> unit.about().contains(about)))
            .findFirst();
    if (members.size() < Consolidated.Summary.LEAST_MEMBERS || concept.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Consolidated.Summary(
            concept.get(),
            fields.requireText("content", MAX_CONTENT),
            fields.texts("keywords", MAX_KEYWORDS, MAX_KEYWORD),
            members.stream().map(unit -> unit.node().id()).toList()));
  }

  private static Dossier.Unit unit(Fields fields, String name, Map<String, Dossier.Unit> units) {
    return Optional.ofNullable(units.get(fields.requireText(name, 20)))
        .orElseThrow(
            () ->
                new InvalidAnswerException(
                    "%s.%s must be a memory that was shown".formatted(fields.path(), name)));
  }
}
