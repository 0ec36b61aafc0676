package io.engraph.http.rest;

import io.engraph.http.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.Paths;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.security.SecurityScheme;

/**
 * What the document of the API has beside what annotations say: servers, authorisation, examples,
 * the form of ids, and that every refusal is a problem document.
 */
public class Contract implements OASFilter {

  private static final String UNDO = "edits:undo";

  private static final Map<String, String> EXAMPLES =
      Map.of(
          "ingest",
          """
          {"observations": [{"id": "1", "session": "first", "speaker": "Ana", "text": "I keep bees on the roof.",\
           "at": "2026-03-04T09:30:00+01:00"}]}""",
          "ask",
          """
          {"text": "Who keeps bees?", "limit": 5}""",
          "report",
          """
          {"influence": ["episode-58343ae23773f76cadce153e-0"], "outcome": "helpful"}""",
          "undo",
          """
          {"caller": "my-agent"}""",
          "retention",
          """
          {"sources": "P365D", "traces": "P30D"}""");

  private static final Map<String, String> PARAMETERS =
      Map.of(
          "graph",
              "Whose memory it is: 1 to 128 letters, digits, dots, hyphens, underscores and tildes.",
          "node", "The id of a node, as answers have it.",
          "query", "The id of a query, as answers have it.",
          "session", "The name of a session.",
          "turn", "The number of a turn in its session, from 1.",
          "deletion", "The id of a deletion, as answers have it.");

  @Override
  public void filterOpenAPI(OpenAPI document) {
    document.setServers(
        List.of(
            OASFactory.createServer().url("http://localhost:8080").description("A local server"),
            OASFactory.createServer()
                .url("https://{api}.execute-api.{region}.amazonaws.com")
                .description("A deployment: the stack's output ApiUrl")
                .addVariable("api", OASFactory.createServerVariable().defaultValue("api"))
                .addVariable(
                    "region", OASFactory.createServerVariable().defaultValue("eu-west-1"))));
    document
        .getComponents()
        .addSecurityScheme(
            "sigv4",
            OASFactory.createSecurityScheme()
                .type(SecurityScheme.Type.APIKEY)
                .in(SecurityScheme.In.HEADER)
                .name("Authorization")
                .description("A deployment without JwtIssuer: AWS Signature Version 4."))
        .addSecurityScheme(
            "jwt",
            OASFactory.createSecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .bearerFormat("JWT")
                .description("A deployment with JwtIssuer."));
    document.setSecurity(
        List.of(
            OASFactory.createSecurityRequirement(),
            OASFactory.createSecurityRequirement().addScheme("sigv4"),
            OASFactory.createSecurityRequirement().addScheme("jwt")));
    Paths paths = OASFactory.createPaths();
    new LinkedHashMap<>(document.getPaths().getPathItems())
        .forEach(
            (path, item) -> {
              item.getOperations().values().forEach(Contract::complete);
              paths.addPathItem(path.replace("{operation}", UNDO), item);
            });
    document.setPaths(paths);
  }

  private static void complete(Operation operation) {
    List<Parameter> parameters =
        operation.getParameters() == null ? List.of() : operation.getParameters();
    operation.setParameters(
        parameters.stream().filter(one -> !one.getName().equals("operation")).toList());
    for (Parameter parameter : operation.getParameters()) {
      if (parameter.getIn() == Parameter.In.PATH) {
        parameter.setDescription(PARAMETERS.get(parameter.getName()));
      }
    }
    add(operation, "403", "The caller's token does not admit the graph.");
    add(operation, "409", "Another embedding model or a newer release has made the graph.");
    if (operation.getRequestBody() != null) {
      add(operation, "413", "The body is over 1 MiB.");
      add(operation, "415", "The body is not said to be JSON.");
    }
    add(operation, "503", "Too busy: the same request may be sent again after Retry-After.");
    operation
        .getResponses()
        .getAPIResponses()
        .forEach(
            (status, response) -> {
              if (status.matches("[45].*") && response.getContent() == null) {
                response.setContent(problem());
              }
            });
    operation
        .getResponses()
        .addAPIResponse(
            "default",
            OASFactory.createAPIResponse()
                .description("Anything else that kept it from being done.")
                .content(problem()));
    String example = EXAMPLES.get(operation.getOperationId());
    if (example != null) {
      operation
          .getRequestBody()
          .getContent()
          .getMediaTypes()
          .values()
          .forEach(type -> type.setExample(example.replace("\n", "")));
    }
  }

  private static void add(Operation operation, String status, String description) {
    if (!operation.getResponses().hasAPIResponse(status)) {
      operation
          .getResponses()
          .addAPIResponse(status, OASFactory.createAPIResponse().description(description));
    }
  }

  private static Content problem() {
    Schema schema = OASFactory.createSchema().ref("#/components/schemas/Problem");
    return OASFactory.createContent()
        .addMediaType(Problem.MEDIA_TYPE, OASFactory.createMediaType().schema(schema));
  }
}
