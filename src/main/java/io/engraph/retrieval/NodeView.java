package io.engraph.retrieval;

import io.engraph.graph.NodeId;
import io.engraph.index.IndexEntry;
import java.util.List;
import java.util.Optional;

/** What a walk knows of nodes without reading them: what the search saw of the index. */
interface NodeView {

  /** How like the question a node is, 0 to 1; 0 for one that is not in the index. */
  double similarity(NodeId node);

  /** Whether a node may be answered; others are only passed through. */
  boolean mayAnswer(NodeId node);

  /** What the index has of a node. */
  Optional<IndexEntry> entry(NodeId node);

  /** The turn that a node was learned from, if it is there. */
  Optional<NodeId> turnOf(NodeId node);

  /** The entities that the question names, in the order of their ids. */
  List<NodeId> anchors();

  /** The nodes that name all of the anchors, where these are several; the most alike first. */
  List<NodeId> namingAnchors(int limit);
}
