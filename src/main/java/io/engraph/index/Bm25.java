package io.engraph.index;

/**
 * The parameters of BM25 (Robertson and Zaragoza, 2009).
 *
 * @param k1 how soon repetitions of a term stop to count, 0 or more
 * @param b how much long documents are held back, 0 to 1
 */
public record Bm25(double k1, double b) {

  /** The values that Lucene and most of the literature use. */
  public static final Bm25 STANDARD = new Bm25(1.2, 0.75);

  public Bm25 {
    if (!(k1 >= 0) || !(b >= 0 && b <= 1)) {
      throw new IllegalArgumentException(
          "k1 must be at least 0 and b 0 to 1, but are %s and %s".formatted(k1, b));
    }
  }

  double inverseDocumentFrequency(int documents, int documentsWithTerm) {
    return Math.log1p((documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5));
  }

  double weight(int count, int length, double averageLength) {
    return count * (k1 + 1) / (count + k1 * (1 - b + b * length / averageLength));
  }
}
