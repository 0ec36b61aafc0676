package io.engraph.agent;

/** What kind of thing a question asks for. */
public enum Intent {
  WHO,
  WHAT,
  WHEN,
  WHERE,
  WHY,
  HOW,
  COMPARE,
  BELIEF,
  DETAIL
}
