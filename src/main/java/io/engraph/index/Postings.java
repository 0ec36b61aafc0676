package io.engraph.index;

import java.util.Arrays;

/** The nodes that have one term, or name one entity, by slot, and how often. */
final class Postings {

  private final String term;
  private int[] slots = new int[2];
  private byte[] counts = new byte[2];
  private int size;
  private int live;
  private int liveTexts;

  Postings(String term) {
    this.term = term;
  }

  /** The term itself: the one string that every document with it shares. */
  String term() {
    return term;
  }

  /** Adds a document; slots come in ascending order. */
  void add(int slot, int count, boolean isText) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size * 2);
      counts = Arrays.copyOf(counts, size * 2);
    }
    slots[size] = slot;
    counts[size] = (byte) count;
    size++;
    live++;
    liveTexts += isText ? 1 : 0;
  }

  /** One of the documents is gone; its slot stays among the others. */
  void lose(boolean isText) {
    live--;
    liveTexts -= isText ? 1 : 0;
  }

  int size() {
    return size;
  }

  /** How many of the documents are still there. */
  int live() {
    return live;
  }

  /** How many of the documents that are still there are texts. */
  int liveTexts() {
    return liveTexts;
  }

  int slot(int i) {
    return slots[i];
  }

  int count(int i) {
    return Byte.toUnsignedInt(counts[i]);
  }

  long bytes() {
    return 56L + 5L * slots.length;
  }
}
