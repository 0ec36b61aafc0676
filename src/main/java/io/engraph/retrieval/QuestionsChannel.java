package io.engraph.retrieval;

import io.engraph.index.CompactIndex;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What helped when a question like this was asked before. Several past questions that point to one
 * node confirm each other. Silent while no past question is like this one.
 */
final class QuestionsChannel implements Channel {

  static final String NAME = "questions";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void find(Candidates candidates) {
    candidates.pastQuestions().stream()
        .flatMap(past -> past.evidence().stream())
        .forEach(node -> candidates.index().slot(node).ifPresent(candidates::consider));
  }

  @Override
  public SlotScore over(Candidates candidates) {
    List<PastQuestions.Alike> alike = candidates.pastQuestions();
    if (alike.isEmpty()) {
      return SlotScore.SILENT;
    }
    CompactIndex index = candidates.index();
    Map<Integer, Float> scores = new HashMap<>();
    for (PastQuestions.Alike past : alike) {
      for (String evidence : past.evidence()) {
        OptionalInt slot = index.slot(evidence);
        if (slot.isPresent()) {
          // That all of them are wrong is as likely as that each is.
          scores.merge(
              slot.getAsInt(),
              (float) past.weight(),
              (before, _) -> (float) (1 - (1 - before) * (1 - past.weight())));
        }
      }
    }
    return slot -> scores.getOrDefault(slot, 0f);
  }
}
