package io.engraph.forgetting;

/** Whoever else is at work in this process, which a deletion gives way to. */
@FunctionalInterface
public interface Others {

  /** A process that does one thing at a time. */
  Others NONE = () -> false;

  /** Whether anybody else is at work now. */
  boolean areAtWork();
}
