package io.engraph.http;

import static java.util.Objects.requireNonNull;

/**
 * What the API answers to one request, whatever the way in.
 *
 * @param status the HTTP status
 * @param body the answer, or the problem
 */
public record ApiAnswer(int status, Object body) {

  private static final String JSON = "application/json";

  public ApiAnswer {
    requireNonNull(body, "body is null");
  }

  /** The answer to a request that failed. */
  public static ApiAnswer of(Throwable thrown) {
    Problem problem = Problems.of(thrown);
    return new ApiAnswer(problem.status(), problem);
  }

  public String contentType() {
    return body instanceof Problem ? Problem.MEDIA_TYPE : JSON;
  }

  /** The body as JSON. */
  public byte[] json() {
    return Json.write(body);
  }
}
