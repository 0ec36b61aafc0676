package io.engraph.cdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.iam.AccountRootPrincipal;
import software.amazon.awscdk.services.iam.Role;

class EngraphMemoryTest {

  @TempDir private Path functions;

  private EngraphMemoryProps.Builder props() throws IOException {
    for (EngraphMemory.Function function : EngraphMemory.Function.values()) {
      Files.writeString(
          functions.resolve(function.name().toLowerCase(java.util.Locale.ROOT) + ".zip"), "zip");
    }
    return EngraphMemoryProps.builder(functions);
  }

  private static Template template(EngraphMemoryProps props, Consumer<EngraphMemory> use) {
    Stack stack = new Stack(new App(), "Test");
    use.accept(new EngraphMemory(stack, "Memory", props));
    return Template.fromStack(stack);
  }

  /** Intrinsic functions of the short form as those of the long form. */
  private static final class Intrinsics extends SafeConstructor {
    private Intrinsics() {
      super(new LoaderOptions());
      for (String name : List.of("Ref", "Condition")) {
        intrinsic(name, name);
      }
      for (String name : List.of("If", "Equals", "Not", "Sub", "Join", "Select", "And", "Or")) {
        intrinsic(name, "Fn::" + name);
      }
      yamlConstructors.put(
          new Tag("!GetAtt"),
          new org.yaml.snakeyaml.constructor.AbstractConstruct() {
            @Override
            public Object construct(Node node) {
              String[] parts = ((ScalarNode) node).getValue().split("\\.", 2);
              return Map.of("Fn::GetAtt", List.of(parts));
            }
          });
    }

    private void intrinsic(String tag, String name) {
      yamlConstructors.put(
          new Tag("!" + tag),
          new org.yaml.snakeyaml.constructor.AbstractConstruct() {
            @Override
            public Object construct(Node node) {
              Object value =
                  node instanceof ScalarNode scalar
                      ? scalar.getValue()
                      : node instanceof SequenceNode sequence
                          ? constructSequence(sequence)
                          : constructMapping((MappingNode) node);
              return Map.of(name, value);
            }
          });
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Map<String, Object>> section(String name) throws IOException {
    Map<String, Object> sam =
        new Yaml(new Intrinsics()).load(Files.readString(Path.of("../template.yaml")));
    return (Map<String, Map<String, Object>>) sam.get(name);
  }

  private static Object comparable(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> result = new HashMap<>();
      map.forEach((key, one) -> result.put(key.toString(), comparable(one)));
      return result;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(EngraphMemoryTest::comparable).toList();
    }
    return value instanceof Number number ? number.doubleValue() : String.valueOf(value);
  }

  private static Map<String, Object> withoutCode(Map<String, Object> resource) {
    Map<String, Object> copy = new HashMap<>(resource);
    if (copy.get("Properties") instanceof Map<?, ?> properties) {
      Map<Object, Object> others = new HashMap<>(properties);
      others.remove("CodeUri");
      copy.put("Properties", others);
    }
    return copy;
  }

