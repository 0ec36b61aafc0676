package io.engraph.benchmark;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The measures of several runs over the same questions, and how the reference run differs from each
 * of them at recall@10.
 */
final class ResultTable {

  /** What one run measured. */
  private record Row(
      String run,
      int questions,
      double recallAt5,
      double recallAt10,
      double recallAt20,
      double ndcgAt10,
      List<Ranking> rankings,
      boolean isCompared) {}

  private final String title;
  private final String reference;
  private final List<Row> rows = new ArrayList<>();

  /**
   * @param reference the run that the others are compared with
   */
  ResultTable(String title, String reference) {
    this.title = title;
    this.reference = reference;
  }

  void run(String run, List<Ranking> rankings) {
    run(run, rankings, true);
  }

  /**
   * @param isCompared whether the run is over the same questions as the reference
   */
  void run(String run, List<Ranking> rankings, boolean isCompared) {
    rows.add(
        new Row(
            run,
            rankings.size(),
            Ranking.mean(rankings, ranking -> ranking.recallAt(5)),
            Ranking.mean(rankings, ranking -> ranking.recallAt(10)),
            Ranking.mean(rankings, ranking -> ranking.recallAt(20)),
            Ranking.mean(rankings, ranking -> ranking.ndcgAt(10)),
            List.copyOf(rankings),
            isCompared));
  }

  void print() {
    System.out.println(title);
    System.out.printf(
        "%-26s %5s %7s %7s %7s %7s   %s%n",
        "run", "n", "R@5", "R@10", "R@20", "nDCG@10", reference + " - run, R@10 [95 %]");
    for (Row row : rows) {
      System.out.printf(
          Locale.ROOT,
          "%-26s %5d %7.4f %7.4f %7.4f %7.4f   %s%n",
          row.run,
          row.questions,
          row.recallAt5,
          row.recallAt10,
          row.recallAt20,
          row.ndcgAt10,
          isDifferent(row) ? difference(row) : "");
    }
  }

  private boolean isDifferent(Row row) {
    return row.isCompared && !row.run.equals(reference);
  }

  private PairedBootstrap difference(Row row) {
    Row ours = rows.stream().filter(one -> one.run.equals(reference)).findFirst().orElseThrow();
    return PairedBootstrap.of(
        Ranking.each(ours.rankings, one -> one.recallAt(10)),
        Ranking.each(row.rankings, one -> one.recallAt(10)));
  }

  void write(Path file) throws IOException {
    Map<String, Object> runs = new LinkedHashMap<>();
    for (Row row : rows) {
      Map<String, Object> measures = new LinkedHashMap<>();
      measures.put("questions", row.questions);
      measures.put("recall@5", row.recallAt5);
      measures.put("recall@10", row.recallAt10);
      measures.put("recall@20", row.recallAt20);
      measures.put("ndcg@10", row.ndcgAt10);
      if (isDifferent(row)) {
        measures.put("differenceOfReference", difference(row));
      }
      runs.put(row.run, measures);
    }
    new JsonMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(file.toFile(), Map.of("title", title, "reference", reference, "runs", runs));
  }
}
