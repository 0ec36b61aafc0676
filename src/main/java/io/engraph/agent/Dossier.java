package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import java.util.List;
import java.util.Map;

/**
 * What is known of one entity, to be put in order.
 *
 * @param entity the entity
 * @param units the facts and events that it is the subject of, and the claims that it makes, as
 *     they were learned
 * @param entities the entities that the units name, by their ids
 * @param alike other entities that could be the same one: their names have a word in common, or the
 *     one is the initials of the other
 */
public record Dossier(Node entity, List<Unit> units, Map<NodeId, Node> entities, List<Node> alike) {

  /**
   * A fact, a claim or an event.
   *
   * @param node the node
   * @param about the entities that it names, its subject first
   */
  public record Unit(Node node, List<NodeId> about) {
    public Unit {
      requireNonNull(node, "node is null");
      about = List.copyOf(about);
    }
  }

  public Dossier {
    requireNonNull(entity, "entity is null");
    units = List.copyOf(units);
    entities = Map.copyOf(entities);
    alike = List.copyOf(alike);
  }
}
