package io.engraph.agent.llm;

import com.fasterxml.jackson.databind.JsonNode;
import io.engraph.agent.RecallState;
import io.engraph.agent.RecallState.Found;
import io.engraph.agent.Sufficiency;
import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether what was found is enough, as a model sees it. */
final class JudgeAnswer {

  /** At most so many nodes are gone on from (REALM). */
  static final int MAX_EXPANDED = 5;

  private static final int SHOWN_BEST = 10;
  private static final int SHOWN_AHEAD = 10;
  private static final int SHOWN_LETTERS = 300;

  private JudgeAnswer() {}

  private static List<NodeId> best(RecallState state) {
    return state.best().stream().limit(SHOWN_BEST).map(Found::node).toList();
  }

  private static Labels ahead(RecallState state) {
    return new Labels(state.frontier().stream().limit(SHOWN_AHEAD).map(Found::node).toList());
  }

  static String data(RecallState state) {
    Labels ahead = ahead(state);
    List<NodeId> all = new ArrayList<>(best(state));
    all.addAll(ahead.all().values());
    Map<NodeId, Node> nodes = state.reader().read(all);
    StringBuilder data = new StringBuilder();
    data.append("question: ").append(TolerantJson.quoted(state.question())).append('\n');
    best(state).forEach(node -> data.append("found: ").append(shown(nodes, node)).append('\n'));
    ahead
        .all()
        .forEach(
            (label, node) ->
                data.append("ahead %s: ".formatted(label)).append(shown(nodes, node)).append('\n'));
    return data.toString();
  }

  private static String shown(Map<NodeId, Node> nodes, NodeId node) {
    return Optional.ofNullable(nodes.get(node))
        .map(one -> TolerantJson.quoted(Shown.of(one, SHOWN_LETTERS)))
        .orElse("(gone)");
  }

  static Sufficiency read(JsonNode answer, RecallState state) {
    Fields fields = Fields.of(answer);
    if (fields.flag("is_enough")) {
      return Sufficiency.enough();
    }
    Labels ahead = ahead(state);
    List<NodeId> expand = new ArrayList<>();
    for (String label : fields.require("expand").texts("expand", SHOWN_AHEAD, 20)) {
      NodeId node =
          ahead
              .find(label)
              .orElseThrow(
                  () -> new InvalidAnswerException("expand must have nodes that are ahead only"));
      if (!expand.contains(node) && expand.size() < MAX_EXPANDED) {
        expand.add(node);
      }
    }
    // Nothing to go on from ends the walk just as well.
    return expand.isEmpty() ? Sufficiency.enough() : Sufficiency.expand(expand);
  }
}
