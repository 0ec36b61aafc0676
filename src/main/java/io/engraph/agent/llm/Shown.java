package io.engraph.agent.llm;

import io.engraph.graph.Node;

/** Nodes as a model is shown them. */
final class Shown {

  private Shown() {}

  /** What a node says and who says it, not longer than that. */
  static String of(Node node, int letters) {
    String text =
        node.description().isEmpty() ? node.content() : node.description() + ": " + node.content();
    return text.length() <= letters ? text : text.substring(0, letters) + "…";
  }
}
