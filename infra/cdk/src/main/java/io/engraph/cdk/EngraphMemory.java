package io.engraph.cdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.cloudformation.include.CfnInclude;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.s3.assets.Asset;
import software.amazon.awscdk.services.sam.CfnFunction;
import software.constructs.Construct;

/**
 * A memory: the table, the functions, the API, and all that the SAM template has. The construct is
 * made of that template, so that both define the same; one memory stands in one stack.
 */
public final class EngraphMemory extends Construct {

  /** The functions of a memory. */
  public enum Function {
    INGESTION,
    RETRIEVAL,
    RECONSOLIDATION,
    CONSOLIDATION,
    MCP;

    private String resource() {
      String name = name().toLowerCase(Locale.ROOT);
      return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "Function";
    }

    private String zip() {
      return name().toLowerCase(Locale.ROOT) + ".zip";
    }
  }

  private static final String INVOKE = "lambda:InvokeFunction";

  /** The alias of the version that has a picture, with SnapStart. */
  private static final String LIVE = "live";

  private final CfnInclude template;
  private final Map<Function, CfnFunction> functions = new EnumMap<>(Function.class);

  /**
   * @param props its settings, and where the functions' zips are
   */
  public EngraphMemory(Construct scope, String id, EngraphMemoryProps props) {
    super(scope, id);
    template =
        CfnInclude.Builder.create(this, "Template")
            .templateFile(templateFile().toString())
            .parameters(props.parameters())
            // Of the SAM template's own names: what is deployed does not change where one moves
            // over.
            .preserveLogicalIds(true)
            .build();
    for (Function function : Function.values()) {
      CfnFunction resource = (CfnFunction) template.getResource(function.resource());
      Asset zip =
          Asset.Builder.create(this, function.resource() + "Code")
              .path(props.functions().resolve(function.zip()).toString())
              .build();
      resource.setCodeUri(
          CfnFunction.S3LocationProperty.builder()
              .bucket(zip.getS3BucketName())
              .key(zip.getS3ObjectKey())
              .build());
      functions.put(function, resource);
    }
  }

  private static Path templateFile() {
    try (InputStream in = EngraphMemory.class.getResourceAsStream("template.yaml")) {
      Path file = Files.createTempFile("engraph", ".template.yaml");
      file.toFile().deleteOnExit();
      // The long form: the short one is passed on as a text where a section is not looked into.
      Files.writeString(
          file,
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replaceAll("!GetAtt (\\w+)\\.(\\w+)", "{\"Fn::GetAtt\": [$1, $2]}"));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The template's outputs by their names, such as ApiUrl and TableName. */
  public String output(String name) {
    CfnOutput output = template.getOutput(name);
    return String.valueOf(output.getValue());
  }

  /** Where the HTTP API is. */
  public String apiUrl() {
    return output("ApiUrl");
  }

  /** The name of a function. */
  public String functionName(Function function) {
    return functions.get(function).getRef();
  }

  /** What to invoke: the name of a function, or of its version that has a picture. */
  public String invokedName(Function function) {
    return output(function.resource() + "Name");
  }

  /** The ARN of a function. */
  public String functionArn(Function function) {
    return Fn.getAtt(function.resource(), "Arn").toString();
  }

  /** Lets someone recall and report: the retrieval function, and its routes. */
  public Grant grantInvoke(IGrantable grantee) {
    return grant(
        grantee,
        Function.RETRIEVAL,
        List.of(
            "GET/v1/graphs/*", "POST/v1/graphs/*/queries", "POST/v1/graphs/*/queries/*/feedback"));
  }

  /** Lets someone remember: the ingestion function, its route, and its queue. */
  public Grant grantIngest(IGrantable grantee) {
    Grant queue =
        Grant.addToPrincipal(
            GrantOnPrincipalOptions.builder()
                .grantee(grantee)
                .actions(List.of("sqs:SendMessage"))
                .resourceArns(List.of(Fn.getAtt("IngestionQueue", "Arn").toString()))
                .build());
    return grant(grantee, Function.INGESTION, List.of("POST/v1/graphs/*/observations"))
        .combine(queue);
  }

  /** Lets someone forget for good, and set how long things are kept. */
  public Grant grantForget(IGrantable grantee) {
    return grant(
        grantee,
        Function.CONSOLIDATION,
        List.of("DELETE/v1/graphs/*", "POST/v1/graphs/*/retention", "GET/v1/graphs/*/deletions/*"));
  }

  /** Lets an agent use all tools of the Model Context Protocol. */
  public Grant grantTools(IGrantable grantee) {
    return grant(grantee, Function.MCP, List.of("POST/v1/graphs/*/mcp"));
  }

  /**
   * Lets someone do everything over HTTP in some graphs, and nothing in any other.
   *
   * @param name the graph of that id, and all whose ids begin with it and a tilde
   * @throws IllegalArgumentException if the name has a tilde or what stands for anything
   */
  public Grant grantGraphs(IGrantable grantee, String name) {
    if (!name.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException(
          "a name is of letters, digits, dots, underscores and hyphens, but is " + name);
    }
    List<String> routes = new ArrayList<>();
    // Each method by itself: what stands for any would stand for any beginning of a path too.
    for (String method : List.of("GET", "POST", "DELETE")) {
      String graph = "%s/v1/graphs/%s".formatted(method, name);
      routes.addAll(List.of(graph, graph + "/*", graph + "~*"));
    }
    return grantRoutes(grantee, routes);
  }

  private Grant grant(IGrantable grantee, Function function, List<String> routes) {
    return Grant.addToPrincipal(
            GrantOnPrincipalOptions.builder()
                .grantee(grantee)
                .actions(List.of(INVOKE))
                .resourceArns(List.of(functionArn(function), functionArn(function) + ":" + LIVE))
                .build())
        .combine(grantRoutes(grantee, routes));
  }

  private Grant grantRoutes(IGrantable grantee, List<String> routes) {
    Stack stack = Stack.of(this);
    List<String> apis = new ArrayList<>();
    for (String route : routes) {
      apis.add(
          "arn:%s:execute-api:%s:%s:%s/$default/%s"
              .formatted(
                  stack.getPartition(),
                  stack.getRegion(),
                  stack.getAccount(),
                  template.getResource("Api").getRef(),
                  route));
    }
    return Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(grantee)
            .actions(List.of("execute-api:Invoke"))
            .resourceArns(apis)
            .build());
  }

  /**
   * A metric of a function, such as Errors or Duration.
   *
   * @param statistic such as Sum, Average or p99
   */
  public Metric metric(Function function, String name, String statistic) {
    return Metric.Builder.create()
        .namespace("AWS/Lambda")
        .metricName(name)
        .dimensionsMap(Map.of("FunctionName", functionName(function)))
        .statistic(statistic)
        .period(Duration.minutes(5))
        .build();
  }

  /**
   * A metric of what functions do, such as SeedMillis or ItemsRead of query, Turns of ingest, Edits
   * of reconsolidate.
   *
   * @param operation query, ingest or reconsolidate
   * @param statistic such as Sum, Average or p99
   */
  public static Metric operationMetric(String operation, String name, String statistic) {
    return Metric.Builder.create()
        .namespace("Engraph")
        .metricName(name)
        .dimensionsMap(Map.of("Operation", operation))
        .statistic(statistic)
        .period(Duration.minutes(5))
        .build();
  }
}
