package io.engraph.retrieval;

import io.engraph.agent.Move;
import io.engraph.graph.NodeId;
import io.engraph.index.IndexEntry;
import io.engraph.retrieval.Expansion.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Lifts what the entities that the question names have in common: nodes that name all of them, and
 * nodes of each of them that name the same third thing. It goes by the index, so a hub costs it
 * nothing.
 */
record Intersect(Move move) implements Atom {

  @Override
  public void apply(Expansion expansion) {
    List<NodeId> anchors = expansion.view().anchors();
    if (anchors.size() < 2) {
      return;
    }
    Map<NodeId, Change> changes = new TreeMap<>();
    for (NodeId node : expansion.view().namingAnchors(expansion.budgets().neighbours())) {
      lift(expansion, node, "names all that the question names", changes);
    }
    sharedBy(anchors, expansion)
        .forEach(
            node -> lift(expansion, node, "shares a thing with another that is named", changes));
    expansion.change(move, changes.values());
  }

  private static void lift(
      Expansion expansion, NodeId node, String reason, Map<NodeId, Change> changes) {
    if (!expansion.view().mayAnswer(node)) {
      return;
    }
    Reached before = expansion.reached().get(node);
    double similarity = expansion.view().similarity(node);
    Reached now = before == null ? Reached.seed(node, similarity) : before;
    changes.put(node, new Change(before == null ? 0 : before.access(), now.withPath(1), reason));
  }

  /** The reached nodes of one anchor that name something which those of another name too. */
  private static List<NodeId> sharedBy(List<NodeId> anchors, Expansion expansion) {
    Map<String, Set<NodeId>> anchorsOfThing = new HashMap<>();
    Map<String, List<NodeId>> nodesOfThing = new HashMap<>();
    for (Reached node : expansion.answers()) {
      Optional<IndexEntry> entry = expansion.view().entry(node.node());
      List<String> entities = entry.map(IndexEntry::entities).orElse(List.of());
      for (NodeId anchor : anchors) {
        if (entities.contains(anchor.value())) {
          for (String thing : entities) {
            if (anchors.stream().noneMatch(one -> one.value().equals(thing))) {
              anchorsOfThing.computeIfAbsent(thing, _ -> new HashSet<>()).add(anchor);
              nodesOfThing.computeIfAbsent(thing, _ -> new ArrayList<>()).add(node.node());
            }
          }
        }
      }
    }
    return anchorsOfThing.entrySet().stream()
        .filter(thing -> thing.getValue().size() > 1)
        .flatMap(thing -> nodesOfThing.get(thing.getKey()).stream())
        .distinct()
        .toList();
  }
}
