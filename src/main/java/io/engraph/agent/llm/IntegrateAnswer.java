package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.agent.Candidacy;
import io.engraph.agent.Integration;
import io.engraph.agent.MemoryUnit;
import io.engraph.graph.Node;
import io.engraph.graph.NodeStatus;
import io.engraph.graph.Relation;
import io.engraph.index.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which units are new, as a model sees them beside what is like them. */
final class IntegrateAnswer {

  private static final int MAX_LINKS = 4;
  private static final int SHOWN_LETTERS = 400;

  /** What may be done with a unit. */
  private enum Action {
    ADD,
    MERGE,
    SKIP
  }

  private IntegrateAnswer() {}

  static String data(List<Candidacy> units) {
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < units.size(); i++) {
      MemoryUnit unit = units.get(i).unit();
      data.append(
          "unit %d: %s, time %s: %s%n"
              .formatted(
                  i + 1, unit.kind(), time(unit.time()), TolerantJson.quoted(unit.content())));
      List<Node> candidates = units.get(i).candidates();
      for (int j = 0; j < candidates.size(); j++) {
        Node node = candidates.get(j);
        data.append(
            "  candidate %s: %s, time %s: %s%n"
                .formatted(
                    label(i, j),
                    node.kind(),
                    time(node.time()),
                    TolerantJson.quoted(Shown.of(node, SHOWN_LETTERS))));
      }
    }
    return data.toString();
  }

  private static String time(Optional<TimeSpan> time) {
    return time.map(span -> span.start() + " to " + span.end()).orElse("unknown");
  }

  private static String label(int unit, int candidate) {
    return "%d.%d".formatted(unit + 1, candidate + 1);
  }

  static List<Integration> read(JsonNode answer, List<Candidacy> units) {
    Map<Integer, Integration> decisions = new HashMap<>();
    for (Fields fields : Fields.of(answer).require("decisions").objects("decisions")) {
      int unit = fields.number("unit") - 1;
      if (unit < 0 || unit >= units.size()) {
        throw new InvalidAnswerException(
            "%s.unit must be 1 to %d".formatted(fields.path(), units.size()));
      }
      decisions.putIfAbsent(unit, decision(fields, unit, units.get(unit)));
    }
    List<Integration> inOrder = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      if (!decisions.containsKey(i)) {
        throw new InvalidAnswerException("decisions has none on unit %d".formatted(i + 1));
      }
      inOrder.add(decisions.get(i));
    }
    return inOrder;
  }

  private static Integration decision(Fields fields, int unit, Candidacy offered) {
    Action action = fields.requireChoice("action", Action.class);
    Map<String, Node> labels = new HashMap<>();
    for (int j = 0; j < offered.candidates().size(); j++) {
      labels.put(label(unit, j), offered.candidates().get(j));
    }
    return switch (action) {
      case SKIP -> new Integration.Skip();
      case ADD -> new Integration.Add(links(fields, labels));
      case MERGE -> {
        Node into = labels.get(fields.requireText("into", 20));
        if (into == null) {
          throw new InvalidAnswerException(
              "%s.into must be one of the unit's candidates".formatted(fields.path()));
        }
        yield isSameThing(offered.unit(), into)
            ? new Integration.Merge(into.id())
            : new Integration.Add();
      }
    };
  }

  /** Another kind, another time or a state that does not hold any more is never the same thing. */
  private static boolean isSameThing(MemoryUnit unit, Node node) {
    boolean isSameTime =
        unit.time().isEmpty()
            || node.time().isEmpty()
            || unit.time().get().overlaps(node.time().get());
    return unit.kind() == node.kind() && node.status() == NodeStatus.CURRENT && isSameTime;
  }

  private static List<Integration.Link> links(Fields fields, Map<String, Node> labels) {
    List<Integration.Link> links = new ArrayList<>();
    for (Fields link : fields.objects("links")) {
      Optional<Relation> relation =
          link.text("relation", 40).flatMap(text -> Relation.find(text.toLowerCase(Locale.ROOT)));
      Optional<Node> node = link.text("candidate", 20).map(labels::get);
      if (relation.isEmpty()) {
        throw new InvalidAnswerException(
            "%s.relation must be one of %s".formatted(link.path(), relations()));
      }
      if (node.isPresent() && links.size() < MAX_LINKS) {
        links.add(new Integration.Link(relation.get(), node.get().id()));
      }
    }
    return links;
  }

  private static String relations() {
    return Arrays.stream(Relation.values()).map(Relation::label).collect(Collectors.joining(", "));
  }
}
