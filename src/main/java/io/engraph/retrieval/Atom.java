package io.engraph.retrieval;

/** One way to go on with a walk. Adding an atom is adding a class. */
interface Atom {

  /** Goes on from how far the walk has come. */
  void apply(Expansion expansion);
}
