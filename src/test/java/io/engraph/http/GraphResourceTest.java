package io.engraph.http;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.is;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import java.net.URI;
import org.junit.jupiter.api.Test;

@QuarkusTest
class GraphResourceTest extends MemoryApiSuite {

  @TestHTTPResource URI address;

  @Override
  protected String address() {
    return "http://%s:%d".formatted(address.getHost(), address.getPort());
  }

  @Test
  void should_describe_itself_with_openapi() {
    given()
        .accept(ContentType.JSON)
        .get(address() + "/q/openapi?format=json")
        .then()
        .statusCode(200)
        .body("paths", hasKey("/v1/graphs/{graph}/observations"))
        .body("paths", hasKey("/v1/graphs/{graph}/queries"))
        .body("paths", hasKey("/v1/graphs/{graph}/queries/{query}"))
        .body("paths", hasKey("/v1/graphs/{graph}/queries/{query}/feedback"))
        .body("paths", hasKey("/v1/graphs/{graph}/nodes/{node}"))
        .body("paths", hasKey("/v1/graphs/{graph}"))
        .body("components.schemas", hasKey("Observations"))
        .body("components.schemas", hasKey("Problem"));
  }

  @Test
  void should_answer_what_the_server_refuses_with_a_problem_too() {
    given()
        .contentType(ContentType.TEXT)
        .body("hello")
        .post(address() + "/v1/graphs/g/queries")
        .then()
        .statusCode(415)
        .contentType("application/problem+json")
        .body("status", is(415));
    given()
        .put(address() + "/v1/graphs/g/queries")
        .then()
        .statusCode(405)
        .contentType("application/problem+json");
  }
}
