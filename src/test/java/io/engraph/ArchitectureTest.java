package io.engraph;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Packages stand in the order in which data passes through them; imports only point down. */
@AnalyzeClasses(packages = "io.engraph", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final List<String> FROM_TOP_TO_BOTTOM =
      List.of(
          "cli",
          "functions",
          "mcp",
          "http",
          "transfer",
          "forgetting",
          "ingestion",
          "retrieval",
          "reconsolidation",
          "consolidation",
          "agent",
          "graph",
          "index",
          "embedding",
          "endpoint",
          "table");

  @TestFactory
  Stream<DynamicTest> should_only_import_packages_below() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.engraph");
    return IntStream.range(1, FROM_TOP_TO_BOTTOM.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    FROM_TOP_TO_BOTTOM.get(i),
                    () ->
                        noClasses()
                            .that()
                            .resideInAPackage(
                                "io.engraph.%s..".formatted(FROM_TOP_TO_BOTTOM.get(i)))
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(
                                Stream.concat(
                                        Stream.of("io.engraph"),
                                        FROM_TOP_TO_BOTTOM.subList(0, i).stream()
                                            .map("io.engraph.%s.."::formatted))
                                    .toArray(String[]::new))
                            .allowEmptyShould(true)
                            .check(classes)));
  }

  /** The core can be used without a container: only the ways in know Quarkus and JAX-RS. */
  @ArchTest
  static final ArchRule should_keep_the_container_out_of_the_core =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.engraph", "io.engraph.http..", "io.engraph.functions..", "io.engraph.mcp.local..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quarkus..", "jakarta..", "io.vertx..");

  /** Only an engine knows how state is stored. */
  @ArchTest
  static final ArchRule should_keep_engines_behind_the_port =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.engraph.table..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..", "org.sqlite..", "software.amazon.awssdk.services.dynamodb..");
}
