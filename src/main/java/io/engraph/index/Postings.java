package io.engraph.index;

import java.util.Arrays;

/** The documents in which one term occurs, by slot, and how often. */
final class Postings {

  private final String term;
  private int[] slots = new int[2];
  private byte[] counts = new byte[2];
  private int size;

  Postings(String term) {
    this.term = term;
  }

  /** The term itself: the one string that every document with it shares. */
  String term() {
    return term;
  }

  /** Adds a document; slots come in ascending order. */
  void add(int slot, int count) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size * 2);
      counts = Arrays.copyOf(counts, size * 2);
    }
    slots[size] = slot;
    counts[size] = (byte) count;
    size++;
  }

  int size() {
    return size;
  }

  int slot(int i) {
    return slots[i];
  }

  int count(int i) {
    return Byte.toUnsignedInt(counts[i]);
  }

  long bytes() {
    return 48L + 5L * slots.length;
  }
}
