package io.engraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.engraph.agent.llm.ModelConfig;
import io.engraph.consolidation.ConsolidationConfig;
import io.engraph.embedding.EmbeddingConfig;
import io.engraph.graph.GraphConfig;
import io.engraph.graph.UtilityRule;
import io.engraph.http.HttpConfig;
import io.engraph.index.IndexConfig;
import io.engraph.reconsolidation.ReconsolidationConfig;
import io.engraph.retrieval.Budgets;
import io.engraph.retrieval.Retrieval;
import io.engraph.retrieval.RetrievalConfig;
import io.engraph.retrieval.RetrievalPolicy;
import io.engraph.table.TableConfig;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConfigurationTest {

  private static final List<Class<?>> CONFIGURATIONS =
      List.of(
          TableConfig.class,
          IndexConfig.class,
          GraphConfig.class,
          HttpConfig.class,
          ModelConfig.class,
          EmbeddingConfig.class,
          RetrievalConfig.class,
          ReconsolidationConfig.class,
          ConsolidationConfig.class);

  private static <T> T defaults(Class<T> type) {
    return new SmallRyeConfigBuilder().withMapping(type).build().getConfigMapping(type);
  }

  @Test
  void should_have_the_budgets_of_the_design() {
    assertThat(defaults(RetrievalConfig.class).settings())
        .isEqualTo(
            new Retrieval.Settings(
                new Budgets(6, 8, 2, 12, 2_500, 5),
                new RetrievalPolicy(
                    Map.ofEntries(
                        Map.entry("dense", 0.7),
                        Map.entry("lexical", 0.4),
                        Map.entry("neighbour", 0.5),
                        Map.entry("speaker", 0.4),
                        Map.entry("session", 0.3),
                        Map.entry("keywords", 0.1),
                        Map.entry("form", 0.2),
                        Map.entry("time", 0.2),
                        Map.entry("kind", 0.05),
                        Map.entry("recency", 0.1),
                        Map.entry("questions", 0.2),
                        Map.entry("path", 0.1))),
                0.1,
                Duration.ofDays(30)));
  }

  @Test
  void should_keep_state_in_the_data_folder_and_learn_by_the_beta_posterior() {
    assertThat(defaults(TableConfig.class).file()).isEqualTo(Path.of("data/engraph.db"));
    assertThat(defaults(TableConfig.class).lockTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(defaults(GraphConfig.class).utilityRule()).isEqualTo(UtilityRule.BETA_POSTERIOR);
    assertThat(defaults(IndexConfig.class).maxMebibytes()).isEqualTo(256);
  }

  /** A writer may wait for the lock before its record is there, so the overlap is longer. */
  @Test
  void should_look_back_further_than_a_writer_waits() {
    assertThat(defaults(IndexConfig.class).overlap())
        .isGreaterThan(defaults(TableConfig.class).lockTimeout());
  }

  @Test
  void should_list_every_property_with_its_variable_and_default_in_the_readme() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    Map<String, String> properties = new TreeMap<>();
    for (Class<?> configuration : CONFIGURATIONS) {
      ConfigMappings.getProperties(ConfigClass.configClass(configuration))
          .forEach(
              (name, property) ->
                  properties.put(
                      name,
                      property.hasDefaultValue() && property.getDefaultValue() != null
                          ? property.getDefaultValue()
                          : "none"));
    }

    // A list is one property; its elements are not listed.
    properties.keySet().removeIf(name -> name.endsWith("[*]"));
    assertThat(properties).hasSize(59);
    properties.forEach(
        (name, value) ->
            assertThat(readme)
                .as("README.md has a row for %s", name)
                .contains(
                    "| `%s` | `%s` | `%s` |"
                        .formatted(
                            name, name.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"), value)));
  }
}
