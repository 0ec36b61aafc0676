package io.engraph.agent;

import io.engraph.graph.Node;
import io.engraph.graph.NodeId;
import java.util.List;

/**
 * The decisions behind a memory. They are made by rules, or by a language model; the code around
 * them checks what they may do, so that a bad decision costs quality and nothing else.
 *
 * <p>Safe for use by many threads.
 */
public interface Agent {

  /** What a turn says: whom and what it mentions, and the units of memory in it. */
  Extraction extract(TurnText turn);

  /**
   * Whether a unit is new.
   *
   * @param candidates the nodes that it may be the same as; nothing else may be merged with
   */
  Integration integrate(MemoryUnit unit, List<Node> candidates);

  /** How to search for what a question asks. */
  QueryPlan plan(QuestionText question);

  /** Whether what was found answers the question, and if not, from where to go on. */
  Sufficiency judge(RecallState state);

  /**
   * Which of the loaded nodes an answer was made from, where nobody says it.
   *
   * @param nodes the nodes that were loaded for the question
   * @return those that it used, the most used first
   */
  List<NodeId> inferInfluence(String question, String answer, List<Node> nodes);

  /** What a recall that is over should change. */
  List<EdgeDecision> reconsolidate(CompletedRecall recall);
}
