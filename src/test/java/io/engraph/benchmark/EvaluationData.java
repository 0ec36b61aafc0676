package io.engraph.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folder of public evaluation data, which is not part of the project. */
final class EvaluationData {

  private static final String VARIABLE = "ENGRAPH_EVAL_DATA";
  private static final Path DEFAULT = Path.of("../shared/eval");

  private EvaluationData() {}

  /** A file of the folder; empty, having said so, when it is not there. */
  static Optional<Path> find(String file) {
    String named = System.getenv(VARIABLE);
    Path path = (named == null ? DEFAULT : Path.of(named)).resolve(file);
    if (Files.exists(path)) {
      return Optional.of(path);
    }
    System.out.printf("skipped: there is no %s; %s names the folder of the data%n", path, VARIABLE);
    return Optional.empty();
  }
}
