package io.engraph.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a local server offers beside the API. */
@QuarkusTest
class ServerResourceTest {

  @TestHTTPResource("/")
  URI address;

  @Test
  void should_say_that_it_is_ready() {
    given()
        .baseUri(address.toString())
        .get("/q/health/ready")
        .then()
        .statusCode(200)
        .body("status", is("UP"))
        .body("checks.name", is(List.of("table")));
  }

  @Test
  void should_refuse_pages_of_other_origins() {
    for (String path : List.of("/v1/graphs", "/mcp")) {
      given()
          .baseUri(address.toString())
          .header("Origin", "https://elsewhere.example")
          .get(path)
          .then()
          .statusCode(403);
    }
  }

  @Test
  void should_count_requests_for_prometheus() {
    given().baseUri(address.toString()).get("/v1/graphs").then().statusCode(200);
    given()
        .baseUri(address.toString())
        .get("/q/metrics")
        .then()
        .statusCode(200)
        .body(containsString("http_server_requests_seconds_count"));
  }

  /** The contract: who changes the API on purpose writes it anew with make contract. */
  @Test
  void should_serve_the_contract_that_is_published() throws IOException {
    YAMLMapper mapper = new YAMLMapper();
    String served =
        given()
            .baseUri(address.toString())
            .get("/q/openapi")
            .then()
            .statusCode(200)
            .extract()
            .asString();
    assertThat(mapper.readTree(served))
        .isEqualTo(mapper.readTree(Files.readString(Path.of("docs/openapi.yaml"))));
  }

  @Test
  void should_describe_every_operation_with_its_errors_and_an_example() throws IOException {
    JsonNode contract = new YAMLMapper().readTree(Files.readString(Path.of("docs/openapi.yaml")));
    assertThat(contract.path("paths")).isNotEmpty();
    for (JsonNode path : contract.path("paths")) {
      for (JsonNode operation : path) {
        String id = operation.path("operationId").asText();
        assertThat(id).isNotEmpty();
        assertThat(operation.path("summary").asText()).as(id).isNotEmpty();
        assertThat(operation.at("/responses/default/content").toString())
            .as(id)
            .contains("Problem");
        operation
            .path("parameters")
            .forEach(
                parameter -> {
                  if (parameter.path("in").asText().equals("path")) {
                    assertThat(parameter.path("description").asText()).as(id).isNotEmpty();
                  }
                });
        if (operation.has("requestBody")) {
          assertThat(operation.at("/requestBody/content/application~1json").has("example"))
              .as(id)
              .isTrue();
        }
      }
    }
  }

  /** What gateways turn into tools is a part of the contract, with nothing that they refuse. */
  @Test
  void should_offer_gateways_a_part_of_the_contract() throws IOException {
    YAMLMapper mapper = new YAMLMapper();
    JsonNode contract = mapper.readTree(Files.readString(Path.of("docs/openapi.yaml")));
    JsonNode tools =
        mapper.readTree(Files.readString(Path.of("examples/openapi-tools/engraph-tools.yaml")));
    assertThat(tools.toString())
        .doesNotContain("oneOf", "anyOf", "allOf", "$ref", "securitySchemes");
    assertThat(tools.at("/servers/0/url").asText()).startsWith("https://");
    assertThat(tools.path("paths")).hasSize(4);
    tools
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        operation -> {
                          JsonNode tool = operation.getValue();
                          JsonNode published =
                              contract.path("paths").path(path.getKey()).path(operation.getKey());
                          assertThat(published.path("operationId"))
                              .isEqualTo(tool.path("operationId"));
                          assertThat(tool.path("description").asText()).contains("Call it");
                          String schema =
                              published
                                  .at("/requestBody/content/application~1json/schema/$ref")
                                  .asText()
                                  .replace("#/", "/");
                          JsonNode properties = contract.at(schema + "/properties");
                          tool.at("/requestBody/content/application~1json/schema/properties")
                              .fieldNames()
                              .forEachRemaining(
                                  field -> assertThat(properties.has(field)).as(field).isTrue());
                        }));
  }
}
