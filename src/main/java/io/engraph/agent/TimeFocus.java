package io.engraph.agent;

/** Which state of affairs a question asks for. */
public enum TimeFocus {
  /** It does not say: what is newer leads where two contradict each other. */
  ANY,
  /** How things are now. */
  PRESENT,
  /** How things were: what was replaced since is as good as what replaced it. */
  PAST
}