  @Test
  @SuppressWarnings("unchecked")
  void should_define_every_resource_policy_and_setting_of_the_sam_template() throws IOException {
    Map<String, Object> synthesised = template(props().build(), _ -> {}).toJSON();
    Map<String, Map<String, Object>> resources =
        (Map<String, Map<String, Object>>) synthesised.get("Resources");
    Map<String, Map<String, Object>> expected = section("Resources");

    assertThat(resources.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
    expected.forEach(
        (name, resource) ->
            assertThat(comparable(withoutCode(resources.get(name))))
                .as(name)
                .isEqualTo(comparable(withoutCode(resource))));
    for (String name : List.of("Conditions", "Globals")) {
      assertThat(comparable(synthesised.get(name))).as(name).isEqualTo(comparable(section(name)));
    }
    // The CDK adds one of its own.
    assertThat((Map<String, Object>) comparable(synthesised.get("Rules")))
        .containsAllEntriesOf((Map<String, Object>) comparable(section("Rules")));
  }

  @Test
  void should_have_a_property_for_every_parameter() throws IOException {
    EngraphMemoryProps all =
        props()
            .architecture(EngraphMemoryProps.Architecture.ARM64)
            .runtime(EngraphMemoryProps.Runtime.JAVA_25)
            .snapStart("2")
            .utilityRule(EngraphMemoryProps.UtilityRule.CONFIDENCE_GUIDED)
            .logRetentionDays(30)
            .jwt("https://issuer.example", "agents")
            .graphClaim("memory")
            .entryNodes(5)
            .loadedNodes(10)
            .contextTokens(500)
            .streamRecordAgeSeconds(60)
            .queueVisibilitySeconds(60)
            .consolidationSchedule("rate(2 hours)")
            .endpointUrl("http://127.0.0.1:4566")
            .model("https://model.example/v1", "small")
            .modelKeySecret("key", "arn:aws:secretsmanager:eu-west-1:1:secret:key")
            .tracing(true)
            .alarmTopicArn("arn:aws:sns:eu-west-1:1:alarms")
            .build();

    assertThat(all.parameters().keySet())
        .containsExactlyInAnyOrderElementsOf(section("Parameters").keySet());
    template(all, _ -> {})
        .hasResourceProperties(
            "AWS::Logs::LogGroup", Match.objectLike(Map.of("RetentionInDays", 30)));
  }

  @Test
  void should_grant_what_is_asked_for_and_no_more() throws IOException {
    Template template =
        template(
            props().build(),
            memory -> {
              Role role =
                  Role.Builder.create(memory, "Agent")
                      .assumedBy(new AccountRootPrincipal())
                      .build();
              memory.grantInvoke(role);
            });
    String policies = template.findResources("AWS::IAM::Policy").toString();
    assertThat(policies)
        .contains("RetrievalFunction")
        .contains("execute-api:Invoke")
        .contains("POST/v1/graphs/*/queries")
        .doesNotContain("IngestionFunction")
        .doesNotContain("ConsolidationFunction")
        .doesNotContain("DELETE/");
  }

  /** The paths, with their methods, that a policy admits: as IAM matches them. */
  private static boolean admits(Object policies, String call) {
    return java.util.regex.Pattern.compile("/\\$default/([^\"\\]},]+)")
        .matcher(policies.toString())
        .results()
        .map(route -> route.group(1))
        .anyMatch(
            route ->
                call.matches(
                    java.util.Arrays.stream(route.split("\\*", -1))
                        .map(java.util.regex.Pattern::quote)
                        .collect(java.util.stream.Collectors.joining(".*"))));
  }

  @Test
  void should_grant_the_graphs_of_a_name_and_no_other() throws IOException {
    Object policies =
        template(
                props().build(),
                memory ->
                    memory.grantGraphs(
                        Role.Builder.create(memory, "Agent")
                            .assumedBy(new AccountRootPrincipal())
                            .build(),
                        "team-a"))
            .findResources("AWS::IAM::Policy");
    for (String call :
        List.of(
            "GET/v1/graphs/team-a",
            "DELETE/v1/graphs/team-a",
            "POST/v1/graphs/team-a/queries",
            "POST/v1/graphs/team-a~notes/observations",
            "DELETE/v1/graphs/team-a~notes")) {
      assertThat(admits(policies, call)).as(call).isTrue();
    }
    for (String call :
        List.of(
            "GET/v1/graphs",
            "GET/v1/graphs/team-ab",
            "GET/v1/graphs/team",
            "POST/v1/graphs/team-b/queries",
            "POST/v1/graphs/team-a-2/queries",
            "GET/v1/graphs/team-b/nodes/v1/graphs/team-a",
            "PUT/v1/graphs/team-a/queries")) {
      assertThat(admits(policies, call)).as(call).isFalse();
    }
    assertThat(policies.toString()).doesNotContain("lambda:InvokeFunction");
  }

  @Test
  void should_refuse_a_name_that_stands_for_others() throws IOException {
    EngraphMemoryProps props = props().build();
    for (String name : List.of("", "*", "team-?", "a~b", "a/b")) {
      assertThatThrownBy(
              () ->
                  template(
                      props,
                      memory ->
                          memory.grantGraphs(
                              Role.Builder.create(memory, "Agent")
                                  .assumedBy(new AccountRootPrincipal())
                                  .build(),
                              name)))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void should_grant_remembering_forgetting_and_tools() throws IOException {
    Template template =
        template(
            props().build(),
            memory -> {
              Role role =
                  Role.Builder.create(memory, "Agent")
                      .assumedBy(new AccountRootPrincipal())
                      .build();
              memory.grantIngest(role);
              memory.grantForget(role);
              memory.grantTools(role);
            });
    assertThat(template.findResources("AWS::IAM::Policy").toString())
        .contains("IngestionFunction", "IngestionQueue", "ConsolidationFunction", "McpFunction")
        .doesNotContain("RetrievalFunction");
  }

  @Test
  void should_name_metrics_of_functions_and_of_operations() throws IOException {
    template(
        props().build(),
        memory -> {
          assertThat(
                  memory.metric(EngraphMemory.Function.RETRIEVAL, "Errors", "Sum").getNamespace())
              .isEqualTo("AWS/Lambda");
          assertThat(EngraphMemory.operationMetric("query", "SeedMillis", "p99").getDimensions())
              .isEqualTo(Map.of("Operation", "query"));
          assertThat(memory.apiUrl()).isNotEmpty();
          assertThat(memory.invokedName(EngraphMemory.Function.RETRIEVAL)).isNotEmpty();
        });
  }

  @Test
  void should_say_which_zip_is_missing() {
    assertThatThrownBy(
            () -> template(EngraphMemoryProps.builder(functions.resolve("none")).build(), _ -> {}))
        .hasMessageContaining("ingestion.zip");
  }
}
