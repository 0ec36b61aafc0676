package io.engraph.agent;

import static java.util.Objects.requireNonNull;

import io.engraph.graph.NodeId;

/**
 * A change of what was learned to do (GraphMemory, ACE): small edits of single lessons, never a
 * rewriting of all.
 */
public sealed interface LessonEdit {

  /**
   * A new lesson.
   *
   * @param lesson what it says
   */
  record Add(Lesson lesson) implements LessonEdit {
    public Add {
      requireNonNull(lesson, "lesson is null");
    }
  }

  /**
   * A lesson that takes the place of another.
   *
   * @param old the one that it replaces
   * @param lesson what it says
   */
  record Revise(NodeId old, Lesson lesson) implements LessonEdit {
    public Revise {
      requireNonNull(old, "old is null");
      requireNonNull(lesson, "lesson is null");
    }
  }

  /** A lesson that does not hold. */
  record Remove(NodeId old) implements LessonEdit {
    public Remove {
      requireNonNull(old, "old is null");
    }
  }

  /**
   * A reusable lesson.
   *
   * @param section what kind of lesson it is, such as "searching"
   * @param routingKey the few words by which it is found: when it applies
   * @param content what to do then
   */
  record Lesson(String section, String routingKey, String content) {
    public Lesson {
      if (section.isBlank() || routingKey.isBlank() || content.isBlank()) {
        throw new IllegalArgumentException("a lesson has a section, a routing key and a content");
      }
    }
  }
}
