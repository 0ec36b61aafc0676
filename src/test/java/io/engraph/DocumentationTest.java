package io.engraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents name what there is. {@code make docs-test} runs their shell blocks. */
class DocumentationTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
  private static final Pattern TARGET = Pattern.compile("`make ([a-z0-9-]+)");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.list(Path.of("docs"))) {
      return Stream.concat(
              Stream.of(Path.of("README.md"), Path.of("SECURITY.md")),
              docs.filter(file -> file.toString().endsWith(".md")).sorted())
          .toList();
    }
  }

  private static List<String> found(Pattern pattern, int group, Path document) throws IOException {
    return pattern
        .matcher(Files.readString(document))
        .results()
        .map((MatchResult match) -> match.group(group))
        .toList();
  }

  @Test
  void should_link_to_files_that_are_there() throws IOException {
    for (Path document : documents()) {
      Path folder = document.toAbsolutePath().getParent();
      for (String link : found(LINK, 1, document)) {
        assertThat(folder.resolve(link)).as("%s in %s", link, document).exists();
      }
    }
  }

  @Test
  void should_name_targets_of_make_that_are_there() throws IOException {
    String makefile = Files.readString(Path.of("Makefile"));
    for (Path document : documents()) {
      for (String target : found(TARGET, 1, document)) {
        boolean isThere =
            target.startsWith("native-")
                || Pattern.compile("(?m)^" + target + ":").matcher(makefile).find();
        assertThat(isThere).as("make %s in %s", target, document).isTrue();
      }
    }
  }

  @Test
  void should_show_code_that_the_examples_have() throws IOException {
    List<String> sources = new ArrayList<>();
    for (String root : List.of("examples", "clients", "infra/cdk/src")) {
      try (Stream<Path> files = Files.walk(Path.of(root))) {
        for (Path file :
            files
                .filter(one -> one.toString().matches(".*\\.(java|py)"))
                .filter(one -> !one.toString().contains("/target/"))
                .toList()) {
          sources.add(Files.readString(file));
        }
      }
    }
    Set<String> lines =
        sources.stream().flatMap(String::lines).map(String::strip).collect(Collectors.toSet());
    String all = sources.stream().collect(Collectors.joining()).replaceAll("\\s+", "");
    for (Path document : documents()) {
      for (MatchResult block : BLOCK.matcher(Files.readString(document)).results().toList()) {
        if (Set.of("java", "python").contains(block.group(1))) {
          for (String line : block.group(2).lines().map(String::strip).toList()) {
            assertThat(
                    line.isEmpty()
                        || lines.contains(line)
                        || all.contains(line.replaceAll("\\s+", "")))
                .as("%s in %s", line, document)
                .isTrue();
          }
        } else if (block.group(1).equals("json")) {
          assertThat(new JsonMapper().readTree(block.group(2))).isNotEmpty();
        }
      }
    }
  }
}
