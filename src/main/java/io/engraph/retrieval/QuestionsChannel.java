package io.engraph.retrieval;

import io.engraph.index.CompactIndex;
import java.util.List;
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
  public float[] scores(Candidates candidates) {
    List<PastQuestions.Alike> alike = candidates.pastQuestions();
    if (alike.isEmpty()) {
      return candidates.silence();
    }
    CompactIndex index = candidates.index();
    float[] scores = new float[index.slots()];
    for (PastQuestions.Alike past : alike) {
      for (String evidence : past.evidence()) {
        OptionalInt slot = index.slot(evidence);
        if (slot.isPresent()) {
          // That all of them are wrong is as likely as that each is.
          scores[slot.getAsInt()] =
              (float) (1 - (1 - scores[slot.getAsInt()]) * (1 - past.weight()));
        }
      }
    }
    return scores;
  }
}
