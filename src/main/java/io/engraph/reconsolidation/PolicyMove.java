package io.engraph.reconsolidation;

import io.engraph.graph.LearnedPolicy;
import io.engraph.graph.MemoryGraph;
import io.engraph.table.Write;
import java.util.List;
import java.util.Map;

/**
 * A step of a caller in a graph's policy. The sum of a caller's steps is kept whole, and counts
 * within a limit: so the policy is the same in whatever order steps are taken and taken back.
 *
 * @param caller who makes it
 * @param ofCaller the sum of all steps of that caller, with this one
 * @param before the policy before
 * @param after the policy after
 */
record PolicyMove(
    String caller, LearnedPolicy ofCaller, LearnedPolicy before, LearnedPolicy after) {

  /** How far one caller may move a weight in all: as far as from half to none. */
  private static final long MOST = LearnedPolicy.millionths(0.5);

  static PolicyMove of(MemoryGraph graph, String caller, Map<String, Long> step) {
    LearnedPolicy sum = graph.learnedFrom(caller);
    LearnedPolicy sumAfter = sum.plus(step);
    LearnedPolicy before = graph.learned();
    return new PolicyMove(
        caller, sumAfter, before, before.plus(sumAfter.within(MOST).minus(sum.within(MOST))));
  }

  /** The writes, on the condition that nobody else has moved the policy meanwhile. */
  List<Write> writes(MemoryGraph graph) {
    return List.of(graph.replace(caller, ofCaller), graph.replace(after));
  }
}
