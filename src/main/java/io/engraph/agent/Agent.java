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

  /**
   * Whether it goes by more than the words of a turn and equal names: if so, it is given what went
   * before in a session, and nodes that are like a unit.
   */
  boolean readsContext();

  /** What turns say: whom and what they mention, and the units of memory in them. */
  ChunkReading extract(SessionChunk chunk);

  /** Whether units are new; one decision for each, in their order. */
  List<Integration> integrate(List<Candidacy> units);

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

  /** What the outcome of a recall teaches to do; usually nothing. */
  List<LessonEdit> reflect(CompletedRecall recall);

  /**
   * What puts all that is known of an entity in order. Of the same dossier it decides the same, so
   * that it can be done again.
   */
  List<Consolidated> consolidate(Dossier dossier);
}
